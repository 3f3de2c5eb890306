import { and, asc, desc, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { FullHourSheet, HourEntry, HourSheet } from '#shared/money/hours.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { useOfSheet } from './allowance.ts';
import { hourEntry, hourSheet, trainerRate } from './table.ts';

export type SheetRow = typeof hourSheet.$inferSelect;

/** The file of transfers that contains a sheet. */
const payoutOf = sql`select r.message_id from payout_item i join payout_run r on r.id = i.run_id
  where i.source = 'hour_sheet' and i.source_id = ${hourSheet.id} and i.failed_reason = ''`;

/** A sheet in a file of transfers is paid by that file. */
export const isInNoPayout = sql`not exists (${payoutOf})`;

/** Sheets with display names, newest first. */
export async function listSheets(tx: Transaction, where: SQL | undefined): Promise<HourSheet[]> {
  const rows = await tx
    .select({
      sheet: hourSheet,
      firstname: person.firstname,
      lastname: person.lastname,
      department: department.name,
      approver: sql<string>`concat_ws(' ', ${appUser.firstname}, ${appUser.lastname})`,
      payout: sql<string>`coalesce((${payoutOf}), '')`,
    })
    .from(hourSheet)
    .innerJoin(person, eq(person.id, hourSheet.personId))
    .leftJoin(department, eq(department.id, hourSheet.departmentId))
    .leftJoin(appUser, eq(appUser.id, hourSheet.approvedBy))
    .where(where)
    .orderBy(desc(hourSheet.periodFrom), asc(person.lastname), asc(person.firstname), asc(hourSheet.id))
    .limit(500);
  return rows.map(({ sheet, firstname, lastname, department: name, approver, payout }) => ({
    id: sheet.id,
    club: sheet.club,
    personId: sheet.personId,
    trainer: listedName({ firstname, lastname }),
    department: name ?? '',
    from: sheet.periodFrom,
    to: sheet.periodTo,
    state: sheet.state,
    minutes: sheet.totalMinutes,
    rateCents: sheet.rateCents,
    cents: sheet.totalCents,
    rejectReason: sheet.rejectReason,
    submittedAt: sheet.submittedAt?.toISOString() ?? null,
    approvedBy: approver,
    payout,
    version: sheet.version,
  }));
}

/** A sheet with all its entries. */
export async function fullSheet(tx: Transaction, sheetId: string, isOwn: boolean): Promise<FullHourSheet> {
  const [sheet] = await listSheets(tx, eq(hourSheet.id, sheetId));
  if (!sheet) throw new Problem('not-found');
  const entries = await tx.select().from(hourEntry).where(eq(hourEntry.sheetId, sheetId)).orderBy(hourEntry.localDate, hourEntry.id);
  return {
    ...sheet,
    isOwn,
    allowance: (await useOfSheet(tx, sheetId)) ?? null,
    entries: entries.map(({ sessionId, localDate, minutes, activity, participants, note }) => ({
      sessionId,
      day: localDate,
      minutes,
      activity,
      participants,
      note,
    })),
  };
}

/** Replaces the entries of a sheet and updates its sum. */
export async function replaceEntries(tx: Transaction, sheet: SheetRow, entries: readonly HourEntry[]): Promise<void> {
  await tx.delete(hourEntry).where(eq(hourEntry.sheetId, sheet.id));
  const { id: sheetId, club, personId } = sheet;
  if (entries.length > 0)
    await tx
      .insert(hourEntry)
      .values(entries.map(({ day: localDate, ...entry }) => ({ ...entry, id: randomUUID(), sheetId, club, personId, localDate })));
  const totalMinutes = entries.reduce((sum, { minutes }) => sum + minutes, 0);
  await tx.update(hourSheet).set({ totalMinutes }).where(eq(hourSheet.id, sheetId));
}

/** Locks a sheet for this transaction and checks its state. */
export async function lockSheet(
  tx: Transaction,
  { id, version }: { id: string; version?: number },
  states: readonly SheetRow['state'][],
): Promise<SheetRow> {
  const [row] = await tx.select().from(hourSheet).where(eq(hourSheet.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  if (!states.includes(row.state)) throw new Problem('wrong-state');
  if (version !== undefined && row.version !== version) throw new Problem('conflict');
  return row;
}

/** Changes a sheet; every change is a new version. */
export async function changeSheet(tx: Transaction, { id, version }: SheetRow, change: Partial<SheetRow>): Promise<void> {
  await tx
    .update(hourSheet)
    .set({ ...change, version: version + 1 })
    .where(eq(hourSheet.id, id));
}

/** The rate on the last day of a sheet: that of the person, otherwise of the department, otherwise of the club. */
export async function rateFor(tx: Transaction, { club, personId, departmentId, periodTo }: SheetRow): Promise<number | undefined> {
  const [rate] = await tx
    .select({ cents: trainerRate.cents })
    .from(trainerRate)
    .where(
      and(
        eq(trainerRate.club, club),
        lte(trainerRate.validFrom, periodTo),
        or(isNull(trainerRate.personId), eq(trainerRate.personId, personId)),
        or(isNull(trainerRate.departmentId), departmentId ? eq(trainerRate.departmentId, departmentId) : undefined),
      ),
    )
    .orderBy(
      sql`${trainerRate.personId} is null`,
      sql`${trainerRate.departmentId} is null`,
      desc(trainerRate.validFrom),
      desc(trainerRate.id),
    )
    .limit(1);
  return rate?.cents;
}

/** The pay for minutes at a rate per 60 minutes, rounded to whole cents. */
export function payFor(minutes: number, rateCents: number): number {
  return Math.round((minutes * rateCents) / 60);
}
