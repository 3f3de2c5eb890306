import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import type { YearCheck } from '#shared/money/books/contract.ts';
import { chargeSets, pendingRuns } from '#shared/money/chargeWords.ts';
import { hourSheetSets } from '#shared/money/hours.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What is owed to a club, and what came and stands for nothing yet: now, of all years. */
export async function balancesOf(tx: Transaction, club: ClubName): Promise<{ openCents: number; creditCents: number }> {
  const { rows } = await tx.execute<{ openCents: number; creditCents: number }>(sql`
    select (select coalesce(sum(cents - settled_cents), 0)::float8 from charge
        where club = ${club} and state in ${oneOf(chargeSets.owed)} and cents > 0) as "openCents",
      (select coalesce(sum(cents), 0)::float8 from payment where club = ${club})
        - (select coalesce(sum(cents), 0)::float8 from allocation where club = ${club}) as "creditCents"`);
  return rows[0] ?? { openCents: 0, creditCents: 0 };
}

/** What should be done before a period is closed until a day; some of it must. */
export async function checksUntil(tx: Transaction, club: ClubName, until: string): Promise<YearCheck[]> {
  const { rows } = await tx.execute<{ runs: number; drafts: number; refunds: number; sheets: number; late: number; lateCents: number }>(sql`
    select
      (select count(*)::int from sepa_run where club = ${club} and state in ${oneOf(pendingRuns)}
        and collection_date <= ${until}::date) as runs,
      (select count(*)::int from charge where club = ${club} and state = 'draft'
        and (created_at at time zone 'Europe/Berlin')::date <= ${until}::date) as drafts,
      (select count(*)::int from charge where club = ${club} and state = 'open' and cents < 0
        and (created_at at time zone 'Europe/Berlin')::date <= ${until}::date) as refunds,
      (select count(*)::int from hour_sheet where club = ${club} and state in ${oneOf(hourSheetSets.unpaid)}
        and period_to <= ${until}::date) as sheets,
      late.count::int as late, late.cents::float8 as "lateCents"
    from (select count(*) as count, coalesce(sum(cents - settled_cents), 0) as cents from charge
      where club = ${club} and state in ${oneOf(chargeSets.due)} and cents > 0 and due_on <= ${until}::date) late`);
  const [found] = rows;
  if (!found) return [];
  const { runs, drafts, refunds, sheets, late, lateCents } = found;
  return [
    { name: 'runs', count: runs, isBlocking: true, text: 'Lastschriftläufe sind noch nicht abgeschlossen.' },
    { name: 'drafts', count: drafts, isBlocking: true, text: 'Forderungen sind noch Entwürfe.' },
    { name: 'refunds', count: refunds, isBlocking: false, text: 'Erstattungen sind noch nicht ausgezahlt.' },
    { name: 'sheets', count: sheets, isBlocking: false, text: 'Stundennachweise sind noch nicht ausgezahlt.' },
    {
      name: 'late',
      count: late,
      isBlocking: false,
      text: `Forderungen sind fällig und offen (${euros(lateCents)}). Sie bleiben es nach dem Abschluss.`,
    },
  ];
}
