import { mondayOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DiaryEntry } from '#shared/people/report/memberReport.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import type { Transaction } from '#server/platform/database/database.ts';

const entriesAtMost = 2000;

export type Period = { club: ClubName; from: string; to: string };

/** A held session, with the persons who led it. */
type HeldDate = DiaryEntry & { trainerIds: string[] };
/** Port: the held sessions of a period, newest first, with their trainers. */
export type HeldDates = (tx: Transaction, period: Period, limit: number) => Promise<HeldDate[]>;

/** The diary of a period: its sessions, with totals per week and trainer. */
export async function readDiary(tx: Transaction, period: Period, heldDates: HeldDates) {
  const rows = await heldDates(tx, period, entriesAtMost + 1);
  const entries = rows.slice(0, entriesAtMost).map(({ trainerIds: _ids, ...entry }) => entry);
  return { entries, isCut: rows.length > entriesAtMost, weeks: weeksOf(entries), trainers: trainersOf(entries) };
}

/** The sessions of the diary as a file has them, and the persons it names. */
export async function diaryForFile(
  tx: Transaction,
  period: Period,
  heldDates: HeldDates,
): Promise<{ entries: DiaryEntry[]; listed: string[] }> {
  const entries = await heldDates(tx, period, entriesAtMost);
  return { entries, listed: [...new Set(entries.flatMap(({ trainerIds }) => trainerIds))] };
}

function weeksOf(entries: readonly DiaryEntry[]) {
  const weeks = new Map<string, { monday: string; minutes: number; present: number }>();
  for (const { day, minutes, present } of entries.toReversed()) {
    const monday = mondayOf(day);
    const week = weeks.get(monday) ?? { monday, minutes: 0, present: 0 };
    week.minutes += minutes;
    week.present += present ?? 0;
    weeks.set(monday, week);
  }
  return [...weeks.values()];
}

function trainersOf(entries: readonly DiaryEntry[]) {
  const trainers = new Map<string, { name: string; sessions: number; minutes: number }>();
  for (const { trainers: names, minutes } of entries) {
    for (const name of names) {
      const one = trainers.get(name) ?? { name, sessions: 0, minutes: 0 };
      one.sessions += 1;
      one.minutes += minutes;
      trainers.set(name, one);
    }
  }
  return [...trainers.values()].toSorted((one, other) => compareNames(one.name, other.name));
}
