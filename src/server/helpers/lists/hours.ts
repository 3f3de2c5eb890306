import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { germanDate, instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { HoursRow, HelperListView, settledRow } from '#shared/helpers/helperListShapes.ts';
import { assignmentStateNames, assignmentSets, helperListSets, settledAssignments } from '#shared/helpers/helperListWords.ts';
import { person } from '#server/people/persons/table.ts';
import { listedNameOf } from '#server/platform/database/columns.ts';
import { now } from '#server/platform/process/clock.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { HelperListRow } from '../signUp/seats.ts';
import { assignment, item, itemPledge, shift } from './table.ts';

/** Confirms the hours worked after a shift; only confirmed hours are credited. A second call replaces the first. */
export async function settle(write: Write, list: HelperListRow, rows: readonly z.output<typeof settledRow>[]): Promise<void> {
  if (!helperListSets.shown.includes(list.state)) throw new Problem('wrong-state');
  for (const { id, state, minutes } of rows) {
    const [row] = await write.tx
      .select({ state: assignment.state, startsAt: assignment.startsAt })
      .from(assignment)
      .innerJoin(shift, eq(shift.id, assignment.shiftId))
      .where(and(eq(assignment.id, id), eq(shift.helperListId, list.id)))
      .for('update');
    if (!row) throw new Problem('not-found');
    if (!assignmentSets.settleable.includes(row.state) || row.startsAt > now()) throw new Problem('wrong-state');
    await write.tx
      .update(assignment)
      .set({ state, creditedMinutes: state === 'done' ? minutes : 0, version: sql`${assignment.version} + 1` })
      .where(eq(assignment.id, id));
  }
}

/** The credited hours of all helpers in a year, in descending order. */
export async function hoursOf(tx: Transaction, club: ClubName, year: number): Promise<HoursRow[]> {
  const isDone = sql`${assignment.state} = 'done'`;
  const name = sql<string>`coalesce(${listedNameOf(person)}, ${assignment.guestName})`;
  return tx
    .select({
      name: sql<string>`min(${name})`,
      isPerson: sql<boolean>`bool_or(${assignment.personId} is not null)`,
      duties: sql<number>`count(*) filter (where ${isDone})::int`,
      minutes: sql<number>`coalesce(sum(${assignment.creditedMinutes}) filter (where ${isDone}), 0)::int`,
      missed: sql<number>`count(*) filter (where not ${isDone})::int`,
    })
    .from(assignment)
    .leftJoin(person, eq(person.id, assignment.personId))
    .where(creditedIn(club, year))
    .groupBy(assignment.helperKey)
    .orderBy(sql`4 desc`, asc(sql`1`))
    .limit(5000);
}

function creditedIn(club: ClubName, year: number) {
  return and(
    eq(assignment.club, club),
    inArray(assignment.state, settledAssignments),
    sql`${assignment.startsAt} >= ${instantOf(`${year}-01-01`, '00:00')}`,
    sql`${assignment.startsAt} < ${instantOf(`${year + 1}-01-01`, '00:00')}`,
  );
}

/** The persons whom the file of a year's hours names. */
export async function namedInHours(tx: Transaction, club: ClubName, year: number): Promise<string[]> {
  const rows = await tx.selectDistinct({ id: assignment.personId }).from(assignment).where(creditedIn(club, year));
  return rows.flatMap(({ id }) => id ?? []);
}

/** The persons whom the file of a list names: its helpers, and who brings something. */
export async function namedInList(tx: Transaction, listId: string): Promise<string[]> {
  const helping = tx
    .select({ id: assignment.personId })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shiftId))
    .where(and(eq(shift.helperListId, listId), inArray(assignment.state, assignmentSets.listed)));
  const bringing = tx
    .select({ id: itemPledge.personId })
    .from(itemPledge)
    .innerJoin(item, eq(item.id, itemPledge.itemId))
    .where(eq(item.helperListId, listId));
  const rows = await union(helping, bringing);
  return rows.flatMap(({ id }) => id ?? []);
}

/** The hours of helpers as a spreadsheet file. */
export function hoursFile(rows: readonly HoursRow[], year: number): File {
  const columns = ['Name', 'Art', 'Dienste', 'Stunden', 'Nicht erschienen'];
  const lines = rows.map(({ name, isPerson, duties, minutes, missed }) => ({
    Name: name,
    Art: isPerson ? 'Person im Verein' : 'Gast',
    Dienste: duties,
    Stunden: (minutes / 60).toFixed(2).replace('.', ','),
    'Nicht erschienen': missed,
  }));
  return csvFile(`helferstunden-${year}.csv`, lines, columns);
}

/** A list with its helpers as a spreadsheet file; each free seat is an empty row. */
export function listFile(list: HelperListView): File {
  const columns = ['Datum', 'Von', 'Bis', 'Bereich', 'Dienst', 'Ort', 'Name', 'Stand', 'E-Mail', 'Telefon', 'Bemerkung', 'Stunden'];
  const rows = list.shifts.flatMap((shift) => {
    const [from, to] = [localOf(new Date(shift.startsAt)), localOf(new Date(shift.endsAt))];
    const facts = { Datum: germanDate(from.date), Von: from.time, Bis: to.time, Bereich: shift.area, Dienst: shift.task, Ort: shift.place };
    const filled = shift.helpers.map((helper) => ({
      ...facts,
      Name: helper.name,
      Stand: assignmentStateNames[helper.state],
      'E-Mail': helper.email,
      Telefon: helper.phone,
      Bemerkung: helper.comment,
      Stunden: helper.creditedMinutes === null ? null : (helper.creditedMinutes / 60).toFixed(2).replace('.', ','),
    }));
    const free = Array.from({ length: Math.max(0, shift.needed - shift.filled) }, () => ({ ...facts, Name: '', Stand: 'frei' }));
    return [...filled, ...free];
  });
  const brought = list.items.flatMap(({ label, needed, pledged, pledges }) => [
    ...pledges.map(({ name, email, quantity }) => ({
      Dienst: `Mitbringen: ${label}`,
      Name: name,
      'E-Mail': email,
      Stand: `${quantity} zugesagt`,
    })),
    ...(pledged < needed ? [{ Dienst: `Mitbringen: ${label}`, Name: '', Stand: `${needed - pledged} fehlen` }] : []),
  ]);
  return csvFile(`helferliste-${list.startsOn}.csv`, [...rows, ...brought], columns);
}
