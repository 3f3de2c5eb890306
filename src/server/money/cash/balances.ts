import { sql, type SQL } from 'drizzle-orm';
import type { Balance } from '#shared/money/cash/contract.ts';
import { moneyAccountNames } from '#shared/money/cash/words.ts';
import { bankLineSets } from '#shared/money/bankWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { paymentSets } from '#shared/money/paymentWords.ts';
import { bankAccountsOf, cashBoxOf, liesOn, type AccountRow } from '#server/club/bankAccounts/service.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { oneByOne, type Transaction } from '#server/platform/database/database.ts';

/** Payments without money: set-offs, waivers, and opening credits. */
export const notMoney = oneOf([...paymentSets.withoutMoney, 'opening']);

type Opening = NonNullable<Balance['opening']>;
type Days = { from: string; until: string };
/** A place of money; a club without a bank account has one without a row, on which all its money lies. */
type Place = { kind: 'bank' | 'cash'; row: AccountRow | undefined; isMain: boolean };

/** SQL for the movements of a place, with their days. */
function moves(club: ClubName, { kind, row, isMain }: Place): SQL {
  if (kind === 'cash') return sql`select booked_on as day, cents from cash_entry where club = ${club}`;
  const isHere = liesOn(sql`account_id`, row, isMain);
  return sql`select booked_on as day, cents from payment
      where club = ${club} and kind not in ${notMoney} and kind <> 'cash' and not in_cash and ${isHere}
    union all select booked_on, cents from ledger_entry where club = ${club} and account = 'bank' and ${isHere}
    union all select received_on, cents from donation where club = ${club} and kind = 'money' and not in_cash and ${isHere}`;
}

/** The balances of the bank accounts and the cash box in a year, and those stated by the bank. */
export async function moneyOf(tx: Transaction, club: ClubName, year: number): Promise<Balance[]> {
  const days = { from: `${year}-01-01`, until: `${year}-12-31` };
  const accounts = await bankAccountsOf(tx, club);
  const banks: Place[] = accounts.map((row, at) => ({ kind: 'bank', row, isMain: at === 0 }));
  if (banks.length === 0) banks.push({ kind: 'bank', row: undefined, isMain: true });
  const places: Place[] = [...banks, { kind: 'cash', row: await cashBoxOf(tx, club), isMain: true }];
  const balances = await oneByOne(places, (place) => balanceOf(tx, club, place, days));
  // What was closed before the year and is empty is history.
  return balances.filter(
    ({ endedOn, ...one }) => !endedOn || endedOn >= days.from || one.startCents !== 0 || one.inCents + one.outCents !== 0,
  );
}

async function balanceOf(tx: Transaction, club: ClubName, place: Place, days: Days): Promise<Balance> {
  const { from, until } = days;
  const { row, kind } = place;
  const opening = openingIn(row);
  const first = opening?.day ?? from;
  const { rows } = await tx.execute<{ before: number; inCents: number; outCents: number }>(sql`
    select coalesce(sum(cents) filter (where day < ${from}::date), 0)::float8 as before,
      coalesce(sum(cents) filter (where day >= ${from}::date and cents > 0), 0)::float8 as "inCents",
      coalesce(-sum(cents) filter (where day >= ${from}::date and cents < 0), 0)::float8 as "outCents"
    from (${moves(club, place)}) moved where day between ${first}::date and ${until}::date`);
  const { before, inCents, outCents } = rows[0] ?? { before: 0, inCents: 0, outCents: 0 };
  const startCents = (opening && opening.day <= until ? opening.cents : 0) + before;
  return {
    account: kind,
    accountId: row?.id ?? null,
    name: kind === 'cash' ? moneyAccountNames.cash : (row?.name ?? moneyAccountNames.bank),
    endedOn: row?.endedOn ?? null,
    opening,
    startCents,
    inCents,
    outCents,
    endCents: startCents + inCents - outCents,
    statement: kind === 'bank' && opening ? await statementOf(tx, club, { ...place, opening }, days) : null,
  };
}

function openingIn(row: AccountRow | undefined): Opening | null {
  if (!row || row.openingCents === null || row.openingOn === null) return null;
  return { cents: row.openingCents, day: row.openingOn, version: row.version };
}

/** The latest statement of the year with a balance, beside the balance of the books on its last day. */
async function statementOf(
  tx: Transaction,
  club: ClubName,
  { opening, ...place }: Place & { opening: Opening },
  { from, until }: Days,
): Promise<Balance['statement']> {
  const isHere = (of: string) => liesOn(sql.raw(`${of}.account_id`), place.row, place.isMain);
  const { rows } = await tx.execute<NonNullable<Balance['statement']>>(sql`
    with latest as (select last_on as day, closing_cents as cents from bank_statement s
      where s.club = ${club} and ${isHere('s')} and closing_cents is not null
        and last_on between greatest(${from}::date, ${opening.day}::date) and ${until}::date
      order by last_on desc, created_at desc limit 1)
    select latest.day::text, latest.cents::float8 as cents,
      (${opening.cents}::bigint + coalesce((select sum(cents) from (${moves(club, place)}) moved
        where moved.day between ${opening.day}::date and latest.day), 0))::float8 as "bookedCents",
      (count(l.id) filter (where l.state = 'new'))::int as "openLines",
      coalesce(sum(l.cents) filter (where l.state = 'new'), 0)::float8 as "openCents",
      (count(l.id) filter (where l.state = 'ignored'))::int as "ignoredLines",
      coalesce(sum(l.cents) filter (where l.state = 'ignored'), 0)::float8 as "ignoredCents"
    from latest left join bank_line l on l.club = ${club} and ${isHere('l')} and l.state not in ${oneOf(bankLineSets.booked)}
      and l.booked_on between ${opening.day}::date and latest.day
    group by latest.day, latest.cents`);
  return rows[0] ?? null;
}
