import { chargeSets } from '#shared/money/chargeWords.ts';
import { owedFor, periodOf, refundFor, type Owed } from '#shared/money/chargeRules.ts';
import type { ProposedRefund } from '#shared/money/charges.ts';
import type { BillingFacts } from './facts.ts';

export type Proposal = { facts: BillingFacts; owed: Owed };

/** What is not charged yet in the period of a day. */
export function proposalsFor(all: readonly BillingFacts[], day: string): Proposal[] {
  return all.flatMap((facts) => {
    const owed = owedFor(facts.one, facts.course, day);
    if (!owed || facts.charges.some(({ source, period }) => source === owed.source && period === owed.period)) return [];
    // The fee is kept back from what was paid, and asked for only where nothing was.
    if (owed.source === 'cancel_fee' && facts.charges.some(({ source, state }) => source === 'course' && chargeSets.paying.includes(state)))
      return [];
    return [{ facts, owed }];
  });
}

/** What should be paid back, and which open charges fell away. */
export function refundsFor(all: readonly BillingFacts[]): ProposedRefund[] {
  return all.flatMap((facts) =>
    facts.charges.flatMap((row): ProposedRefund[] => {
      const { id: chargeId, reference, label, version } = row;
      if (row.source !== 'course') return [];
      const base = { chargeId, reference, name: facts.name, label, version, paidCents: row.cents };
      const isOver = facts.one.state === 'cancelled' || facts.one.state === 'annulled';
      const why = facts.one.state === 'annulled' ? 'Angebot abgesagt' : 'abgemeldet';
      if (isOver && (row.state === 'open' || row.state === 'returned')) return [{ ...base, kind: 'cancel', cents: row.cents, reason: why }];
      if (row.state !== 'paid') return [];
      const { cents, reason } = isOver ? { cents: row.cents - facts.one.cancelFeeCents, reason: why } : fallenOut(facts, row);
      const left = Math.min(cents, row.cents) - row.refunded;
      return left > 0 ? [{ ...base, kind: 'refund', cents: left, reason }] : [];
    }),
  );
}

function fallenOut(facts: BillingFacts, { cents, period }: { cents: number; period: string }): { cents: number; reason: string } {
  // A price per date was asked only for dates at which somebody was there.
  if (facts.one.per === 'session') return { cents: 0, reason: '' };
  const sessions = facts.course.sessions.filter(({ localDate }) => period === '' || periodOf(facts.one.per, localDate) === period);
  const cancelled = sessions.filter(({ isCancelled }) => isCancelled).length;
  return { cents: refundFor(cents, sessions), reason: `${cancelled} von ${sessions.length} Terminen ausgefallen` };
}
