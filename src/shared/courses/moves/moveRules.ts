import { addDays, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { priceUnitNames, type PriceUnit } from '../courseWords.ts';

/** How many days ahead a change of groups may be entered. */
export const moveAheadDays = 92;

/** The price of a group for a person. */
export type GroupPrice = { title: string; cents: number | null; per: PriceUnit | null };

/** The first day in the new group, and which of the two groups is billed when. */
export type MovePlan = {
  /** Whether the seat in the old group has a day before the change; otherwise it was never used and is not billed. */
  hasBegun: boolean;
  /** The last day in the old group. */
  leavesOn: LocalDate;
  /** The first date of the new one. */
  startsOn: LocalDate;
  /** Until when the old one is billed: to the end of the month, quarter or year that has begun. */
  billedUntil: LocalDate;
  /** From when the new one is billed. */
  billedFrom: LocalDate;
};

/**
 * The days of a change. What has begun in the old group is paid to its end, and the new one costs from then on: nobody pays twice
 * for one day. Where nothing is paid by the month, quarter or year, each group costs for its own days.
 */
export function movePlan(startsOn: LocalDate, old: Pick<GroupPrice, 'cents' | 'per'>, oldStartsOn: LocalDate | null): MovePlan {
  const leavesOn = addDays(startsOn, -1);
  const isByPeriod = (old.cents ?? 0) > 0 && (old.per === 'month' || old.per === 'quarter' || old.per === 'year');
  const hasBegun = oldStartsOn === null || oldStartsOn <= leavesOn;
  if (!isByPeriod || !hasBegun) return { hasBegun, leavesOn, startsOn, billedUntil: leavesOn, billedFrom: startsOn };
  const billedUntil = periodEnd(old.per ?? 'month', leavesOn);
  return { hasBegun, leavesOn, startsOn, billedUntil, billedFrom: addDays(billedUntil, 1) };
}

/** What a change means, in sentences: from when, and what it costs from when. */
export function moveInWords(old: GroupPrice, next: GroupPrice, plan: MovePlan): string[] {
  const { hasBegun, leavesOn, startsOn, billedUntil, billedFrom } = plan;
  return [
    hasBegun
      ? `Bis ${germanDate(leavesOn)} bei „${old.title}“, ab ${germanDate(startsOn)} bei „${next.title}“.`
      : `Ab ${germanDate(startsOn)} bei „${next.title}“ statt bei „${old.title}“.`,
    ...(old.cents && hasBegun ? [`„${old.title}“ kostet bis ${germanDate(billedUntil)} weiter ${priceOf(old)}.`] : []),
    next.cents ? `„${next.title}“ kostet ab ${germanDate(billedFrom)} ${priceOf(next)}.` : `„${next.title}“ kostet nichts.`,
    'Eine Gebühr oder eine neue Mindestdauer gibt es nicht.',
  ];
}

/** What changing with another family means, in sentences; it begins once both have agreed. */
export function swapInWords(old: GroupPrice, next: GroupPrice, until: string): string[] {
  return [
    `Eine andere Familie möchte von „${next.title}“ zu „${old.title}“. Stimmen beide bis ${until} zu, tauschen beide die Gruppe.`,
    `Sie wechseln dann zum nächsten Termin von „${next.title}“. Sonst bleibt alles, wie es ist, auch der Platz auf der Warteliste.`,
    ...(old.cents ? [`„${old.title}“ kostet bis zum Ende des Zeitraums, der dann begonnen hat, weiter ${priceOf(old)}.`] : []),
    next.cents ? `„${next.title}“ kostet danach ${priceOf(next)}.` : `„${next.title}“ kostet nichts.`,
    'Eine Gebühr oder eine neue Mindestdauer gibt es nicht.',
  ];
}

function priceOf({ cents, per }: GroupPrice): string {
  return [euros(cents ?? 0), priceUnitNames[per ?? 'month']].join(' ');
}

/** The last day of the month, quarter or year in which a day lies. */
function periodEnd(per: PriceUnit, day: LocalDate): LocalDate {
  const months = per === 'year' ? 12 : per === 'quarter' ? 3 : 1;
  const month = Number(day.slice(5, 7)) - 1;
  const after = Number(day.slice(0, 4)) * 12 + month - (month % months) + months;
  return addDays(`${Math.floor(after / 12)}-${String((after % 12) + 1).padStart(2, '0')}-01`, -1);
}
