import type { PaymentKind } from './paymentWords.ts';
import { sumOfCents } from '#shared/kernel/money.ts';

/** A claim as far as paying it needs to know. */
export type Claim = { id: string; cents: number; settledCents: number; dueOn: string; isFee: boolean };

/** Money that came, went or was forgone, on the account of one payer. */
export type Booked = { id: string; kind: PaymentKind; cents: number; reverses: string | null };

/** So many cents of a payment stand for a charge; negative ones take back or stand for a refund. */
export type Allocated = { paymentId: string; chargeId: string; cents: number };

/** What one new payment takes and where it goes. */
export type Shares = { chargeId: string; cents: number }[];

/** What of a claim is still to be paid; negative while money is still to go back. */
export function restOf({ cents, settledCents }: Pick<Claim, 'cents' | 'settledCents'>): number {
  return cents - settledCents;
}

/** What stands free on the account of a payer: all that was booked less all that stands for a charge. */
export function creditOf(payments: readonly Booked[], allocations: readonly Allocated[]): number {
  return sumOfCents(payments) - sumOfCents(allocations);
}

/**
 * Shares money over claims: the oldest due first, of one day the claim before its fees. What is left over is in no share and
 * stays as credit.
 */
export function sharesOf(cents: number, claims: readonly Claim[]): Shares {
  let left = cents;
  return claims.toSorted(byAge).flatMap((claim) => {
    const part = Math.min(left, Math.max(0, restOf(claim)));
    left -= part;
    return part > 0 ? [{ chargeId: claim.id, cents: part }] : [];
  });
}

/** The twin that takes a payment back: the opposite sum, and the opposite of all that it stands for by now. */
export function reversalOf({ id, cents }: Booked, allocations: readonly Allocated[]): { cents: number; shares: Shares } {
  const nets = netOf(allocations.filter(({ paymentId }) => paymentId === id));
  return { cents: 0 - cents, shares: [...nets].map(([chargeId, net]) => ({ chargeId, cents: 0 - net })) };
}

/** Shares of payments that stand free, the oldest payment first, over the claims that are open: never more than the credit. */
export function creditShares(
  payments: readonly Booked[],
  allocations: readonly Allocated[],
  claims: readonly Claim[],
): (Shares[number] & { paymentId: string })[] {
  let credit = creditOf(payments, allocations);
  const open = claims.map((claim) => ({ ...claim }));
  return payments.flatMap((payment) => {
    const used = sumOfCents(allocations.filter(({ paymentId }) => paymentId === payment.id));
    const isGone = payment.reverses !== null || payments.some(({ reverses }) => reverses === payment.id);
    const free = isGone ? 0 : Math.min(payment.cents - used, credit);
    const shares = free > 0 ? sharesOf(free, open) : [];
    for (const { chargeId, cents } of shares) {
      credit -= cents;
      const claim = open.find(({ id }) => id === chargeId);
      if (claim) claim.settledCents += cents;
    }
    return shares.map((share) => ({ ...share, paymentId: payment.id }));
  });
}

/** What of each charge stands settled by some allocations, without those that were taken back whole. */
export function netOf(allocations: readonly Allocated[]): Map<string, number> {
  const nets = new Map<string, number>();
  for (const { chargeId, cents } of allocations) nets.set(chargeId, (nets.get(chargeId) ?? 0) + cents);
  for (const [chargeId, net] of nets) if (net === 0) nets.delete(chargeId);
  return nets;
}

function byAge(one: Claim, other: Claim): number {
  return one.dueOn.localeCompare(other.dueOn) || Number(one.isFee) - Number(other.isFee) || one.id.localeCompare(other.id);
}
