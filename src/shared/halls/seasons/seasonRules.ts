import { z } from 'zod';
import { minutesOf, timeOf, weekdayNames } from '#shared/kernel/calendar.ts';

/** The measures of an organisation's entitlement, up to which its wishes have full weight. */
export const fairnesses = ['equal', 'members', 'asked'] as const;
/** The German names of the measures. */
export const fairnessNames: { readonly [fairness in (typeof fairnesses)[number]]: string } = {
  equal: 'Alle haben den gleichen Anteil',
  members: 'Nach der Zahl der Mitglieder, unter 18 doppelt',
  asked: 'Nach dem, was jeder gewünscht hat',
};
const fairnessSentences: typeof fairnessNames = {
  equal: 'Alle Vereine haben den gleichen Anteil.',
  members: 'Der Anteil richtet sich nach der Zahl der Mitglieder; wer unter 18 ist, zählt doppelt.',
  asked: 'Der Anteil richtet sich nach dem, was jeder gewünscht hat.',
};

const factor = z.int().min(0).max(1000);

/** The rules of a season as data; each has a published sentence. Factors are in percent. */
export const seasonRules = z.strictObject({
  /** The points of a unit for one step, by priority class 1 to 5. */
  classPoints: z.array(z.int().min(1).max(1000)).length(5),
  keptPercent: factor,
  /** By the rank of the option, starting with the first. */
  optionPercents: z.array(factor).length(6),
  /** Up to the organisation's entitlement, up to one and a half times of it, and beyond. */
  orderPercents: z.array(factor).length(3),
  fairness: z.enum(fairnesses),
  /** For fairness by members: the number of members by organisation ID; minors count twice. */
  members: z.record(z.uuid(), z.int().min(0).max(1_000_000)).optional(),
  normPerPart: z.int().min(1).max(200),
});
export type SeasonRules = z.infer<typeof seasonRules>;

/** The default rules of a new season. */
export const defaultSeasonRules: SeasonRules = {
  classPoints: [100, 70, 50, 40, 20],
  keptPercent: 125,
  optionPercents: [100, 95, 90, 85, 80, 75],
  orderPercents: [100, 85, 70],
  fairness: 'equal',
  normPerPart: 12,
};

/** The published rules, one German sentence each. */
export function ruleSentences(rules: SeasonRules): string[] {
  const [school, youth, adults, other, rental] = rules.classPoints;
  return [
    `Je halbe Stunde und Hallenteil zählen Schule ${school}, Jugend ${youth}, Erwachsene ${adults}, Sonstige ${other} und Vermietung ${rental} Punkte.`,
    `Wer seine bestätigte bisherige Zeit behält, bekommt das ${german(rules.keptPercent)}-Fache.`,
    `Die erste Wahl zählt ganz, jede weitere etwas weniger (${rules.optionPercents.join(', ')} %).`,
    `Wünsche bis zum Anteil des Vereins zählen ganz, darüber ${rules.orderPercents[1]} %, ab dem Anderthalbfachen ${rules.orderPercents[2]} %. ${fairnessSentences[rules.fairness]}`,
    `Weniger als ${rules.normPerPart} Personen je Hallenteil zählen entsprechend weniger, mindestens die Hälfte.`,
    'Bei gleichen Punkten entscheidet das Los der Saison.',
  ];
}

function german(percent: number): string {
  return (percent / 100).toLocaleString('de-DE');
}

/** The facts that determine the points of a place, besides the place itself. */
export type Weighed = { steps: number; parts: number; participants: number; priorityClass: number; orderPercent: number };

/**
 * The points of a place for a wish. All factors are integer fractions and rounded once, half up, so that every machine
 * gets the same result. `offset` is the number of steps after the start of the window, `firstUnit` the number of units
 * before it.
 */
export function pointsOf(
  rules: SeasonRules,
  { steps, parts, participants, priorityClass, orderPercent }: Weighed,
  place: { isKept: boolean; option: number; offset: number; firstUnit: number },
): number {
  const norm = rules.normPerPart * parts;
  // Between one half and one, as a fraction of twice the norm.
  const crowd = Math.min(2 * norm, Math.max(norm, 2 * participants));
  const percents = [orderPercent, place.isKept ? rules.keptPercent : 100, rules.optionPercents[place.option] ?? 0];
  const above = percents.reduce(
    (product, percent) => product * percent,
    steps * parts * (rules.classPoints[priorityClass - 1] ?? 0) * crowd,
  );
  const below = 1_000_000 * 2 * norm;
  return Math.floor((2 * above + below) / (2 * below)) - place.offset - place.firstUnit;
}

/**
 * The weight of a wish in percent, from the minutes that its organisation ranked before it and its entitlement; schools
 * always have full weight.
 */
export function orderPercentOf(rules: SeasonRules, before: number, entitlement: number, isSchool: boolean): number {
  const [whole = 100, some = 100, rest = 100] = rules.orderPercents;
  if (isSchool || before <= entitlement) return whole;
  return 2 * before <= 3 * entitlement ? some : rest;
}

/** Who may use a window, by its lowest class. */
export const windowClasses = [
  'den Schulen vorbehalten',
  'der Jugend vorbehalten',
  'nicht für Sonstige und Vermietung',
  'nicht für Vermietung',
];

/** Whom a window is reserved for, by its lowest class; undefined if it is open to all. */
export function windowWords(onlyClass: number | null): string | undefined {
  return onlyClass === null ? undefined : windowClasses[onlyClass - 1];
}

/** The usual hours from Monday to Friday, and the lowest class admitted: schools, then young people, then all. */
const usualHours = [
  { opens: '08:00', closes: '16:00', onlyClass: 1 },
  { opens: '16:00', closes: '18:00', onlyClass: 2 },
  { opens: '18:00', closes: '22:00', onlyClass: null },
] as const;

/** The usual hours of a class, for a wish without times; extended if the wish needs longer. */
export function usualTimesOf(priorityClass: number, minutes: number): { fromTime: string; toTime: string } {
  const { opens, closes } = usualHours[Math.min(priorityClass, usualHours.length) - 1] ?? usualHours[2];
  return { fromTime: opens, toTime: later(closes, timeOf(minutesOf(opens) + minutes)) };
}

type Opening = { weekday: number; opens: string; closes: string };

/** The default windows of a hall in a season: its opening hours, on working days split by the usual hours. */
export function usualWindows(openings: readonly Opening[]): (Opening & { onlyClass: number | null })[] {
  return merged(openings).flatMap(({ weekday, opens, closes }) => {
    if (weekday > 5) return [{ weekday, opens, closes, onlyClass: null }];
    const [first, middle, last] = usualHours;
    // Before eight only schools, after ten in the evening everybody.
    const spans = [{ ...first, opens: '00:00' }, middle, { ...last, closes: '24:00' }];
    return spans
      .map((one) => ({ weekday, opens: later(one.opens, opens), closes: earlier(one.closes, closes), onlyClass: one.onlyClass }))
      .filter((one) => one.opens < one.closes);
  });
}

/** Opening hours without overlaps; they may overlap if they apply to different parts of the year. */
export function merged(openings: readonly Opening[]): Opening[] {
  const found: Opening[] = [];
  for (const one of openings.toSorted((a, b) => a.weekday - b.weekday || a.opens.localeCompare(b.opens))) {
    const last = found.at(-1);
    if (last?.weekday === one.weekday && one.opens <= last.closes) last.closes = later(last.closes, one.closes);
    else found.push({ weekday: one.weekday, opens: one.opens, closes: one.closes });
  }
  return found;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

type Window = Opening & { onlyClass: number | null };

/** "Mo–Fr 08:00–16:00 (den Schulen vorbehalten), 16:00–22:00; Sa 08:00–20:00": the windows of a hall, days with the same ones together. */
export function windowsInWords(windows: readonly Window[]): string {
  const hoursOf = (weekday: number) =>
    windows
      .filter((one) => one.weekday === weekday)
      .toSorted((a, b) => a.opens.localeCompare(b.opens))
      .map(({ opens, closes, onlyClass }) => `${opens}–${closes}${onlyClass === null ? '' : ` (${windowWords(onlyClass)})`}`)
      .join(', ');
  const runs: { first: number; last: number; hours: string }[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
    const [hours, before] = [hoursOf(weekday), runs.at(-1)];
    if (before?.hours === hours) before.last = weekday;
    else runs.push({ first: weekday, last: weekday, hours });
  }
  const dayOf = (weekday: number) => (weekdayNames[weekday - 1] ?? '').slice(0, 2);
  return runs
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, hours }) => `${dayOf(first)}${last > first ? `–${dayOf(last)}` : ''} ${hours}`)
    .join('; ');
}
