import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Balance, Balances } from '#shared/money/cash/contract.ts';
import { moneyAccounts, type MoneyAccount } from '#shared/money/cash/words.ts';
import { bankLineSets } from '#shared/money/bankWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { paymentSets } from '#shared/money/paymentWords.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { openingBalance } from './table.ts';

/** Payments without money: set-offs, waivers, and opening credits. */
export const notMoney = oneOf([...paymentSets.withoutMoney, 'opening']);

/** SQL for the movements of a club's account, with their days. */
function moves(club: ClubName, account: MoneyAccount): SQL {
  if (account === 'cash') return sql`select booked_on as day, cents from cash_entry where club = ${club}`;
  return sql`select booked_on as day, cents from payment
      where club = ${club} and kind not in ${notMoney} and kind <> 'cash' and not in_cash
    union all select booked_on, cents from ledger_entry where club = ${club} and account = 'bank'
    union all select received_on, cents from donation where club = ${club} and kind = 'money' and not in_cash`;
}

/** The balances of bank account and cash box in a year, and those stated by the bank. */
export async function moneyOf(tx: Transaction, club: ClubName, year: number): Promise<Balances> {
  const [from, until] = [`${year}-01-01`, `${year}-12-31`];
  const balances: Balance[] = [];
  for (const account of moneyAccounts) balances.push(await balanceOf(tx, club, account, { from, until }));
  const bank = balances.find(({ account }) => account === 'bank')?.opening;
  return { balances, statement: bank ? await statementOf(tx, club, bank, { from, until }) : null };
}

type Opening = NonNullable<Balance['opening']>;
type Days = { from: string; until: string };

async function balanceOf(tx: Transaction, club: ClubName, account: MoneyAccount, { from, until }: Days): Promise<Balance> {
  const [opening] = await tx
    .select({ cents: openingBalance.cents, day: openingBalance.day, version: openingBalance.version })
    .from(openingBalance)
    .where(and(eq(openingBalance.club, club), eq(openingBalance.account, account)));
  const first = opening?.day ?? from;
  const { rows } = await tx.execute<{ before: number; inCents: number; outCents: number }>(sql`
    select coalesce(sum(cents) filter (where day < ${from}::date), 0)::float8 as before,
      coalesce(sum(cents) filter (where day >= ${from}::date and cents > 0), 0)::float8 as "inCents",
      coalesce(-sum(cents) filter (where day >= ${from}::date and cents < 0), 0)::float8 as "outCents"
    from (${moves(club, account)}) moved where day between ${first}::date and ${until}::date`);
  const { before, inCents, outCents } = rows[0] ?? { before: 0, inCents: 0, outCents: 0 };
  const startCents = (opening && opening.day <= until ? opening.cents : 0) + before;
  return { account, opening: opening ?? null, startCents, inCents, outCents, endCents: startCents + inCents - outCents };
}

/** The latest statement of the year with a balance, beside the balance of the books on its last day. */
async function statementOf(tx: Transaction, club: ClubName, opening: Opening, { from, until }: Days): Promise<Balances['statement']> {
  const { rows } = await tx.execute<NonNullable<Balances['statement']>>(sql`
    with latest as (select last_on as day, closing_cents as cents from bank_statement
      where club = ${club} and closing_cents is not null and last_on between greatest(${from}::date, ${opening.day}::date) and ${until}::date
      order by last_on desc, created_at desc limit 1)
    select latest.day::text, latest.cents::float8 as cents,
      (${opening.cents}::bigint + coalesce((select sum(cents) from (${moves(club, 'bank')}) moved
        where moved.day between ${opening.day}::date and latest.day), 0))::float8 as "bookedCents",
      (count(l.id) filter (where l.state = 'new'))::int as "openLines",
      coalesce(sum(l.cents) filter (where l.state = 'new'), 0)::float8 as "openCents",
      (count(l.id) filter (where l.state = 'ignored'))::int as "ignoredLines",
      coalesce(sum(l.cents) filter (where l.state = 'ignored'), 0)::float8 as "ignoredCents"
    from latest left join bank_line l on l.club = ${club} and l.state not in ${oneOf(bankLineSets.booked)} and l.booked_on between ${opening.day}::date and latest.day
    group by latest.day, latest.cents`);
  return rows[0] ?? null;
}
