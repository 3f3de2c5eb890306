import { and, asc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, daysBetween, germanDate, instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { Write } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import type { HelperListRow, ShiftRow } from '../signUp/seats.ts';
import { helperList, item, shift } from './table.ts';

/**
 * Copies the shifts and items of an earlier list of the club into a new one, without helpers; times keep their offset from the first day of
 * the list.
 */
export async function copyFrom({ tx }: Write, list: HelperListRow, templateId: string): Promise<void> {
  const [template] = await tx
    .select({ startsOn: helperList.startsOn })
    .from(helperList)
    .where(and(eq(helperList.id, templateId), eq(helperList.club, list.club)));
  if (!template) throw fieldProblem('templateId', 'Diese Liste gibt es im Verein nicht mehr.');
  const days = daysBetween(template.startsOn, list.startsOn);
  const found = await tx.select().from(shift).where(eq(shift.helperListId, templateId)).orderBy(asc(shift.startsAt), asc(shift.id));
  const shifts = found.map((one) => ({ ...one, ...moved(one, days), id: randomUUID(), helperListId: list.id, version: 1 }));
  const last = shifts.at(-1);
  const lastDay = last && localOf(last.startsAt).date;
  if (lastDay && lastDay > list.endsOn) throw fieldProblem('endsOn', `Die Dienste der Vorlage gehen dann bis ${germanDate(lastDay)}.`);
  if (shifts.length > 0) await tx.insert(shift).values(shifts);
  const items = await tx.select().from(item).where(eq(item.helperListId, templateId));
  if (items.length > 0)
    await tx.insert(item).values(items.map((one) => ({ ...one, id: randomUUID(), helperListId: list.id, createdAt: now() })));
}

/** Moves a shift by whole days. The local start time and the duration stay the same across a change of daylight saving time. */
function moved({ startsAt, endsAt }: ShiftRow, days: number): Pick<ShiftRow, 'startsAt' | 'endsAt'> {
  const { date, time } = localOf(startsAt);
  const begins = instantOf(addDays(date, days), time);
  return { startsAt: begins, endsAt: new Date(begins.getTime() + endsAt.getTime() - startsAt.getTime()) };
}
