import { addDays, daysBetween, type LocalDate } from '#shared/kernel/calendar.ts';

/** Which days of honour a list shows. */
export const honourViews = ['round', 'birthdays', 'memberYears', 'everyBirthday'] as const;

export type HonourView = (typeof honourViews)[number];

/** The German words for the views of the list of honours. */
export const honourViewNames: { readonly [view in HonourView]: string } = {
  round: 'Runde Geburtstage und Jubiläen',
  birthdays: 'Runde Geburtstage',
  memberYears: 'Jubiläen der Mitgliedschaft',
  everyBirthday: 'Alle Geburtstage',
};

/** How many days a list covers at most: one year, and its first day once more. */
const honourDaysAtMost = 366;

export type Honour = { day: LocalDate; kind: 'birthday' | 'memberYears'; /** Years that are completed on the day. */ years: number };

export type Honoured = { birthDate: LocalDate | null; joinedOn: LocalDate; leftOn: LocalDate | null };

/** Which birthdays and which years of membership a club honours. */
export type HonourYears = { birthdays: readonly number[]; memberYears: readonly number[] };

/**
 * The days on which a member is honoured within a period (both days included), those of the membership that is asked about:
 * nobody is honoured before joining or after leaving. Who was born or joined on 29 February is honoured on 1 March in other
 * years, as ages count.
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

/** How often a day has returned on the days of a period; a year after it for the first time. */
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
  // The day after 28 February is the 29th where there is one, else 1 March.
  return monthAndDay === '02-29' ? addDays(before, 1) : `${before.slice(0, 5)}${monthAndDay}`;
}

/** Whether a list covers these days: in their order, and not more than a year. */
export function isHonourPeriod({ from, to }: { from: LocalDate; to: LocalDate }): boolean {
  return from <= to && daysBetween(from, to) <= honourDaysAtMost;
}

/** The name of an occasion: "70. Geburtstag", "25 Jahre Mitglied". */
export function honourInWords({ kind, years }: Pick<Honour, 'kind' | 'years'>): string {
  if (kind === 'birthday') return `${years}. Geburtstag`;
  return years === 1 ? '1 Jahr Mitglied' : `${years} Jahre Mitglied`;
}
