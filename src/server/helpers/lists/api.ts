import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { localOf } from '#shared/kernel/calendar.ts';
import { helperListsContract } from '#shared/helpers/helperLists.ts';
import { nextHelperListStates, helperListStateNames, assignmentSets } from '#shared/helpers/helperListWords.ts';
import { deleteToBin } from '#server/club/bin/service.ts';
import { event } from '#server/events/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { isMeantFor, listViewerOf } from './access.ts';
import { assign, promote, remove } from '../signUp/assigning.ts';
import { hoursFile, hoursOf, listFile, namedInHours, namedInList, settle } from './hours.ts';
import { addItem, deleteItem, deletePledge } from '../items/items.ts';
import { changeable } from './lists.ts';
import { notifyChanged, type HelperListRow, type ShiftRow } from '../signUp/seats.ts';
import { notifyPledgers } from '../signUp/pledges.ts';
import { openShifts } from './openShifts.ts';
import { recordList } from './record.ts';
import { addShift, deleteShift, notifyHelpers, updateShift } from './shifts.ts';
import { assignment, helperList, item, shift } from './table.ts';
import { copyFrom } from './template.ts';
import { toSummaries, toView } from './view.ts';

const os = implementing(helperListsContract);
const ok = { ok: true } as const;
const board = { isBoard: true, personIds: [] } as const;

/** The endpoints of helper lists: administration by the board, and reading of open lists. */
export const helperListsApi = os.router({
  list: os.list.handler(async ({ context, input }) => {
    const club = clubAsked(context, 'operational.list', input.club);
    await requireFeature(context, 'operational.list', club);
    const extent = allow(context, 'operational.list', targetOf(context, club));
    return context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(helperList)
        .where(and(eq(helperList.club, club), extent === 'all' ? undefined : eq(helperList.state, 'open')))
        // Upcoming lists first, in ascending order; then past lists with the latest first, whose hours are still to be confirmed.
        .orderBy(
          sql`case when ${helperList.endsOn} >= ${today()} then ${helperList.startsOn} end`,
          desc(helperList.startsOn),
          asc(helperList.id),
        )
        .limit(200);
      return toSummaries(tx, extent === 'all' ? rows : rows.filter((row) => isMeantFor(context, row)));
    });
  }),

  openShifts: os.openShifts.handler(async ({ context, input }) => {
    const club = clubAsked(context, 'operational.update', input.club);
    await requireFeature(context, 'operational.update', club);
    return context.read((tx) => openShifts(tx, club));
  }),

  read: os.read.handler(async ({ context, input }) => {
    const [list] = await context.read((tx) => tx.select().from(helperList).where(eq(helperList.id, input.id)));
    if (!list) throw new Problem('not-found');
    const extent = allow(context, 'operational.read', targetOf(context, list.club));
    await requireFeature(context, 'operational.read', list.club);
    if (extent === 'limited' && !isMeantFor(context, list)) throw new Problem('not-found');
    return context.read(async (tx) => toView(tx, list, extent === 'all' ? board : await listViewerOf(context, tx)));
  }),

  create: os.create.handler(({ context, input: { templateId, ...values } }) =>
    context.write(async (write) => {
      const { club } = signedIn(context);
      await requireFeature(context, 'operational.create', club);
      allow(context, 'operational.create', 'club');
      await checkEvent(write.tx, club, values.eventId);
      const [list] = await write.tx
        .insert(helperList)
        .values({ ...values, id: randomUUID(), club, publicToken: randomBytes(18).toString('base64url'), createdAt: now() })
        .returning();
      if (!list) throw new Problem('conflict');
      if (templateId) await copyFrom(write, list, templateId);
      notifyChanged(write, list);
      recordList(write, list, 'operational.create', 'Helferliste angelegt');
      return toView(write.tx, list, board);
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...values } }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, id, 'operational.update', version);
      await checkEvent(write.tx, before.club, values.eventId);
      await checkShiftsWithin(write.tx, id, values);
      const after = await changeList(write, before, values);
      recordList(write, after, 'operational.update', 'Helferliste geändert', { before, after });
      return toView(write.tx, after, board);
    }),
  ),

  setState: os.setState.handler(({ context, input: { id, state, version } }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, id, 'operational.update', version);
      if (!nextHelperListStates[before.state].includes(state)) throw new Problem('wrong-state');
      const shifts = await write.tx.select().from(shift).where(eq(shift.helperListId, id));
      if (state === 'open' && shifts.length === 0)
        throw new Problem('not-ready', { fields: [{ path: 'shifts', message: 'Noch kein Dienst angelegt.' }] });
      if (state === 'done') await mustBeSettled(write.tx, shifts);
      if (state === 'cancelled') await callOff(context, write, before, shifts);
      const after = await changeList(write, before, { state });
      const words = `Helferliste: ${helperListStateNames[state]}`;
      recordList(write, after, 'operational.update', words, { before: { state: before.state }, after: { state } });
      return toView(write.tx, after, board);
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const list = await changeable(context, write.tx, input.id, 'operational.delete');
      const [helper] = await write.tx
        .select({ id: assignment.id })
        .from(assignment)
        .innerJoin(shift, eq(shift.id, assignment.shiftId))
        .where(eq(shift.helperListId, list.id))
        .limit(1);
      // A list with helpers is not deleted, because their hours are kept; it can be cancelled or settled.
      if (list.state !== 'draft' || helper) throw new Problem('wrong-state');
      await deleteToBin(
        write.tx,
        context,
        { id: list.id, club: list.club, kind: 'helperLists', name: list.title, permission: 'operational.delete' },
        [
          { table: helperList, where: eq(helperList.id, list.id) },
          { table: shift, where: eq(shift.helperListId, list.id) },
          { table: item, where: eq(item.helperListId, list.id) },
        ],
      );
      notifyChanged(write, list);
      recordList(write, list, 'operational.delete', 'Helferliste gelöscht', { before: list });
      return ok;
    }),
  ),

  addShift: os.addShift.handler(({ context, input }) => addShift(context, input)),
  updateShift: os.updateShift.handler(({ context, input }) => updateShift(context, input)),
  removeShift: os.removeShift.handler(({ context, input }) => deleteShift(context, input.id)),
  addItem: os.addItem.handler(({ context, input }) => addItem(context, input)),
  removeItem: os.removeItem.handler(({ context, input }) => deleteItem(context, input.id)),
  removePledge: os.removePledge.handler(({ context, input }) => deletePledge(context, input.id)),
  assign: os.assign.handler(({ context, input }) => assign(context, input)),
  promote: os.promote.handler(({ context, input }) => promote(context, input.id)),
  remove: os.remove.handler(({ context, input }) => remove(context, input.id)),

  settle: os.settle.handler(({ context, input }) =>
    context.write(async (write) => {
      const list = await changeable(context, write.tx, input.id, 'operational.assign');
      await settle(write, list, input.rows);
      notifyChanged(write, list);
      recordList(write, list, 'operational.assign', 'Helferstunden bestätigt', { after: { rows: input.rows } });
      return toView(write.tx, list, board);
    }),
  ),

  hours: os.hours.handler(async ({ context, input }) => {
    const club = await hoursClub(context, input.club);
    return context.read((tx) => hoursOf(tx, club, input.year));
  }),

  file: os.file.handler(({ context, input }) =>
    context.write(async (write) => {
      const list = await changeable(context, write.tx, input.id, 'operational.assign');
      const listed = await namedInList(write.tx, list.id);
      recordList(write, list, 'operational.assign', 'Helferliste als Datei abgerufen', { after: { listed } });
      return listFile(await toView(write.tx, list, board));
    }),
  ),

  hoursFile: os.hoursFile.handler(async ({ context, input }) => {
    const club = await hoursClub(context, input.club);
    return context.write(async (write) => {
      const rows = await hoursOf(write.tx, club, input.year);
      write.audit(
        'operational.assign',
        { club, entity: 'operational' },
        `Helferstunden ${input.year} als Datei abgerufen (${rows.length})`,
        { after: { listed: await namedInHours(write.tx, club, input.year) } },
      );
      return hoursFile(rows, input.year);
    });
  }),
});

/** The club whose helper hours are requested; throws if the viewer may not read them. */
async function hoursClub(context: Context, asked: HelperListRow['club'] | undefined): Promise<HelperListRow['club']> {
  const club = clubAsked(context, 'operational.assign', asked);
  await requireFeature(context, 'operational.assign', club);
  return club;
}

async function changeList(write: Write, before: HelperListRow, values: Partial<HelperListRow>): Promise<HelperListRow> {
  const [list] = await write.tx
    .update(helperList)
    .set({ ...values, version: before.version + 1 })
    .where(eq(helperList.id, before.id))
    .returning();
  if (!list) throw new Problem('not-found');
  notifyChanged(write, list);
  return list;
}

async function checkEvent(tx: Transaction, club: HelperListRow['club'], eventId: string | null): Promise<void> {
  if (!eventId) return;
  const [row] = await tx
    .select({ id: event.id })
    .from(event)
    .where(and(eq(event.id, eventId), eq(event.club, club)));
  if (!row) throw fieldProblem('eventId', 'Diesen Termin gibt es im Verein nicht.');
}

async function checkShiftsWithin(tx: Transaction, id: string, { startsOn, endsOn }: { startsOn: string; endsOn: string }): Promise<void> {
  const shifts = await tx.select({ startsAt: shift.startsAt }).from(shift).where(eq(shift.helperListId, id));
  const days = shifts.map(({ startsAt }) => localOf(startsAt).date).toSorted();
  if (days.some((day) => day < startsOn)) throw fieldProblem('startsOn', 'Davor liegen schon Dienste.');
  if (days.some((day) => day > endsOn)) throw fieldProblem('endsOn', 'Danach liegen noch Dienste.');
}

async function mustBeSettled(tx: Transaction, shifts: readonly ShiftRow[]): Promise<void> {
  const ids = shifts.map(({ id }) => id);
  const [open] = await tx
    .select({ id: assignment.id })
    .from(assignment)
    .where(and(inArray(assignment.shiftId, ids), eq(assignment.state, 'confirmed')))
    .limit(1);
  if (open) throw new Problem('not-ready', { fields: [{ path: 'hours', message: 'Bitte bestätigen Sie zuerst alle Stunden.' }] });
}

/** Notifies all helpers of a cancelled list, including those with pledges, standbys and unconfirmed ones. */
async function callOff(context: Context, write: Write, list: HelperListRow, shifts: readonly ShiftRow[]): Promise<void> {
  await notifyPledgers(write, context.settings, list);
  for (const shift of shifts) {
    await notifyHelpers(write.tx, { write, settings: context.settings, list, shift }, 'called-off');
    await write.tx
      .update(assignment)
      .set({ state: 'cancelled', holdExpiresAt: null, seeksRelief: false })
      .where(and(eq(assignment.shiftId, shift.id), inArray(assignment.state, assignmentSets.active)));
  }
}
