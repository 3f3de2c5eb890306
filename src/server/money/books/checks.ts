import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { euros } from '#shared/kernel/money.ts';
import type { YearCheck } from '#shared/money/books/contract.ts';
import { chargeSets, pendingRuns } from '#shared/money/chargeWords.ts';
import { expenseSets } from '#shared/money/expenses/words.ts';
import { hourSheetSets } from '#shared/money/hours.ts';
import { categoryOf, entryCategories } from '#shared/money/entries/words.ts';
import { pendingPayouts } from '#shared/money/payouts/words.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';

const accountTransfers = entryCategories.filter((name) => categoryOf(name).transfer === 'account');

/** The current open charges and unallocated credit of a club, over all years. */
export async function balancesOf(tx: Transaction, club: ClubName): Promise<{ openCents: number; creditCents: number }> {
  const { rows } = await tx.execute<{ openCents: number; creditCents: number }>(sql`
    select (select coalesce(sum(cents - settled_cents), 0)::float8 from charge
        where club = ${club} and state in ${oneOf(chargeSets.owed)} and cents > 0) as "openCents",
      (select coalesce(sum(cents), 0)::float8 from payment where club = ${club})
        - (select coalesce(sum(cents), 0)::float8 from allocation where club = ${club}) as "creditCents"`);
  return rows[0] ?? { openCents: 0, creditCents: 0 };
}

/** The checks before a period is closed up to a day; some are required. */
export async function checksUntil(tx: Transaction, club: ClubName, until: string): Promise<YearCheck[]> {
  const { rows } = await tx.execute<Found>(sql`
    select
      (select count(*)::int from sepa_run where club = ${club} and state in ${oneOf(pendingRuns)}
        and collection_date <= ${until}::date) as runs,
      (select count(*)::int from payout_run where club = ${club} and state in ${oneOf(pendingPayouts)}
        and execution_on <= ${until}::date) as payouts,
      (select count(*)::int from charge where club = ${club} and state = 'draft'
        and (created_at at time zone 'Europe/Berlin')::date <= ${until}::date) as drafts,
      (select count(*)::int from bank_line where club = ${club} and state = 'new' and booked_on <= ${until}::date) as lines,
      (select count(*)::int from charge where club = ${club} and state = 'open' and cents < 0
        and (created_at at time zone 'Europe/Berlin')::date <= ${until}::date) as refunds,
      (select count(*)::int from hour_sheet where club = ${club} and state in ${oneOf(hourSheetSets.unpaid)}
        and period_to <= ${until}::date) as sheets,
      (select count(*)::int from expense where club = ${club} and state in ${oneOf(expenseSets.open)}
        and spent_on <= ${until}::date) as expenses,
      (select count(*)::int from (select 1 from ledger_entry where club = ${club} and category in ${oneOf(accountTransfers)}
        and booked_on <= ${until}::date having sum(cents) <> 0) unequal) as transit,
      late.count::int as late, late.cents::float8 as "lateCents"
    from (select count(*) as count, coalesce(sum(cents - settled_cents), 0) as cents from charge
      where club = ${club} and state in ${oneOf(chargeSets.due)} and cents > 0 and due_on <= ${until}::date) late`);
  return rows[0] ? checksOf(rows[0]) : [];
}

type CheckName = 'runs' | 'payouts' | 'drafts' | 'lines' | 'refunds' | 'sheets' | 'expenses' | 'transit' | 'late';
type Found = { [name in CheckName | 'lateCents']: number };

/** For each check: whether it is required, the sentence if it passed, and the words for one and for several open items. */
const CHECKS: { [name in CheckName]: [isBlocking: boolean, done: string, one: string, several: string, left: string] } = {
  runs: [true, 'Alle Lastschriftläufe sind abgeschlossen.', 'Lastschriftlauf ist', 'Lastschriftläufe sind', 'noch nicht abgeschlossen.'],
  payouts: [
    true,
    'Alle Sammelüberweisungen sind ausgeführt.',
    'Sammelüberweisung ist',
    'Sammelüberweisungen sind',
    'noch nicht ausgeführt.',
  ],
  drafts: [true, 'Keine Forderung ist ein Entwurf.', 'Forderung ist', 'Forderungen sind', 'noch Entwurf.'],
  lines: [false, 'Alle Zeilen der Bank sind zugeordnet.', 'Zeile der Bank ist', 'Zeilen der Bank sind', 'noch nicht zugeordnet.'],
  refunds: [false, 'Alle Erstattungen sind ausgezahlt.', 'Erstattung ist', 'Erstattungen sind', 'noch nicht ausgezahlt.'],
  sheets: [false, 'Alle Stundennachweise sind ausgezahlt.', 'Stundennachweis ist', 'Stundennachweise sind', 'noch nicht ausgezahlt.'],
  expenses: [false, 'Alle Auslagen sind ausgezahlt.', 'Auslage ist', 'Auslagen sind', 'noch nicht ausgezahlt.'],
  transit: [
    false,
    'Was von einem eigenen Konto abging, kam auf einem anderen an.',
    'Umbuchung steht',
    'Umbuchungen stehen',
    'nur auf einem der beiden Konten.',
  ],
  late: [false, 'Keine fällige Forderung ist offen.', 'Forderung ist', 'Forderungen sind', 'fällig und offen'],
};

function checksOf(found: Found): YearCheck[] {
  return keysOf(CHECKS).map((name) => {
    const [isBlocking, done, one, several, left] = CHECKS[name];
    const count = found[name];
    const counted = count === 1 ? `1 ${one}` : `${count.toLocaleString('de-DE')} ${several}`;
    const amount = name === 'late' ? ` (${euros(found.lateCents)}). Das bleibt nach dem Abschluss so.` : '';
    return { name, count, isBlocking, text: count === 0 ? done : `${counted} ${left}${amount}` };
  });
}
