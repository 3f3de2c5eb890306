import { allowableMethods, waysInWords, type AllowableMethod, type OrderMethod } from '#shared/courses/courseWords.ts';
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

/** How one can pay a club for something at these prices, named before an order begins (§ 312j BGB); empty if it is free. */
export async function waysToPay(tx: Transaction, club: ClubName, prices: readonly number[]): Promise<string> {
  if (!prices.some((cents) => cents > 0)) return '';
  const [allowed, { creditorId }] = await allOf([allowedBy(tx, club), creditorOf(tx, club)]);
  const ways: OrderMethod[] = ['transfer', ...(creditorId ? (['sepa'] as const) : []), ...allowed];
  return waysInWords(ways);
}
