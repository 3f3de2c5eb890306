import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { creditShares, sharesOf, type Claim } from '#shared/money/paymentRules.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { bookedOn } from '../payments/accounts.ts';
import { addShares, lockAccounts } from '../payments/ledger.ts';
import { allocation, payment } from '../payments/table.ts';

type Owed = { payerPersonId: string; cents: number; claim: Claim };

/** What items come to once the credit of those who pay is set off, the oldest due first; what is covered by it is left out. */
export async function lessCredit<Item extends Owed>(tx: Transaction, club: ClubName, items: readonly Item[]) {
  const credits = await creditsOf(tx, club, items);
  let creditCents = 0;
  const less = new Map<string, number>();
  for (const [payer, of] of Map.groupBy(items, ({ payerPersonId }) => payerPersonId)) {
    const claims = of.map(({ claim }) => claim);
    for (const { chargeId, cents } of sharesOf(credits.get(payer) ?? 0, claims)) {
      less.set(chargeId, cents);
      creditCents += cents;
    }
  }
  const rests = items.map((item) => ({ ...item, cents: item.cents - (less.get(item.claim.id) ?? 0) }));
  return { items: rests.filter(({ cents }) => cents > 0), creditCents };
}

/** Sets the credit of those who pay off against what would be collected from them. Gives how much. */
export async function offsetCredit(tx: Transaction, club: ClubName, items: readonly Owed[]): Promise<number> {
  const payers = [...(await creditsOf(tx, club, items)).keys()];
  await lockAccounts(tx, payers);
  let offset = 0;
  for (const payer of payers) {
    const { payments, allocations } = await bookedOn(tx, club, payer);
    const claims = items.flatMap(({ payerPersonId, claim }) => (payerPersonId === payer ? claim : []));
    const shares = creditShares(payments, allocations, claims);
    await addShares(
      tx,
      shares.map((share) => ({ ...share, club })),
    );
    offset += sumOfCents(shares);
  }
  return offset;
}

/** The credit of each payer of some items who has any. */
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
