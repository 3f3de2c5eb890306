import { addDays, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { priceUnitNames, type PriceUnit } from '../courseWords.ts';

/** The maximum number of days that a change of groups can be entered ahead. */
export const moveAheadDays = 92;

/** The price of a group for a person. */
export type GroupPrice = { title: string; cents: number | null; per: PriceUnit | null };

/** The dates of a change of groups: the first day in the new group, and the charged periods of both. */
export type MovePlan = {
  /** Whether there are days in the old group before the change; otherwise it was never used and is not charged. */
  hasBegun: boolean;
  /** The last day in the old group. */
  leavesOn: LocalDate;
  /** The first session of the new group. */
  startsOn: LocalDate;
  /** The end of the period charged for the old group: the current month, quarter or year. */
  billedUntil: LocalDate;
  /** The start of the period charged for the new group. */
  billedFrom: LocalDate;
};

/**
 * The dates of a change of groups. The current period of the old group is charged to its end, and the new group after
 * it, so that no day is charged twice. Without prices per month, quarter or year, each group charges its own days.
 */
export function movePlan(startsOn: LocalDate, old: Pick<GroupPrice, 'cents' | 'per'>, oldStartsOn: LocalDate | null): MovePlan {
  const leavesOn = addDays(startsOn, -1);
  const isByPeriod = (old.cents ?? 0) > 0 && (old.per === 'month' || old.per === 'quarter' || old.per === 'year');
  const hasBegun = oldStartsOn === null || oldStartsOn <= leavesOn;
  if (!isByPeriod || !hasBegun) return { hasBegun, leavesOn, startsOn, billedUntil: leavesOn, billedFrom: startsOn };
  const billedUntil = periodEnd(old.per ?? 'month', leavesOn);
  return { hasBegun, leavesOn, startsOn, billedUntil, billedFrom: addDays(billedUntil, 1) };
}

/** The change of groups as German sentences: its start, and the prices with their dates. */
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

/** A swap with another family as German sentences; it takes effect once both have agreed. */
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

function periodEnd(per: PriceUnit, day: LocalDate): LocalDate {
  const months = per === 'year' ? 12 : per === 'quarter' ? 3 : 1;
  const month = Number(day.slice(5, 7)) - 1;
  const after = Number(day.slice(0, 4)) * 12 + month - (month % months) + months;
  return addDays(`${Math.floor(after / 12)}-${String((after % 12) + 1).padStart(2, '0')}-01`, -1);
}
