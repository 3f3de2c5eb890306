import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { creditShares, sharesOf, type OpenCharge } from '#shared/money/paymentRules.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { bookedOn } from '../payments/accounts.ts';
import { addShares, lockAccounts } from '../payments/ledger.ts';
import { allocation, payment } from '../payments/table.ts';

type Owed = { payerPersonId: string; cents: number; openCharge: OpenCharge };

/** The items after the credit of payers is set off, the oldest due first; covered ones are left out. */
export async function lessCredit<Item extends Owed>(tx: Transaction, club: ClubName, items: readonly Item[]) {
  const credits = await creditsOf(tx, club, items);
  let creditCents = 0;
  const less = new Map<string, number>();
  for (const [payer, of] of Map.groupBy(items, ({ payerPersonId }) => payerPersonId)) {
    const openCharges = of.map(({ openCharge }) => openCharge);
    for (const { chargeId, cents } of sharesOf(credits.get(payer) ?? 0, openCharges)) {
      less.set(chargeId, cents);
      creditCents += cents;
    }
  }
  const rests = items.map((item) => ({ ...item, cents: item.cents - (less.get(item.openCharge.id) ?? 0) }));
  return { items: rests.filter(({ cents }) => cents > 0), creditCents };
}

/** Sets the credit of payers off against their debits. Gives how much. */
export async function offsetCredit(tx: Transaction, club: ClubName, items: readonly Owed[]): Promise<number> {
  const payers = [...(await creditsOf(tx, club, items)).keys()];
  await lockAccounts(tx, payers);
  let offset = 0;
  for (const payer of payers) {
    const { payments, allocations } = await bookedOn(tx, club, payer);
    const openCharges = items.flatMap(({ payerPersonId, openCharge }) => (payerPersonId === payer ? openCharge : []));
    const shares = creditShares(payments, allocations, openCharges);
    await addShares(
      tx,
      shares.map((share) => ({ ...share, club })),
    );
    offset += sumOfCents(shares);
  }
  return offset;
}

/** The credit of each payer of some items, without payers that have none. */
async function creditsOf(tx: Transaction, club: ClubName, items: readonly Owed[]): Promise<Map<string, number>> {
  const payers = [...new Set(items.map(({ payerPersonId }) => payerPersonId))];
  if (payers.length === 0) return new Map();
  const { rows } = await tx.execute<{ payer: string; cents: number }>(sql`
    select payer, sum(free)::int as cents from (
      select ${payment.payerPersonId} as payer,
        ${payment.cents} - coalesce((select sum(${allocation.cents}) from ${allocation} where ${allocation.paymentId} = ${payment.id}), 0) as free
      from ${payment} where ${payment.club} = ${club} and ${payment.payerPersonId} = any(${sql.param(payers)}::uuid[])) as accounts
    group by payer having sum(free) > 0`);
  return new Map(rows.map(({ payer, cents }) => [payer, cents]));
}
