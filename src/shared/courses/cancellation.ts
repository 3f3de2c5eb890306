import { addDays, daysBetween, germanDate, instantOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { CancelTier } from './courseWords.ts';
import { euros } from '#shared/kernel/money.ts';

/** The cancellation rule of a course. */
export type CancelRule = { cancelFreeUntilDays: number; cancelTiers: readonly CancelTier[]; startsOn: LocalDate };

/** The hours after the order during which a place can be cancelled free of charge once the deadline has passed. */
type GraceRule = { graceHours: number };

const hourMs = 60 * 60 * 1000;

/** The cancellation fee on a day in cents: 0 up to and including the deadline, then by tier, at most the price. */
export function cancelFee(rule: CancelRule, priceCents: number, today: LocalDate): number {
  if (isFree(rule, today)) return 0;
  const tier = tierOn(rule, today);
  if (!tier) return priceCents;
  return Math.min(priceCents, tier.cents ?? Math.round((priceCents * (tier.percent ?? 100)) / 100));
}

/**
 * The cancellation rule as German sentences with dates. With `today`, it starts with the tier of that day, so that it
 * does not mention free cancellation after the deadline.
 */
export function cancelRuleInWords(rule: CancelRule, today?: LocalDate): string[] {
  const { cancelFreeUntilDays, cancelTiers, startsOn } = rule;
  const steps = sorted(cancelTiers).toReversed();
  if (today && !isFree(rule, today)) {
    const now = tierOn(rule, today);
    return [
      bindingSentence(feeNow(rule, today)),
      ...steps.filter(({ days }) => now && days < now.days && days < daysBetween(today, startsOn)).map(stepInWords),
    ];
  }
  const free =
    cancelFreeUntilDays > 0
      ? `Bis ${cancelFreeUntilDays} ${cancelFreeUntilDays === 1 ? 'Tag' : 'Tage'} vor Beginn (${germanDate(addDays(startsOn, -cancelFreeUntilDays))}) sagen Sie kostenlos ab.`
      : `Bis zum Beginn am ${germanDate(startsOn)} sagen Sie kostenlos ab.`;
  return [free, ...(steps.length > 0 ? steps.map(stepInWords) : ['Danach wird der volle Preis fällig.'])];
}

/**
 * The end of free cancellation for a place given now: the end of the deadline's day, or `graceHours` after the order
 * (at most until the start of the first session), whichever is later.
 */
export function freeUntil(rule: CancelRule & GraceRule, orderedAt: Date, firstDate: Date | undefined): Date {
  const deadline = instantOf(addDays(rule.startsOn, 1 - rule.cancelFreeUntilDays), '00:00');
  const grace = new Date(orderedAt.getTime() + rule.graceHours * hourMs);
  const last = firstDate && firstDate < grace ? firstDate : grace;
  return last > deadline ? last : deadline;
}

/** The cancellation rule for a person who has not enrolled yet: after the deadline the grace hours are mentioned. */
export function cancelRuleBefore(rule: CancelRule & GraceRule, today: LocalDate): string[] {
  if (isFree(rule, today) || rule.graceHours === 0) return cancelRuleInWords(rule, today);
  const begun = rule.startsOn <= today ? 'Der Kurs läuft schon' : 'Der Kurs beginnt bald';
  const [, ...steps] = cancelRuleInWords(rule, today);
  return [
    `${begun}: nach der Anmeldung ${rule.graceHours} Stunden kostenlos, höchstens bis zum ersten Termin.`,
    `Danach kostet eine Absage ${feeNow(rule, today)}.`,
    ...steps,
  ];
}

/** The sentence stating the current cancellation fee, e.g. "36,52 €"; of a request it holds once the club has agreed. */
export function bindingSentence(fee: string, isAsked = false): string {
  return `${isAsked ? 'Nach der Zusage' : 'Ab jetzt'} verbindlich: Eine Absage kostet ${fee}.`;
}

function feeNow(rule: CancelRule, today: LocalDate): string {
  const tier = tierOn(rule, today);
  return !tier || (tier.cents === undefined && (tier.percent ?? 100) === 100) ? 'den vollen Preis' : feeInWords(tier);
}

function isFree({ cancelFreeUntilDays, startsOn }: CancelRule, today: LocalDate): boolean {
  return daysBetween(today, startsOn) >= cancelFreeUntilDays;
}

/** Between the deadline and the first tier, the first tier already applies. */
function tierOn({ cancelTiers, startsOn }: CancelRule, today: LocalDate): CancelTier | undefined {
  const left = daysBetween(today, startsOn);
  return sorted(cancelTiers).find(({ days }) => left <= days) ?? sorted(cancelTiers).at(-1);
}

function stepInWords(tier: CancelTier): string {
  const { days } = tier;
  return `${days > 0 ? `Ab ${days} ${days === 1 ? 'Tag' : 'Tagen'} vor Beginn` : 'Ab dem Beginn'}: ${feeInWords(tier)}.`;
}

function feeInWords({ percent, cents }: CancelTier): string {
  return cents === undefined ? `${percent ?? 100} % des Preises` : euros(cents);
}

/** Sorted so that the latest tier comes first; it applies if it has started. */
function sorted(tiers: readonly CancelTier[]): CancelTier[] {
  return [...tiers].sort((a, b) => a.days - b.days);
}
