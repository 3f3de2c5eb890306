import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { periodOf } from '#shared/courses/priceShare.ts';
import { leaverRefund, owedFor, refundFor, refundForSeat, unclearFor, type Owed } from '#shared/money/chargeRules.ts';
import type { ProposedRefund } from '#shared/money/charges.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { BillingFacts, ChargeRow } from './facts.ts';

export type Proposal = { facts: BillingFacts; owed: Owed };

/** The charges owed up to a day that do not exist yet. A cancellation fee is deducted from a paid price, and charged only if nothing was paid. */
export function proposalsFor(all: readonly BillingFacts[], day: string): Proposal[] {
  return all.flatMap((facts) => {
    // Installments are refunded in full, so no fee is deducted from them.
    const isPaying = facts.charges.some(
      ({ source, state, splitOf }) => isPrice(source) && splitOf === null && chargeSets.paying.includes(state),
    );
    return owedBy(facts, day)
      .filter((owed) => !isCharged(facts, owed))
      .flatMap((owed) => (owed.source === 'cancel_fee' && isPaying ? [] : [{ facts, owed }]));
  });
}

/** Older owed periods of which it is unknown whether they were ever charged: listed, never charged automatically. */
export function unclearAmong(all: readonly BillingFacts[], day: string): Proposal[] {
  return all.flatMap((facts) =>
    unclearFor(facts.one, facts.course, day)
      .filter((owed) => !isCharged(facts, owed))
      .map((owed) => ({ facts, owed })),
  );
}

function isPrice(source: ChargeRow['source']): boolean {
  return source === 'course' || source === 'event';
}

function owedBy({ one, course }: BillingFacts, day: string): Owed[] {
  const owed = owedFor(one, course, day);
  return course.id === null ? owed.map((line) => (line.source === 'course' ? { ...line, source: 'event' as const } : line)) : owed;
}

function isCharged(facts: BillingFacts, owed: Owed): boolean {
  return facts.charges.some(({ source, period }) => source === owed.source && period === owed.period);
}

/** Proposed refunds, and open charges to cancel. */
export function refundsFor(all: readonly BillingFacts[]): ProposedRefund[] {
  return all.flatMap((facts) =>
    facts.charges.flatMap((row): ProposedRefund[] => {
      const { id: chargeId, reference, label, version } = row;
      if (!isPrice(row.source)) return [];
      const base = { chargeId, reference, name: facts.name, label, version, paidCents: row.cents };
      if (facts.one.per !== 'course' && facts.one.state !== 'annulled') return row.splitOf === null ? repeatedRefund(facts, row, base) : [];
      const isOver = enrolmentSets.calledOff.includes(facts.one.state);
      const why = facts.one.state === 'annulled' ? `${facts.course.id === null ? 'Termin' : 'Angebot'} abgesagt` : 'Platz abgesagt';
      if (isOver && chargeSets.due.includes(row.state)) return [{ ...base, kind: 'cancel', cents: row.cents, reason: why }];
      if (row.state !== 'paid' || (row.splitOf !== null && !isOver)) return [];
      const kept = row.splitOf === null ? facts.one.cancelFeeCents : 0;
      const { cents, reason } = isOver ? { cents: row.cents - kept, reason: why } : fallenOut(facts, row);
      const left = Math.min(cents, row.cents - row.waivedCents) - row.refunded;
      return left > 0 ? [{ ...base, kind: 'refund', cents: left, reason }] : [];
    }),
  );
}

/** The price of a past month stays owed after leaving: charges beyond the last day and for dropped sessions are refunded. */
function repeatedRefund(
  facts: BillingFacts,
  row: ChargeRow & { refunded: number },
  base: Omit<ProposedRefund, 'kind' | 'cents' | 'reason'>,
) {
  const beyond = leaverRefund(facts.one, facts.course, row);
  const why = facts.one.isWithdrawn ? 'Widerruf' : `dabei bis ${germanDate(facts.one.leavesOn ?? '')}`;
  if (chargeSets.due.includes(row.state)) return beyond > 0 ? [{ ...base, kind: 'cancel' as const, cents: row.cents, reason: why }] : [];
  if (row.state !== 'paid') return [];
  const { cents, reason } = beyond > 0 ? { cents: beyond, reason: why } : fallenOut(facts, row);
  const left = Math.min(cents, row.cents - row.waivedCents) - row.refunded;
  return left > 0 ? [{ ...base, kind: 'refund' as const, cents: left, reason }] : [];
}

function fallenOut(facts: BillingFacts, { cents, period }: { cents: number; period: string }): { cents: number; reason: string } {
  // A price per session was charged only for sessions that were attended.
  if (facts.one.per === 'session') return { cents: 0, reason: '' };
  const sessions = facts.course.sessions.filter(({ localDate }) => period === '' || periodOf(facts.one.per, localDate) === period);
  const { startsOn, fullPriceCents } = facts.one;
  const isShare = startsOn !== null && fullPriceCents !== null && facts.course.lateJoin === 'prorata';
  const own = isShare ? sessions.filter(({ localDate }) => localDate >= startsOn) : sessions;
  const cancelled = own.filter(({ isCancelled }) => isCancelled).length;
  const back = isShare ? refundForSeat(cents, sessions, { fullCents: fullPriceCents, startsOn }) : refundFor(cents, sessions);
  return { cents: back, reason: `${cancelled} von ${own.length} Terminen ausgefallen` };
}
