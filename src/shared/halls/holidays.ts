import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';

/** The kinds of days on which a series can pause. */
export const dayRuleKinds = ['public_holiday', 'school_holiday', 'movable_school_day', 'closure'] as const;
export type DayRuleKind = (typeof dayRuleKinds)[number];

/** The behaviour of a series on holidays; closures of the facility always pause it. */
export const holidayModes = ['skip_both', 'skip_public', 'skip_school', 'keep'] as const;
export type HolidayMode = (typeof holidayModes)[number];

/** The German names of the kinds. */
export const dayRuleKindNames: { readonly [kind in DayRuleKind]: string } = {
  public_holiday: 'Feiertag',
  school_holiday: 'Schulferien',
  movable_school_day: 'Beweglicher Ferientag',
  closure: 'Sperrzeit',
};
/** The German names of the modes. */
export const holidayModeNames: { readonly [mode in HolidayMode]: string } = {
  skip_both: 'Nicht in Ferien und an Feiertagen',
  skip_public: 'Nur an Feiertagen nicht',
  skip_school: 'Nur in Schulferien nicht',
  keep: 'Immer',
};

/** A named range of days, both ends inclusive. */
export type DayRule = { kind: DayRuleKind; name: string; startsOn: LocalDate; endsOn: LocalDate };

/** Easter Sunday of a year in the Gregorian calendar (Gauss's algorithm with Lichtenberg's correction). */
export function easterSunday(year: number): LocalDate {
  const century = Math.floor(year / 100);
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sun = 2 - Math.floor((3 * century + 3) / 4);
  const golden = year % 19;
  const seed = (19 * golden + moon) % 30;
  const correction = Math.floor((seed + Math.floor(golden / 11)) / 29);
  const border = 21 + seed - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7);
  const distance = 7 - ((border - firstSunday) % 7);
  return addDays(`${year}-03-01`, border + distance - 1);
}

/** The public holidays of North Rhine-Westphalia in a year, in order: the nine national ones and two of the state. */
export function publicHolidays(year: number): { date: LocalDate; name: string }[] {
  const easter = easterSunday(year);
  return [
    { date: `${year}-01-01`, name: 'Neujahr' },
    { date: addDays(easter, -2), name: 'Karfreitag' },
    { date: addDays(easter, 1), name: 'Ostermontag' },
    { date: `${year}-05-01`, name: 'Tag der Arbeit' },
    { date: addDays(easter, 39), name: 'Christi Himmelfahrt' },
    { date: addDays(easter, 50), name: 'Pfingstmontag' },
    { date: addDays(easter, 60), name: 'Fronleichnam' },
    { date: `${year}-10-03`, name: 'Tag der Deutschen Einheit' },
    { date: `${year}-11-01`, name: 'Allerheiligen' },
    { date: `${year}-12-25`, name: '1. Weihnachtstag' },
    { date: `${year}-12-26`, name: '2. Weihnachtstag' },
  ].toSorted((a, b) => a.date.localeCompare(b.date));
}

/** The public holidays within a period, as day rules. */
export function publicHolidayRules(from: LocalDate, to: LocalDate): DayRule[] {
  const years = Array.from(
    { length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 },
    (_, index) => Number(from.slice(0, 4)) + index,
  );
  return years
    .flatMap(publicHolidays)
    .filter(({ date }) => date >= from && date <= to)
    .map(({ date, name }) => ({ kind: 'public_holiday', name, startsOn: date, endsOn: date }));
}

/** Whether a series with this mode pauses for a rule of this kind. */
export function pausesFor(mode: HolidayMode, kind: DayRuleKind): boolean {
  if (kind === 'closure') return true;
  return mode === 'skip_both' || mode === (kind === 'public_holiday' ? 'skip_public' : 'skip_school');
}

/**
 * The days within a period on which a series pauses, each with its German reason. Where rules overlap, a closure takes
 * precedence over a public holiday, and that over school holidays.
 */
export function pausedDays(rules: readonly DayRule[], mode: HolidayMode, from: LocalDate, to: LocalDate): Map<LocalDate, string> {
  const order = (kind: DayRuleKind) => ['closure', 'public_holiday', 'school_holiday', 'movable_school_day'].indexOf(kind);
  const days = new Map<LocalDate, string>();
  for (const rule of rules.filter(({ kind }) => pausesFor(mode, kind)).toSorted((a, b) => order(a.kind) - order(b.kind))) {
    const last = rule.endsOn < to ? rule.endsOn : to;
    for (let day = rule.startsOn > from ? rule.startsOn : from; day <= last; day = addDays(day, 1)) {
      if (!days.has(day)) days.set(day, rule.name);
    }
  }
  return days;
}
