import { sql, type SQL } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { chargeSources } from '#shared/money/chargeWords.ts';
import { chargeSourceNames } from '#shared/money/books/words.ts';
import { totalsOf } from '#shared/money/books/rules.ts';
import type { Year } from '#shared/money/books/contract.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { categoryOf, transferCategories, type EntryCategory } from '#shared/money/entries/words.ts';
import { notMoney } from '../cash/balances.ts';

type Source = (typeof chargeSources)[number];
type Line = Year['lines'][number];
type Report = Pick<Year, 'lines' | 'inCents' | 'outCents' | 'surplusCents'>;

/** SQL for the payments of a club that moved money between two days. */
function moved(club: ClubName, from: string, until: string): SQL {
  return sql`select * from payment where club = ${club} and kind not in ${notMoney} and booked_on between ${from}::date and ${until}::date`;
}

/**
 * Income and spending between two days by purpose, or by the club's own ledger account. Allocations made with the payment count on its day;
 * later ones count on their own day and then reduce the credit, so that a closed year never changes.
 */
export async function reportOf(tx: Transaction, club: ClubName, from: string, until: string): Promise<Report> {
  const { rows } = await tx.execute<{
    source: Source | null;
    account: string | null;
    sphere: Line['sphere'];
    inCents: number;
    outCents: number;
  }>(sql`
    with moved as (${moved(club, '1900-01-01', until)}),
    share as (
      select case when c.ledger_account_id is null then coalesce(o.source, c.source) end as source, c.ledger_account_id as account,
        coalesce(o.tax_sphere, c.tax_sphere) as sphere, m.kind, a.cents,
        case when a.created_at <= m.created_at + interval '1 minute' then m.booked_on
          else greatest(m.booked_on, (a.created_at at time zone 'Europe/Berlin')::date) end as day
      from moved m join allocation a on a.payment_id = m.id join charge c on c.id = a.charge_id left join charge o on o.id = c.refund_of),
    line as (
      select source, account, sphere, kind, cents from share where day between ${from}::date and ${until}::date
      union all
      select null, null, null, kind, cents from moved where booked_on >= ${from}::date
      union all
      select null, null, null, kind, -cents from share where day between ${from}::date and ${until}::date)
    select line.source, own.name as account, line.sphere, coalesce(sum(cents) filter (where kind <> 'payout'), 0)::float8 as "inCents",
      coalesce(-sum(cents) filter (where kind = 'payout'), 0)::float8 as "outCents"
    from line left join ledger_account own on own.id = line.account
    group by line.source, own.name, line.sphere order by line.sphere nulls last, line.source, own.name`);
  const ofCharges = rows.map(({ source, account, ...line }) => ({
    ...line,
    label: account ?? (source === null ? 'Guthaben, noch nicht zugeordnet' : chargeSourceNames[source]),
  }));
  const lines = [...ofCharges, ...(await donated(tx, club, from, until)), ...(await entered(tx, club, from, until))].filter(
    ({ inCents, outCents }) => inCents !== 0 || outCents !== 0,
  );
  return { lines, ...totalsOf(lines) };
}

/** Donations of money; waived expenses moved no money. */
async function donated(tx: Transaction, club: ClubName, from: string, until: string) {
  const { rows } = await tx.execute<{ inCents: number }>(sql`
    select coalesce(sum(cents), 0)::float8 as "inCents" from donation
    where club = ${club} and kind = 'money' and received_on between ${from}::date and ${until}::date`);
  return rows.map(({ inCents }) => ({ label: 'Spenden', sphere: 'ideal' as const, inCents, outCents: 0 }));
}

/** Other income and spending by category; transfers between own accounts are neither. */
async function entered(tx: Transaction, club: ClubName, from: string, until: string): Promise<Line[]> {
  const { rows } = await tx.execute<{ category: EntryCategory; sphere: Line['sphere']; cents: number }>(sql`
    select category, sphere, sum(cents)::float8 as cents from ledger_entry
    where club = ${club} and category not in ${oneOf(transferCategories)} and booked_on between ${from}::date and ${until}::date group by category, sphere order by category, sphere`);
  return rows.map(({ category, sphere, cents }) => ({
    label: categoryOf(category).label,
    sphere,
    inCents: Math.max(0, cents),
    outCents: Math.max(0, 0 - cents),
  }));
}

/** A hash that changes with any figure of a report. */
export function hashOf({ lines }: Report): string {
  const facts = lines.map(({ sphere, label, inCents, outCents }) => [sphere, label, inCents, outCents]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
