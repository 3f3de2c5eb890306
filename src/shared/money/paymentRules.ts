import type { PaymentKind } from './paymentWords.ts';
import { sumOfCents } from '#shared/kernel/money.ts';

/** The facts of a charge that payments depend on. */
export type OpenCharge = { id: string; cents: number; settledCents: number; dueOn: string; isFee: boolean };

/** A payment on the account of one payer: money in, money out, or a waiver. */
export type Booked = { id: string; kind: PaymentKind; cents: number; reverses: string | null };

/** An allocation: cents of a payment that settle a charge; negative ones reverse it or settle a refund. */
export type Allocated = { paymentId: string; chargeId: string; cents: number };

/** The allocations of one new payment. */
export type Shares = { chargeId: string; cents: number }[];

/** The open amount of a charge; negative while a refund is pending. */
export function restOf({ cents, settledCents }: Pick<OpenCharge, 'cents' | 'settledCents'>): number {
  return cents - settledCents;
}

/** The credit of a payer: all payments minus all allocations. */
export function creditOf(payments: readonly Booked[], allocations: readonly Allocated[]): number {
  return sumOfCents(payments) - sumOfCents(allocations);
}

/** Allocates money to charges: oldest due first, on equal days charges before their fees. The rest stays as credit. */
export function sharesOf(cents: number, openCharges: readonly OpenCharge[]): Shares {
  let left = cents;
  return openCharges.toSorted(byAge).flatMap((openCharge) => {
    const part = Math.min(left, Math.max(0, restOf(openCharge)));
    left -= part;
    return part > 0 ? [{ chargeId: openCharge.id, cents: part }] : [];
  });
}

/** The reversal of a payment: the negated sum, and its current allocations negated. */
export function reversalOf({ id, cents }: Booked, allocations: readonly Allocated[]): { cents: number; shares: Shares } {
  const nets = netOf(allocations.filter(({ paymentId }) => paymentId === id));
  return { cents: 0 - cents, shares: [...nets].map(([chargeId, net]) => ({ chargeId, cents: 0 - net })) };
}

/** Allocates credit to open charges, oldest payment first: never more than the credit. */
export function creditShares(
  payments: readonly Booked[],
  allocations: readonly Allocated[],
  openCharges: readonly OpenCharge[],
): (Shares[number] & { paymentId: string })[] {
  let credit = creditOf(payments, allocations);
  const open = openCharges.map((openCharge) => ({ ...openCharge }));
  return payments.flatMap((payment) => {
    const used = sumOfCents(allocations.filter(({ paymentId }) => paymentId === payment.id));
    const isGone = payment.reverses !== null || payments.some(({ reverses }) => reverses === payment.id);
    const free = isGone ? 0 : Math.min(payment.cents - used, credit);
    const shares = free > 0 ? sharesOf(free, open) : [];
    for (const { chargeId, cents } of shares) {
      credit -= cents;
      const openCharge = open.find(({ id }) => id === chargeId);
      if (openCharge) openCharge.settledCents += cents;
    }
    return shares.map((share) => ({ ...share, paymentId: payment.id }));
  });
}

/** The sum that some allocations settle of each charge, without fully reversed ones. */
export function netOf(allocations: readonly Allocated[]): Map<string, number> {
  const nets = new Map<string, number>();
  for (const { chargeId, cents } of allocations) nets.set(chargeId, (nets.get(chargeId) ?? 0) + cents);
  for (const [chargeId, net] of nets) if (net === 0) nets.delete(chargeId);
  return nets;
}

function byAge(one: OpenCharge, other: OpenCharge): number {
  return one.dueOn.localeCompare(other.dueOn) || Number(one.isFee) - Number(other.isFee) || one.id.localeCompare(other.id);
}
