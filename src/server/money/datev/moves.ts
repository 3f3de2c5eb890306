import { sql } from 'drizzle-orm';
import type { taxSpheres } from '#shared/courses/courseWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeSourceNames } from '#shared/money/books/words.ts';
import type { chargeSources } from '#shared/money/chargeWords.ts';
import { moneyAccountNames, type MoneyAccount } from '#shared/money/cash/words.ts';
import { categoryOf, type EntryCategory } from '#shared/money/entries/words.ts';
import { payer } from '../payers/view.ts';
import { course } from '#server/courses/offers/table.ts';
import { department } from '#server/club/departments/table.ts';
import { bankAccountsOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { notMoney } from '../cash/balances.ts';

type Sphere = (typeof taxSpheres)[number];
/** A ledger account: a place of money, or a purpose with its sphere. */
type Place = { place: string; label: string; sphere: Sphere | null };
/** The row of the books that a movement comes from. */
export type MoveOf = { kind: 'payment' | 'donation' | 'entry'; id: string };
/** A booking of cents to one account against another. */
export type Move = {
  of: MoveOf;
  day: string;
  cents: number;
  on: Place;
  against: Place;
  document: string;
  text: string;
  /** The cost centre of the offer, otherwise of the department; empty if there is none. */ costCentre: string;
};

type Paid = {
  id: string;
  day: string;
  cents: number;
  on: MoneyAccount | 'credit';
  /** The bank account, if it is not the first one. */
  lies: string | null;
  source: (typeof chargeSources)[number] | null;
  accountId: string | null;
  accountName: string | null;
  sphere: Sphere | null;
  document: string;
  text: string;
  costCentre: string;
};

/** All movements of money between two days, and allocations of credit to charges, earliest first. */
export async function movesOf(tx: Transaction, club: ClubName, from: string, until: string): Promise<Move[]> {
  const placeOf = await moneyPlaces(tx, club);
  const paid = (await payments(tx, club, from, until)).map(({ id, on, lies, source, sphere, accountId, accountName, ...move }) => {
    const own = accountId !== null && { place: `account:${accountId}`, label: accountName ?? '', sphere };
    const against = own || (source === null ? credit : { place: `charge:${source}:${sphere}`, label: chargeSourceNames[source], sphere });
    return { ...move, of: { kind: 'payment' as const, id }, on: on === 'credit' ? credit : placeOf(on, lies), against };
  });
  const all = [...paid, ...(await donations(tx, club, from, until, placeOf)), ...(await entries(tx, club, from, until, placeOf))];
  return all.toSorted((one, other) => one.day.localeCompare(other.day));
}

/** The payments that movements come from, each once. */
export function paymentsAmong(moves: readonly { of: MoveOf }[]): string[] {
  return [...new Set(moves.flatMap(({ of }) => (of.kind === 'payment' ? [of.id] : [])))];
}

const credit: Place = { place: 'credit', label: 'Guthaben der Zahler', sphere: null };

/** Money on the way between two accounts: it left the one and is not yet entered on the other. */
const transit: Place = { place: 'transit', label: 'Geldtransit zwischen eigenen Konten', sphere: null };

/** The place of money on an account; null is the first account, whose place is named as before there were several. */
type PlaceOf = (account: MoneyAccount, accountId: string | null) => Place;

async function moneyPlaces(tx: Transaction, club: ClubName): Promise<PlaceOf> {
  const [main, ...more] = await bankAccountsOf(tx, club);
  const first: Place = { place: 'bank', label: more.length > 0 && main ? main.name : moneyAccountNames.bank, sphere: null };
  const others = new Map(more.map(({ id, name }) => [id, { place: `bank:${id}`, label: name, sphere: null }]));
  const cash: Place = { place: 'cash', label: moneyAccountNames.cash, sphere: null };
  return (account, accountId) => (account === 'cash' ? cash : (accountId && others.get(accountId)) || first);
}

/** Whether a place is an account or the cash box. */
export function isMoneyPlace({ place }: { place: string }): boolean {
  return place === 'cash' || place === 'bank' || place.startsWith('bank:');
}

/** Counted like in the annual report: allocations made with the payment on its day, later ones on their own day out of the credit. */
async function payments(tx: Transaction, club: ClubName, from: string, until: string): Promise<Paid[]> {
  const { rows } = await tx.execute<Paid>(sql`
    with moved as (select p.*, case when p.kind = 'cash' or p.in_cash then 'cash' else 'bank' end as lies
      from payment p where p.club = ${club} and p.kind not in ${notMoney} and p.booked_on <= ${until}::date),
    share as (
      select m.id, m.lies, m.account_id as club_account, m.booked_on, case when c.refund_of is null then c.source else o.source end as source, c.ledger_account_id as account, case when c.refund_of is null then c.tax_sphere else o.tax_sphere end as sphere, a.cents,
        c.reference, c.label, coalesce(nullif(k.cost_centre, ''), d.cost_center, '') as cost_centre,
        case when a.created_at <= m.created_at + interval '1 minute' then m.booked_on
          else greatest(m.booked_on, (a.created_at at time zone 'Europe/Berlin')::date) end as day,
        a.created_at <= m.created_at + interval '1 minute' as at_once
      from moved m join allocation a on a.payment_id = m.id join charge c on c.id = a.charge_id left join charge o on o.id = coalesce(c.refund_of, c.split_of)
        left join ${course} k on k.id = c.course_id
        left join ${department} d on 'dep:' || d.id = coalesce(c.fee_slot, o.fee_slot, 'dep:' || k.department_id)),
    line as (
      select id, day, cents, case when at_once then lies else 'credit' end as "on", club_account, source, account, sphere, reference as document, label as text, cost_centre from share
      union all
      select m.id, m.booked_on, m.cents - coalesce((select sum(s.cents) from share s where s.id = m.id and s.at_once), 0), m.lies, m.account_id, null, null, null,
        m.club || '-K' || q.account_no, 'Guthaben', '' from moved m join ${payer} q on q.id = m.payer_id)
    select line.id, day::text, cents::int, "on", club_account as lies, source, account as "accountId", own.name as "accountName", line.sphere, document, text, cost_centre as "costCentre"
    from line left join ledger_account own on own.id = line.account
    where cents <> 0 and day between ${from}::date and ${until}::date order by day, document`);
  return rows;
}

async function donations(tx: Transaction, club: ClubName, from: string, until: string, placeOf: PlaceOf): Promise<Move[]> {
  const { rows } = await tx.execute<{
    id: string;
    day: string;
    cents: number;
    on: MoneyAccount;
    lies: string | null;
    document: string;
  }>(sql`
    select d.id, d.received_on::text as day, d.cents, case when d.in_cash then 'cash' else 'bank' end as "on", d.account_id as lies, coalesce(r.year || '-' || r.number, '') as document
    from donation d left join donation_receipt r on r.id = d.receipt_id
    where d.club = ${club} and d.kind = 'money' and d.received_on between ${from}::date and ${until}::date order by d.received_on, d.created_at, d.id`);
  const against: Place = { place: 'donation', label: 'Spenden', sphere: 'ideal' };
  return rows.map(({ id, on, lies, ...move }) => ({
    ...move,
    of: { kind: 'donation' as const, id },
    on: placeOf(on, lies),
    against,
    text: 'Spende',
    costCentre: '',
  }));
}

/** Other income and spending; transfers only move money between the bank accounts and the cash box. */
async function entries(tx: Transaction, club: ClubName, from: string, until: string, placeOf: PlaceOf): Promise<Move[]> {
  const { rows } = await tx.execute<{
    id: string;
    day: string;
    cents: number;
    on: MoneyAccount;
    lies: string | null;
    category: EntryCategory;
    sphere: Sphere;
    text: string;
    costCentre: string;
  }>(sql`
    select e.id, e.booked_on::text as day, e.cents, e.account as "on", e.account_id as lies, e.category, e.sphere, e.text,
      coalesce(d.cost_center, '') as "costCentre"
    from ledger_entry e left join payout_item i on i.id = e.payout_item_id
      left join hour_sheet h on h.id = i.source_id and i.source = 'hour_sheet' left join expense s on s.id = i.source_id and i.source = 'expense'
      left join ${department} d on d.id = coalesce(h.department_id, s.department_id)
    where e.club = ${club} and e.booked_on between ${from}::date and ${until}::date order by e.booked_on, e.created_at, e.id`);
  return rows.map(({ id, on, lies, category, sphere, ...move }) => {
    const { transfer } = categoryOf(category);
    const against =
      transfer === 'cash'
        ? placeOf('cash', null)
        : transfer === 'account'
          ? transit
          : { place: `entry:${category}:${sphere}`, label: categoryOf(category).label, sphere };
    return { ...move, of: { kind: 'entry' as const, id }, on: placeOf(on, lies), against, document: '' };
  });
}
