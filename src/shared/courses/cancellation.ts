import { addDays, daysBetween, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import type { CancelTier } from './courseWords.ts';
import { euros } from '#shared/kernel/money.ts';

/** The rule of a course for people who sign off. */
export type CancelRule = { cancelFreeUntilDays: number; cancelTiers: readonly CancelTier[]; startsOn: LocalDate };

/** What signing off costs on a day, in cents: nothing until the deadline, then by tier, at most the price. The deadline's day counts as in time. */
export function cancelFee({ cancelFreeUntilDays, cancelTiers, startsOn }: CancelRule, priceCents: number, today: LocalDate): number {
  const left = daysBetween(today, startsOn);
  if (left >= cancelFreeUntilDays) return 0;
  const tier = sorted(cancelTiers).find(({ days }) => left <= days) ?? sorted(cancelTiers).at(-1);
  if (!tier) return priceCents;
  return Math.min(priceCents, tier.cents ?? Math.round((priceCents * (tier.percent ?? 100)) / 100));
}

/** The rule in words, with its days as dates. */
export function cancelRuleInWords({ cancelFreeUntilDays, cancelTiers, startsOn }: CancelRule): string[] {
  const free =
    cancelFreeUntilDays > 0
      ? `Bis ${cancelFreeUntilDays} ${cancelFreeUntilDays === 1 ? 'Tag' : 'Tage'} vor Beginn (${germanDate(addDays(startsOn, -cancelFreeUntilDays))}) ist die Abmeldung kostenlos.`
      : `Bis zum Beginn am ${germanDate(startsOn)} ist die Abmeldung kostenlos.`;
  if (cancelTiers.length === 0) return [free, 'Danach wird der volle Preis fällig.'];
  const steps = sorted(cancelTiers)
    .toReversed()
    .map(({ days, percent, cents }) => {
      const fee = cents === undefined ? `${percent ?? 100} % des Preises` : euros(cents);
      return days > 0 ? `Ab ${days} ${days === 1 ? 'Tag' : 'Tagen'} vor Beginn: ${fee}.` : `Ab dem Beginn: ${fee}.`;
    });
  return [free, ...steps];
}

/** The tier that begins latest stands first: it is the one that holds when it has begun. */
function sorted(tiers: readonly CancelTier[]): CancelTier[] {
  return [...tiers].sort((a, b) => a.days - b.days);
}
