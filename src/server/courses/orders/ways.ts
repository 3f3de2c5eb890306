import { allowableMethods, type AllowableMethod, type OrderMethod } from '#shared/courses/courseWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import { readParameters } from '#server/club/config/service.ts';
import { allOf, type Transaction } from '#server/platform/database/database.ts';

/** The payment methods that a club allows besides direct debit and transfer. */
export async function allowedBy(tx: Transaction, club: ClubName): Promise<AllowableMethod[]> {
  const nameOf = (method: AllowableMethod) => `orders.${club}.${method}` as const;
  const set = await readParameters(tx, allowableMethods.map(nameOf));
  return allowableMethods.filter((method) => set[nameOf(method)]);
}

/** All payment methods that a club accepts, as they are named before an order begins (§ 312j BGB). */
export async function waysToPay(tx: Transaction, club: ClubName): Promise<OrderMethod[]> {
  const [allowed, { creditorId }] = await allOf([allowedBy(tx, club), creditorOf(tx, club)]);
  return ['transfer', ...(creditorId ? (['sepa'] as const) : []), ...allowed];
}
