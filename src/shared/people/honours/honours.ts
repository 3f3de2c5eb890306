import { addDays, daysBetween, type LocalDate } from '#shared/kernel/calendar.ts';

/** The views of the list of honours. */
export const honourViews = ['round', 'birthdays', 'memberYears', 'everyBirthday'] as const;

export type HonourView = (typeof honourViews)[number];

/** The German names of the views. */
export const honourViewNames: { readonly [view in HonourView]: string } = {
  round: 'Runde Geburtstage und Jubiläen',
  birthdays: 'Runde Geburtstage',
  memberYears: 'Jubiläen der Mitgliedschaft',
  everyBirthday: 'Alle Geburtstage',
};

/** The maximum length of a list in days: one year plus its first day again. */
const honourDaysAtMost = 366;

export type Honour = { day: LocalDate; kind: 'birthday' | 'memberYears'; /** The number of completed years. */ years: number };

export type Honoured = { birthDate: LocalDate | null; joinedOn: LocalDate; leftOn: LocalDate | null };

/** The birthdays and years of membership that a club honours. */
export type HonourYears = { birthdays: readonly number[]; memberYears: readonly number[] };

/**
 * The anniversaries of a member within a period (both days inclusive), for the given membership: none before joining or
 * after leaving. Anniversaries of 29 February are on 1 March in common years, like ages.
 */
export function honoursOf(
  { birthDate, joinedOn, leftOn }: Honoured,
  period: { from: LocalDate; to: LocalDate },
  view: HonourView,
  rounds: HonourYears,
): Honour[] {
  const isMember = ({ day }: Honour) => day >= joinedOn && (leftOn === null || day <= leftOn);
  const birthdays =
    birthDate === null || view === 'memberYears'
      ? []
      : returnsOf(birthDate, period).filter(({ years }) => view === 'everyBirthday' || rounds.birthdays.includes(years));
  const jubilees =
    view === 'round' || view === 'memberYears' ? returnsOf(joinedOn, period).filter(({ years }) => rounds.memberYears.includes(years)) : [];
  return [
    ...birthdays.map((one): Honour => ({ ...one, kind: 'birthday' })),
    ...jubilees.map((one): Honour => ({ ...one, kind: 'memberYears' })),
  ].filter(isMember);
}

/** The anniversaries of a day within a period; the first one is a year after it. */
function returnsOf(first: LocalDate, { from, to }: { from: LocalDate; to: LocalDate }): { day: LocalDate; years: number }[] {
  const begin = Number(first.slice(0, 4));
  const returns = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    const day = dayInYear(first, year);
    if (year > begin && day >= from && day <= to) returns.push({ day, years: year - begin });
  }
  return returns;
}

function dayInYear(first: LocalDate, year: number): LocalDate {
  const monthAndDay = first.slice(5);
  const before = `${String(year).padStart(4, '0')}-02-28`;
  // The day after 28 February is 29 February in leap years, otherwise 1 March.
  return monthAndDay === '02-29' ? addDays(before, 1) : `${before.slice(0, 5)}${monthAndDay}`;
}

/** Whether a period is valid for a list: in order, and at most one year. */
export function isHonourPeriod({ from, to }: { from: LocalDate; to: LocalDate }): boolean {
  return from <= to && daysBetween(from, to) <= honourDaysAtMost;
}

/** The German name of an anniversary: "70. Geburtstag", "25 Jahre Mitglied". */
export function honourInWords({ kind, years }: Pick<Honour, 'kind' | 'years'>): string {
  if (kind === 'birthday') return `${years}. Geburtstag`;
  return years === 1 ? '1 Jahr Mitglied' : `${years} Jahre Mitglied`;
}
