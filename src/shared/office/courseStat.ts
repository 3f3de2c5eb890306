import { z } from 'zod';
import { courseStatuses } from '#shared/courses/courseStates.ts';
import { addDays, daysBetween, type LocalDate } from '#shared/kernel/calendar.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { courseKinds, priceCategories } from '#shared/courses/courseWords.ts';
import { clubName, id, localDate, exportLook } from '#shared/kernel/fields.ts';
import { keysOf, recordOf } from '#shared/kernel/keys.ts';

/** The age groups of the federation's statistics, by age at the start of the course. */
export const ageBrackets = ['0–6', '7–14', '15–18', '19–26', '27–40', '41–60', '61+'] as const;

const count = z.int();
const sums = {
  courses: count,
  places: count.describe('The seats of the courses with a limit.'),
  taken: count.describe('The taken seats of these courses.'),
  registered: count,
  waitlistPeak: count.describe('The maximum number of people waiting at the same time.'),
  present: count,
  absent: count,
  sessionsPlanned: count,
  sessionsHeld: count,
  sessionsCancelled: count,
  members: count,
  partners: count.describe('Members of a partner club who are not members of this club.'),
  women: count,
  men: count,
  diverse: count,
  under18: count,
  targetCents: count,
  paidCents: count,
  openCents: count,
  refundedCents: count.describe('Refunded or to be refunded, as a positive number of cents.'),
  trainerMinutes: count.describe('Minutes of all persons who led the held sessions.'),
  unpricedMinutes: count.describe('Those of the minutes for which no hourly rate is set.'),
  trainerCents: count,
  hallMinutes: count.describe('Minutes of the held sessions that used a hall.'),
  unpricedHallMinutes: count.describe('Those of the minutes for which no hourly rate is set.'),
  hallCents: count,
};
const sumNames = keysOf(sums);
const figures = {
  ...sums,
  ages: z.array(count).describe('Counts per age bracket; the last one is for unknown ages.'),
  categories: z.partialRecord(z.enum(priceCategories), count),
};

/** The figures of one course or the total of several. */
const statFigures = z.object(figures);
export type StatFigures = z.infer<typeof statFigures>;

/** A course with its figures in the period. */
const statRow = z.object({
  id,
  number: z.string(),
  title: z.string(),
  department: z.string(),
  kind: z.enum(courseKinds),
  status: z.enum(courseStatuses),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  placesMin: z.int().nullable(),
  placesMax: z.int().nullable(),
  ...figures,
});
export type StatRow = z.infer<typeof statRow>;

/** The figures of one month of the period. */
const statMonth = z.object({ month: z.string(), present: count, absent: count, paidCents: count, openCents: count });
export type StatMonth = z.infer<typeof statMonth>;

export type CourseStat = {
  rows: StatRow[];
  totals: StatFigures;
  previous: StatFigures;
  previousFrom: string;
  previousTo: string;
  months: StatMonth[];
};

/** The filter of the statistics. */
export const statFilter = {
  club: clubName.optional().describe('Only superusers may name another club.'),
  from: localDate,
  to: localDate,
  departmentId: id.optional(),
  kind: z.enum(courseKinds).optional(),
  trainerId: id.optional().describe('Only courses led by this person.'),
};

const asked = z
  .strictObject(statFilter)
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Das Ende liegt vor dem Beginn.' })
  .refine(({ from, to }) => daysBetween(from, to) <= 1100, { path: ['to'], message: 'Bitte höchstens drei Jahre.' });

/** Statistics of courses (/admin/courseStat). */
export const courseStatContract = {
  read: endpoint(
    { access: 'courseStat.read', answerMs: 10_000 },
    { method: 'GET', path: '/course-statistics', summary: 'Kursstatistik eines Zeitraums mit dem Zeitraum davor' },
  )
    .input(asked)
    .output(
      z.object({
        rows: z.array(statRow),
        totals: statFigures,
        previous: statFigures,
        previousFrom: z.string(),
        previousTo: z.string(),
        months: z.array(statMonth),
      }),
    ),
  export: endpoint(
    { access: 'courseStat.export', fresh: true, answerMs: 10_000 },
    { method: 'GET', path: '/course-statistics/export', summary: 'Kursstatistik als CSV oder XLSX' },
  )
    .input(asked.safeExtend({ ...exportLook }))
    .output(z.file()),
};

/** The preceding period of the same length: whole months if the period consists of whole months, otherwise as many days. */
export function periodBefore(from: LocalDate, to: LocalDate): { from: LocalDate; to: LocalDate } {
  const before = addDays(from, -1);
  if (from.slice(8) !== '01' || addDays(to, 1).slice(8) !== '01')
    return { from: addDays(before, from === to ? 0 : -daysBetween(from, to)), to: before };
  const months = monthNumber(to) - monthNumber(from) + 1;
  const first = monthNumber(from) - months;
  return { from: `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}-01`, to: before };
}

/** The total of the figures of several courses. */
export function sumOf(rows: readonly StatFigures[]): StatFigures {
  const sum = (of: (row: StatFigures) => number) => rows.reduce((total, row) => total + of(row), 0);
  const categories: StatFigures['categories'] = {};
  for (const name of priceCategories) {
    const number = sum((row) => row.categories[name] ?? 0);
    if (number > 0) categories[name] = number;
  }
  return {
    ...recordOf(sumNames, (name) => sum((row) => row[name])),
    ages: Array.from({ length: ageBrackets.length + 1 }, (_, at) => sum(({ ages }) => ages[at] ?? 0)),
    categories,
  };
}

/** The contribution margin in cents: the income less refunds, trainers and halls. */
export function marginOf({ targetCents, refundedCents, trainerCents, hallCents }: StatFigures): number {
  return targetCents - refundedCents - trainerCents - hallCents;
}

/** A share in whole percent; null if `whole` is 0. */
export function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part * 100) / whole) : null;
}

/** The average attendance per held session, rounded to one decimal; null without held sessions. */
export function perSession({ present, sessionsHeld }: Pick<StatFigures, 'present' | 'sessionsHeld'>): number | null {
  return sessionsHeld > 0 ? Math.round((present * 10) / sessionsHeld) / 10 : null;
}

function monthNumber(date: LocalDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}
