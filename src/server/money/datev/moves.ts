import { sql } from 'drizzle-orm';
import type { taxSpheres } from '#shared/courses/courseWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeSourceNames } from '#shared/money/books/words.ts';
import type { chargeSources } from '#shared/money/chargeWords.ts';
import { moneyAccountNames, type MoneyAccount } from '#shared/money/cash/words.ts';
import { categoryOf, transferCategories, type EntryCategory } from '#shared/money/entries/words.ts';
import { payer } from '../payers/view.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { notMoney } from '../cash/balances.ts';

type Sphere = (typeof taxSpheres)[number];
/** A ledger account: a place of money, or a purpose with its sphere. */
type Place = { place: string; label: string; sphere: Sphere | null };
/** The row of the books that a movement comes from. */
export type MoveOf = { kind: 'payment' | 'donation' | 'entry'; id: string };
/** A booking of cents to one account against another. */
export type Move = { of: MoveOf; day: string; cents: number; on: Place; against: Place; document: string; text: string };

type Paid = {
  id: string;
  day: string;
  cents: number;
  on: MoneyAccount | 'credit';
  source: (typeof chargeSources)[number] | null;
  accountId: string | null;
  accountName: string | null;
  sphere: Sphere | null;
  document: string;
  text: string;
};

/** All movements of money between two days, and allocations of credit to charges, earliest first. */
export async function movesOf(tx: Transaction, club: ClubName, from: string, until: string): Promise<Move[]> {
  const paid = (await payments(tx, club, from, until)).map(({ id, on, source, sphere, accountId, accountName, ...move }) => {
    const own = accountId !== null && { place: `account:${accountId}`, label: accountName ?? '', sphere };
    const against = own || (source === null ? credit : { place: `charge:${source}:${sphere}`, label: chargeSourceNames[source], sphere });
    return { ...move, of: { kind: 'payment' as const, id }, on: on === 'credit' ? credit : moneyPlace(on), against };
  });
  const all = [...paid, ...(await donations(tx, club, from, until)), ...(await entries(tx, club, from, until))];
  return all.toSorted((one, other) => one.day.localeCompare(other.day));
}

/** The payments that movements come from, each once. */
export function paymentsAmong(moves: readonly { of: MoveOf }[]): string[] {
  return [...new Set(moves.flatMap(({ of }) => (of.kind === 'payment' ? [of.id] : [])))];
}

const credit: Place = { place: 'credit', label: 'Guthaben der Zahler', sphere: null };

function moneyPlace(account: MoneyAccount): Place {
  return { place: account, label: moneyAccountNames[account], sphere: null };
}

/** Counted like in the annual report: allocations made with the payment on its day, later ones on their own day out of the credit. */
async function payments(tx: Transaction, club: ClubName, from: string, until: string): Promise<Paid[]> {
  const { rows } = await tx.execute<Paid>(sql`
    with moved as (select p.*, case when p.kind = 'cash' or p.in_cash then 'cash' else 'bank' end as lies
      from payment p where p.club = ${club} and p.kind not in ${notMoney} and p.booked_on <= ${until}::date),
    share as (
      select m.id, m.lies, m.booked_on, coalesce(o.source, c.source) as source, c.ledger_account_id as account, coalesce(o.tax_sphere, c.tax_sphere) as sphere, a.cents,
        c.reference, c.label,
        case when a.created_at <= m.created_at + interval '1 minute' then m.booked_on
          else greatest(m.booked_on, (a.created_at at time zone 'Europe/Berlin')::date) end as day,
        a.created_at <= m.created_at + interval '1 minute' as at_once
      from moved m join allocation a on a.payment_id = m.id join charge c on c.id = a.charge_id left join charge o on o.id = c.refund_of),
    line as (
      select id, day, cents, case when at_once then lies else 'credit' end as "on", source, account, sphere, reference as document, label as text from share
      union all
      select m.id, m.booked_on, m.cents - coalesce((select sum(s.cents) from share s where s.id = m.id and s.at_once), 0), m.lies, null, null, null,
        m.club || '-K' || q.account_no, 'Guthaben' from moved m join ${payer} q on q.id = m.payer_id)
    select line.id, day::text, cents::int, "on", source, account as "accountId", own.name as "accountName", line.sphere, document, text
    from line left join ledger_account own on own.id = line.account
    where cents <> 0 and day between ${from}::date and ${until}::date order by day, document`);
  return rows;
}

async function donations(tx: Transaction, club: ClubName, from: string, until: string): Promise<Move[]> {
  const { rows } = await tx.execute<{ id: string; day: string; cents: number; on: MoneyAccount; document: string }>(sql`
    select d.id, d.received_on::text as day, d.cents, case when d.in_cash then 'cash' else 'bank' end as "on", coalesce(r.year || '-' || r.number, '') as document
    from donation d left join donation_receipt r on r.id = d.receipt_id
    where d.club = ${club} and d.kind = 'money' and d.received_on between ${from}::date and ${until}::date order by d.received_on, d.created_at, d.id`);
  const against: Place = { place: 'donation', label: 'Spenden', sphere: 'ideal' };
  return rows.map(({ id, on, ...move }) => ({
    ...move,
    of: { kind: 'donation' as const, id },
    on: moneyPlace(on),
    against,
    text: 'Spende',
  }));
}

/** Other income and spending; transfers only move money between the bank account and the cash box. */
async function entries(tx: Transaction, club: ClubName, from: string, until: string): Promise<Move[]> {
  const { rows } = await tx.execute<{
    id: string;
    day: string;
    cents: number;
    on: MoneyAccount;
    category: EntryCategory;
    sphere: Sphere;
    text: string;
  }>(sql`
    select id, booked_on::text as day, cents, account as "on", category, sphere, text from ledger_entry
    where club = ${club} and booked_on between ${from}::date and ${until}::date order by booked_on, created_at, id`);
  return rows.map(({ id, on, category, sphere, ...move }) => {
    const isTransfer = transferCategories.includes(category);
    const against = isTransfer ? moneyPlace('cash') : { place: `entry:${category}:${sphere}`, label: categoryOf(category).label, sphere };
    return { ...move, of: { kind: 'entry' as const, id }, on: moneyPlace(on), against, document: '' };
  });
}
