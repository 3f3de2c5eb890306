import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { localOf } from '#shared/kernel/calendar.ts';
import { operationalsContract } from '#shared/helpers/operationals.ts';
import { nextOperationalStates, operationalStateNames } from '#shared/helpers/operationalWords.ts';
import { event } from '#server/events/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Deed, Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { isMeantFor, lookerOf } from './access.ts';
import { assign, promote, remove } from '../signUp/assigning.ts';
import { hoursFile, hoursOf, listFile, settle } from './hours.ts';
import { addItem, removeItem, removePledge } from '../items/items.ts';
import { changeable } from './lists.ts';
import { tellChanged, type OperationalRow, type ShiftRow } from '../signUp/places.ts';
import { tellPledgers } from '../signUp/pledges.ts';
import { recordList } from './record.ts';
import { addShift, removeShift, tellHelpers, updateShift } from './shifts.ts';
import { operational, operationalAssignment, operationalShift } from './table.ts';
import { toSummaries, toView } from './view.ts';

const os = implementing(operationalsContract);
const ok = { ok: true } as const;
const board = { isBoard: true, personIds: [] } as const;

/** Helper lists for the board, and which of them are open for everybody else. */
export const operationalsApi = os.router({
  list: os.list.handler(async ({ context, input }) => {
    const club = clubAsked(context, 'operational.list', input.club);
    await requireFeature(context, 'operational.list', club);
    const extent = allow(context, 'operational.list', targetOf(context, club));
    return context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(operational)
        .where(and(eq(operational.club, club), extent === 'all' ? undefined : eq(operational.state, 'open')))
        .orderBy(desc(sql`${operational.endsOn} >= ${localOf(now()).date}`), asc(operational.startsOn), asc(operational.id))
        .limit(200);
      return toSummaries(tx, extent === 'all' ? rows : rows.filter((row) => isMeantFor(context, row)));
    });
  }),

  read: os.read.handler(async ({ context, input }) => {
    const [list] = await context.read((tx) => tx.select().from(operational).where(eq(operational.id, input.id)));
    if (!list) throw new Problem('not-found');
    const extent = allow(context, 'operational.read', targetOf(context, list.club));
    await requireFeature(context, 'operational.read', list.club);
    if (extent === 'limited' && !isMeantFor(context, list)) throw new Problem('not-found');
    return context.read(async (tx) => toView(tx, list, extent === 'all' ? board : await lookerOf(context, tx)));
  }),

  create: os.create.handler(({ context, input }) =>
    context.write(async (deed) => {
      const { club } = signedIn(context);
      await requireFeature(context, 'operational.create', club);
      allow(context, 'operational.create', 'club');
      await checkEvent(deed.tx, club, input.eventId);
      const [list] = await deed.tx
        .insert(operational)
        .values({ ...input, id: randomUUID(), club, publicToken: randomBytes(18).toString('base64url'), createdAt: now() })
        .returning();
      if (!list) throw new Problem('conflict');
      tellChanged(deed, list);
      recordList(context, deed, list, 'operational.create', 'Helferliste angelegt');
      return toView(deed.tx, list, board);
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...values } }) =>
    context.write(async (deed) => {
      const before = await changeable(context, deed.tx, id, 'operational.update', version);
      await checkEvent(deed.tx, before.club, values.eventId);
      await checkShiftsWithin(deed.tx, id, values);
      const after = await changeList(deed, before, values);
      recordList(context, deed, after, 'operational.update', 'Helferliste geändert', { before, after });
      return toView(deed.tx, after, board);
    }),
  ),

  setState: os.setState.handler(({ context, input: { id, state, version } }) =>
    context.write(async (deed) => {
      const before = await changeable(context, deed.tx, id, 'operational.update', version);
      if (!nextOperationalStates[before.state].includes(state)) throw new Problem('wrong-state');
      const shifts = await deed.tx.select().from(operationalShift).where(eq(operationalShift.operationalId, id));
      if (state === 'open' && shifts.length === 0)
        throw new Problem('not-ready', { fields: [{ path: 'shifts', message: 'Noch kein Dienst angelegt.' }] });
      if (state === 'done') await mustBeSettled(deed.tx, shifts);
      if (state === 'cancelled') await callOff(context, deed, before, shifts);
      const after = await changeList(deed, before, { state });
      const words = `Helferliste: ${operationalStateNames[state]}`;
      recordList(context, deed, after, 'operational.update', words, { before: { state: before.state }, after: { state } });
      return toView(deed.tx, after, board);
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (deed) => {
      const list = await changeable(context, deed.tx, input.id, 'operational.delete');
      const [helper] = await deed.tx
        .select({ id: operationalAssignment.id })
        .from(operationalAssignment)
        .innerJoin(operationalShift, eq(operationalShift.id, operationalAssignment.shiftId))
        .where(eq(operationalShift.operationalId, list.id))
        .limit(1);
      // Whoever helped keeps his hours: such a list is called off or settled.
      if (list.state !== 'draft' || helper) throw new Problem('wrong-state');
      await deed.tx.delete(operational).where(eq(operational.id, list.id));
      tellChanged(deed, list);
      recordList(context, deed, list, 'operational.delete', 'Helferliste gelöscht', { before: list });
      return ok;
    }),
  ),

  addShift: os.addShift.handler(({ context, input }) => addShift(context, input)),
  updateShift: os.updateShift.handler(({ context, input }) => updateShift(context, input)),
  removeShift: os.removeShift.handler(({ context, input }) => removeShift(context, input.id)),
  addItem: os.addItem.handler(({ context, input }) => addItem(context, input)),
  removeItem: os.removeItem.handler(({ context, input }) => removeItem(context, input.id)),
  removePledge: os.removePledge.handler(({ context, input }) => removePledge(context, input.id)),
  assign: os.assign.handler(({ context, input }) => assign(context, input)),
  promote: os.promote.handler(({ context, input }) => promote(context, input.id)),
  remove: os.remove.handler(({ context, input }) => remove(context, input.id)),

  settle: os.settle.handler(({ context, input }) =>
    context.write(async (deed) => {
      const list = await changeable(context, deed.tx, input.id, 'operational.assign');
      await settle(deed, list, input.rows);
      tellChanged(deed, list);
      recordList(context, deed, list, 'operational.assign', 'Helferstunden bestätigt', { after: { rows: input.rows } });
      return toView(deed.tx, list, board);
    }),
  ),

  hours: os.hours.handler(({ context, input }) => readHours(context, input, (rows) => rows)),

  file: os.file.handler(({ context, input }) =>
    context.write(async (deed) => {
      const list = await changeable(context, deed.tx, input.id, 'operational.assign');
      recordList(context, deed, list, 'operational.assign', 'Helferliste als Datei abgerufen');
      return listFile(await toView(deed.tx, list, board));
    }),
  ),

  hoursFile: os.hoursFile.handler(({ context, input }) => readHours(context, input, (rows) => hoursFile(rows, input.year))),
});

async function readHours<T>(
  context: Context,
  { club, year }: { club?: OperationalRow['club'] | undefined; year: number },
  toAnswer: (rows: Awaited<ReturnType<typeof hoursOf>>) => T,
): Promise<T> {
  const asked = clubAsked(context, 'operational.assign', club);
  await requireFeature(context, 'operational.assign', asked);
  return toAnswer(await context.read((tx) => hoursOf(tx, asked, year)));
}

async function changeList(deed: Deed, before: OperationalRow, values: Partial<OperationalRow>): Promise<OperationalRow> {
  const [list] = await deed.tx
    .update(operational)
    .set({ ...values, version: before.version + 1 })
    .where(eq(operational.id, before.id))
    .returning();
  if (!list) throw new Problem('not-found');
  tellChanged(deed, list);
  return list;
}

async function checkEvent(tx: Transaction, club: OperationalRow['club'], eventId: string | null): Promise<void> {
  if (!eventId) return;
  const [row] = await tx
    .select({ id: event.id })
    .from(event)
    .where(and(eq(event.id, eventId), eq(event.club, club)));
  if (!row) throw fieldProblem('eventId', 'Diesen Termin gibt es im Verein nicht.');
}

async function checkShiftsWithin(tx: Transaction, id: string, { startsOn, endsOn }: { startsOn: string; endsOn: string }): Promise<void> {
  const shifts = await tx
    .select({ startsAt: operationalShift.startsAt })
    .from(operationalShift)
    .where(eq(operationalShift.operationalId, id));
  const days = shifts.map(({ startsAt }) => localOf(startsAt).date).toSorted();
  if (days.some((day) => day < startsOn)) throw fieldProblem('startsOn', 'Davor liegen schon Dienste.');
  if (days.some((day) => day > endsOn)) throw fieldProblem('endsOn', 'Danach liegen noch Dienste.');
}

async function mustBeSettled(tx: Transaction, shifts: readonly ShiftRow[]): Promise<void> {
  const ids = shifts.map(({ id }) => id);
  const [open] = await tx
    .select({ id: operationalAssignment.id })
    .from(operationalAssignment)
    .where(and(inArray(operationalAssignment.shiftId, ids), eq(operationalAssignment.state, 'confirmed')))
    .limit(1);
  if (open) throw new Problem('not-ready', { fields: [{ path: 'hours', message: 'Bitte bestätigen Sie zuerst alle Stunden.' }] });
}

/** Tells everybody of a list that does not take place; who brings something, stood by, or never confirmed, included. */
async function callOff(context: Context, deed: Deed, list: OperationalRow, shifts: readonly ShiftRow[]): Promise<void> {
  await tellPledgers(deed, context.settings, list);
  for (const shift of shifts) {
    await tellHelpers(deed.tx, { deed, settings: context.settings, list, shift }, 'called-off');
    await deed.tx
      .update(operationalAssignment)
      .set({ state: 'cancelled', holdExpiresAt: null, seeksRelief: false })
      .where(
        and(eq(operationalAssignment.shiftId, shift.id), inArray(operationalAssignment.state, ['unverified', 'confirmed', 'standby'])),
      );
  }
}
