import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { creditShares, sharesOf, type OpenCharge } from '#shared/money/paymentRules.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { readParameter } from '#server/club/config/service.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { charge } from '../charges/table.ts';
import { bookedOn } from '../payments/accounts.ts';
import { addShares, lockAccounts } from '../payments/movements.ts';
import { allocation, payment } from '../payments/table.ts';
import { collectable, type Choice } from './sepaItems.ts';

type Owed = { payerPersonId: string; cents: number; openCharge: OpenCharge };

/** The items after deduction of the payers' credit, oldest due first; fully covered ones are omitted. */
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

/** Sets the credit of payers off against their debits. Returns the amount. */
export async function offsetCredit(tx: Transaction, choice: Choice): Promise<number> {
  const { club } = choice;
  const owing = sql`select ${charge.payerPersonId} from ${charge}
    where ${charge.club} = ${club} and ${charge.method} = 'sepa' and ${charge.state} in ${oneOf(chargeSets.due)} and ${charge.cents} > 0`;
  const payers = [...(await creditsIn(tx, club, owing)).keys()];
  if (payers.length === 0) return 0;
  const { items } = await collectable(tx, { ...choice, payerIds: payers });
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

/** The credit of each payer of some items; payers without credit are omitted. */
async function creditsOf(tx: Transaction, club: ClubName, items: readonly Owed[]): Promise<Map<string, number>> {
  const payers = [...new Set(items.map(({ payerPersonId }) => payerPersonId))];
  if (payers.length === 0) return new Map();
  return creditsIn(tx, club, sql`select unnest(${sql.param(payers)}::uuid[])`);
}

/** The credit that debits use, by payer: none if the office uses it by hand. */
async function creditsIn(tx: Transaction, club: ClubName, payers: SQL): Promise<Map<string, number>> {
  if (!(await readParameter(tx, 'credit.use'))) return new Map();
  const { rows } = await tx.execute<{ payer: string; cents: number }>(sql`
    select payer, sum(free)::int as cents from (
      select ${payment.payerPersonId} as payer,
        ${payment.cents} - coalesce((select sum(${allocation.cents}) from ${allocation} where ${allocation.paymentId} = ${payment.id}), 0) as free
      from ${payment} where ${payment.club} = ${club} and ${payment.payerPersonId} in (${payers})) as accounts
    group by payer having sum(free) > 0`);
  return new Map(rows.map(({ payer, cents }) => [payer, cents]));
}
