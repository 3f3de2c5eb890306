import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { hoursContract, hourSheetStates, hourSheetSets, type HourEntry } from '#shared/money/hours.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { hourSheetsCsv, payeesOf } from './files.ts';
import { usesOf } from './allowance.ts';
import { heldEntries, proposalsOf } from './held.ts';
import { notifyDecision } from './emails.ts';
import { addRate, listRates, deleteRate } from './rates.ts';
import { changeSheet, fullSheet, isInNoPayout, listSheets, lockSheet, payFor, rateFor, replaceEntries, type SheetRow } from './sheets.ts';
import { hourSheet } from './table.ts';

const os = implementing(hoursContract);

/** Trainers' hours: from sessions held to the payout. */
export const hoursApi = os.router({
  own: os.own.handler(({ context }) =>
    context.read(async (tx) => {
      const personId = await ownPersonId(tx, context);
      if (!personId) return { isLinked: false, sheets: [], proposals: [], allowances: [] };
      const year = Number(today().slice(0, 4));
      return {
        isLinked: true,
        sheets: await listSheets(tx, eq(hourSheet.personId, personId)),
        proposals: await proposalsOf(tx, personId),
        allowances: await usesOf(tx, { personId, year, states: ['submitted', ...hourSheetSets.decided] }),
      };
    }),
  ),

  allowances: os.allowances.handler(({ context, input: { personId } }) =>
    context.read(async (tx) => {
      const [of] = await tx.select({ club: person.club }).from(person).where(eq(person.id, personId));
      if (!of) throw new Problem('not-found');
      allow(context, 'trainerFiles.manage', targetOf(context, of.club));
      return usesOf(tx, { personId, year: Number(today().slice(0, 4)) });
    }),
  ),

  create: os.create.handler(({ context, input: { departmentId, from } }) =>
    context.write(async (write) => {
      const to = quarterEnd(from);
      const personId = await ownPersonId(write.tx, context);
      if (!personId) throw new Problem('not-ready');
      const entries = await heldEntries(write.tx, personId, { departmentId, from, to });
      if (entries.length === 0) throw new Problem('not-ready');
      const { club } = signedIn(context);
      const [made] = await write.tx
        .insert(hourSheet)
        .values({ id: randomUUID(), club, personId, departmentId, periodFrom: from, periodTo: to })
        .onConflictDoNothing()
        .returning();
      // Sessions held after the sheet was created are added while it is a draft.
      const sheet = made ?? (await draftOf(write.tx, { personId, departmentId, from }));
      const before = made ? [] : (await fullSheet(write.tx, sheet.id, true)).entries;
      await replaceEntries(write.tx, sheet, [...before, ...entries]);
      record(write, sheet, 'angelegt');
      return fullSheet(write.tx, sheet.id, true);
    }),
  ),

  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => {
      const [row] = await tx.select().from(hourSheet).where(eq(hourSheet.id, input.id));
      if (!row) throw new Problem('not-found');
      const isOwn = row.personId === (await ownPersonId(tx, context));
      if (!isOwn) {
        allow(context, 'hourSheets.approve', targetOf(context, row.club));
        // Only its author sees a draft.
        if (row.state === 'draft') throw new Problem('not-found');
      }
      return fullSheet(tx, row.id, isOwn);
    }),
  ),

  save: os.save.handler(({ context, input: { entries, ...asked } }) =>
    context.write(async (write) => {
      const sheet = await lockOwn(write.tx, context, asked, ['draft']);
      checkEntries(entries, sheet);
      await checkSessions(write.tx, entries, sheet);
      await replaceEntries(write.tx, sheet, entries);
      await changeSheet(write.tx, sheet, {});
      return fullSheet(write.tx, sheet.id, true);
    }),
  ),

  submit: os.submit.handler(({ context, input }) =>
    context.write(async (write) => {
      const sheet = await lockOwn(write.tx, context, input, ['draft']);
      if (sheet.totalMinutes === 0) throw new Problem('not-ready');
      const rateCents = (await rateFor(write.tx, sheet)) ?? 0;
      const totalCents = payFor(sheet.totalMinutes, rateCents);
      await changeSheet(write.tx, sheet, { state: 'submitted', rateCents, totalCents, submittedAt: now(), rejectReason: '' });
      record(write, sheet, 'eingereicht');
      return fullSheet(write.tx, sheet.id, true);
    }),
  ),

  reopen: os.reopen.handler(({ context, input }) =>
    context.write(async (write) => {
      const sheet = await lockOwn(write.tx, context, input, hourSheetSets.reopenable);
      await changeSheet(write.tx, sheet, { state: 'draft', rateCents: null, totalCents: null, submittedAt: null });
      record(write, sheet, 'zurückgeholt');
      return fullSheet(write.tx, sheet.id, true);
    }),
  ),

  remove: os.remove.handler(({ context, input }) =>
    context.write(async (write) => {
      const sheet = await lockOwn(write.tx, context, input, ['draft']);
      await write.tx.delete(hourSheet).where(eq(hourSheet.id, sheet.id));
      record(write, sheet, 'gelöscht');
      return { ok: true } as const;
    }),
  ),

  list: os.list.handler(({ context, input: { state, ...asked } }) => {
    const club = clubAsked(context, 'hourSheets.approve', asked.club);
    return context.read((tx) =>
      listSheets(tx, and(eq(hourSheet.club, club), state ? eq(hourSheet.state, state) : undefined, ne(hourSheet.state, 'draft'))),
    );
  }),

  decide: os.decide.handler(({ context, input: { isApproved, reason, ...asked } }) =>
    context.write(async (write) => {
      // A sheet that was approved by mistake can be returned until it is in a payout run.
      const sheet = await lockSheet(write.tx, asked, isApproved ? ['submitted'] : hourSheetSets.decidable);
      allow(context, 'hourSheets.approve', targetOf(context, sheet.club));
      if (sheet.personId === (await ownPersonId(write.tx, context))) throw new Problem('forbidden');
      if (!isApproved && !reason) throw fieldProblem('reason', 'Bitte einen Grund nennen.');
      const { userId } = signedIn(context);
      await changeSheet(
        write.tx,
        sheet,
        isApproved
          ? { state: 'approved', approvedBy: userId, approvedAt: now() }
          : { state: 'rejected', approvedBy: null, approvedAt: null, rejectReason: reason },
      );
      await notifyDecision(write, context.settings, sheet, { isApproved, reason });
      record(write, sheet, isApproved ? 'freigegeben' : `zurückgegeben (${reason})`);
      return fullSheet(write.tx, sheet.id, false);
    }),
  ),

  exportFile: os.exportFile.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', input.club);
    return context.write(async (write) => {
      const ready = await write.tx
        .select()
        .from(hourSheet)
        .where(and(eq(hourSheet.club, club), eq(hourSheet.state, 'approved')))
        .for('update');
      for (const sheet of ready) await changeSheet(write.tx, sheet, { state: 'exported' });
      const sheets = await listSheets(write.tx, and(eq(hourSheet.club, club), eq(hourSheet.state, 'exported'), isInNoPayout));
      const listed = sheets.map(({ personId }) => personId);
      recordAll(write, club, `Stundennachweise zur Zahlung exportiert (${sheets.length})`, { after: { listed } });
      return hourSheetsCsv(sheets, await payeesOf(write.tx, listed));
    });
  }),

  setPaid: os.setPaid.handler(({ context, input: { items } }) =>
    context.write(async (write) => {
      const ids = items.map(({ id }) => id).toSorted();
      // Locked in a fixed order, so that two treasurers cannot deadlock.
      await write.tx.select({ id: hourSheet.id }).from(hourSheet).where(inArray(hourSheet.id, ids)).orderBy(hourSheet.id).for('update');
      const free = await write.tx
        .select({ id: hourSheet.id })
        .from(hourSheet)
        .where(and(inArray(hourSheet.id, ids), isInNoPayout));
      for (const asked of items) {
        const sheet = await lockSheet(write.tx, asked, ['exported']);
        if (!free.some(({ id }) => id === sheet.id)) throw new Problem('wrong-state');
        allow(context, 'charges.manage', targetOf(context, sheet.club));
        await changeSheet(write.tx, sheet, { state: 'paid' });
        record(write, sheet, 'bezahlt');
      }
      return { ok: true } as const;
    }),
  ),

  rates: os.rates.handler(({ context, input }) => {
    const club = clubAsked(context, 'hourSheets.approve', input.club);
    return context.read((tx) => listRates(tx, club));
  }),

  addRate: os.addRate.handler(({ context, input }) =>
    context.write(async (write) => {
      const { club } = signedIn(context);
      allow(context, 'charges.manage', targetOf(context, club));
      const label = await addRate(write.tx, club, input);
      recordAll(write, club, `Stundensatz festgelegt: ${label}`);
      return { ok: true } as const;
    }),
  ),

  removeRate: os.removeRate.handler(({ context, input }) =>
    context.write(async (write) => {
      const club = await deleteRate(write.tx, input.id, (of) => allow(context, 'charges.manage', targetOf(context, of)));
      recordAll(write, club, 'Stundensatz gelöscht');
      return { ok: true } as const;
    }),
  ),
});

/** The person record of the viewer in their own club. */
async function ownPersonId(tx: Transaction, context: Context): Promise<string | undefined> {
  const { userId, club } = signedIn(context);
  return (await ownPeople(tx, userId)).find((one) => one.relation === 'self' && one.club === club)?.id;
}

/** Locks the viewer's own sheet; for these writes the sheets of others do not exist. */
async function lockOwn(tx: Transaction, context: Context, asked: { id: string; version?: number }, states: readonly SheetRow['state'][]) {
  const personId = await ownPersonId(tx, context);
  const [row] = await tx.select({ personId: hourSheet.personId }).from(hourSheet).where(eq(hourSheet.id, asked.id));
  if (!row || row.personId !== personId) throw new Problem('not-found');
  return lockSheet(tx, asked, states);
}

async function draftOf(tx: Transaction, { personId, departmentId, from }: { personId: string; departmentId: string | null; from: string }) {
  const [row] = await tx
    .select()
    .from(hourSheet)
    .where(
      and(
        eq(hourSheet.personId, personId),
        eq(hourSheet.periodFrom, from),
        sql`${hourSheet.departmentId} is not distinct from ${departmentId}::uuid`,
      ),
    )
    .for('update');
  if (row?.state !== 'draft') throw new Problem('conflict');
  return row;
}

/** The last day of the quarter that begins on a day. */
function quarterEnd(from: string): string {
  if (!/-(01|04|07|10)-01$/.test(from)) throw fieldProblem('from', 'Bitte den ersten Tag eines Quartals.');
  const [year = 0, month = 0] = from.split('-').map(Number);
  const next = month === 10 ? `${year + 1}-01-01` : `${year}-${String(month + 3).padStart(2, '0')}-01`;
  return addDays(next, -1);
}

function checkEntries(entries: readonly HourEntry[], { periodFrom, periodTo }: SheetRow): void {
  for (const [at, { day, sessionId }] of entries.entries()) {
    if (day < periodFrom || day > periodTo) throw fieldProblem(`entries.${at}.day`, 'Der Tag liegt außerhalb des Quartals.');
    if (day > today()) throw fieldProblem(`entries.${at}.day`, 'Der Tag liegt in der Zukunft.');
    if (sessionId && entries.findIndex((one) => one.sessionId === sessionId) !== at)
      throw fieldProblem(`entries.${at}.day`, 'Dieser Termin steht schon auf dem Nachweis.');
  }
}

/** A session counts only for its leaders: those already on the sheet and those that could be added. */
async function checkSessions(tx: Transaction, entries: readonly HourEntry[], sheet: SheetRow): Promise<void> {
  const { entries: before } = await fullSheet(tx, sheet.id, true);
  const open = await heldEntries(tx, sheet.personId, { departmentId: sheet.departmentId, from: sheet.periodFrom, to: sheet.periodTo });
  const known = new Set([...before, ...open].map(({ sessionId }) => sessionId));
  const at = entries.findIndex(({ sessionId }) => sessionId !== null && !known.has(sessionId));
  if (at >= 0) throw fieldProblem(`entries.${at}.day`, 'Diesen Termin haben Sie nicht geleitet.');
}

function record(write: Write, { id, club, periodFrom, state }: SheetRow, what: string): void {
  recordAll(write, club, `Stundennachweis ab ${periodFrom} ${what}`, { entityId: id, before: { state: hourSheetStates[state] } });
}

function recordAll(
  write: Write,
  club: ClubName,
  content: string,
  facts: { entityId?: string; before?: { state: string }; after?: { listed: string[] } } = {},
): void {
  write.audit('hourSheets.submit', { club, id: facts.entityId }, content, facts);
  write.changed({ collection: 'hourSheets', club, entityId: facts.entityId });
}
