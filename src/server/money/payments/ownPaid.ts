import { sql, type SQL } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import { confirmedPeople } from '#server/people/persons/service.ts';
import { enterScope, everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { PdfBlock } from '#server/platform/formats/pdf/layout.ts';
import { pdfFile } from '#server/platform/formats/pdf/pdfFile.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { addressOf } from '../charges/payers.ts';
import { letterHead } from '../letters/letterHead.ts';

const meaning =
  'Aufgeführt ist, was Sie an den Verein gezahlt haben, am Tag der Zahlung; Erstattungen sind abgezogen, zurückgegebene Lastschriften zählen nicht. Das ist keine Zuwendungsbestätigung: Mitgliedsbeiträge eines Sportvereins und Kurspreise sind keine Spenden.';
const rowsAtMost = 1000;

/** In SQL: money between these payers and their clubs that was neither reversed nor returned; what an office paid is not theirs. */
function moneyOf(ids: readonly string[]): SQL {
  return sql`select * from payment p where p.payer_person_id = any(${sql.param([...ids])}::uuid[])
    and p.kind in ('transfer', 'debit', 'cash', 'payout') and p.reverses is null
    and not exists (select 1 from payment twin where twin.reverses = p.id)`;
}

/** The calendar years in which the people of an account paid something, with the sum for each club, latest first. */
export async function paidYears(tx: Transaction, userId: string): Promise<{ club: ClubName; year: number; cents: number }[]> {
  const ids = (await confirmedPeople(tx, userId)).map(({ id }) => id);
  if (ids.length === 0) return [];
  await enterScope(tx, everyClub.club);
  const { rows } = await tx.execute<{ club: ClubName; year: number; cents: number }>(sql`
    select club, extract(year from booked_on)::int as year, sum(cents)::float8 as cents from (${moneyOf(ids)}) money
    group by club, year order by year desc, club limit 60`);
  return rows;
}

/** What the people of an account paid to a club in a year, as a letter; 404 if that is nothing. */
export async function paidFile(tx: Transaction, userId: string, club: ClubName, year: number): Promise<File> {
  const people = (await confirmedPeople(tx, userId)).filter((one) => one.club === club);
  const [holder] = people.toSorted((one, other) => Number(other.relation === 'self') - Number(one.relation === 'self'));
  if (!holder) throw new Problem('not-found');
  await enterScope(tx, club);
  const lines = await linesOf(
    tx,
    people.map(({ id }) => id),
    year,
  );
  if (lines.length === 0) throw new Problem('not-found');
  // The payer may pay for somebody whose name they need not know.
  const nameOf = new Map(people.map((one) => [one.id, fullName(one)]));
  const { creditorName } = await creditorOf(tx, club);
  const rows = [
    { cells: ['Tag', 'Wofür', 'Betrag'], isBold: true },
    ...lines.map(({ day, label, personId, cents }) => ({
      cells: [germanDate(day), [label, nameOf.get(personId ?? '')].filter(Boolean).join(', '), euros(cents)],
    })),
    { cells: ['', 'Zusammen', euros(sumOfCents(lines))], isBold: true },
  ];
  const title = `Gezahlt im Jahr ${year}`;
  const name = fullName(holder);
  const blocks: PdfBlock[] = [
    ...letterHead({ sender: creditorName, address: addressOf(holder), name, title }),
    { kind: 'text', text: `Stand ${germanDate(today())}`, before: 4 },
    { kind: 'table', widths: [68, 309, 90], numbers: 1, rows, before: 12 },
    { kind: 'text', text: meaning, size: 9, before: 10 },
  ];
  return pdfFile(`gezahlt-${year}-${club}.pdf`, { title: `${title}: ${name}`, foot: title, blocks });
}

type PaidLine = { day: string; label: string; personId: string | null; cents: number };

/** Each payment by the charges that it settles; what settles none yet is credit. */
async function linesOf(tx: Transaction, ids: readonly string[], year: number): Promise<PaidLine[]> {
  const { rows } = await tx.execute<PaidLine>(sql`
    with money as (select * from (${moneyOf(ids)}) of_payers
        where booked_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date),
      share as (select m.id, m.booked_on, a.charge_id, sum(a.cents) as cents from money m join allocation a on a.payment_id = m.id
        group by m.id, m.booked_on, a.charge_id)
    select booked_on::text as day, c.label, c.person_id as "personId", share.cents::float8 as cents
      from share join charge c on c.id = share.charge_id where share.cents <> 0
    union all
    select m.booked_on::text, case when m.cents > 0 then 'Guthaben' else 'Guthaben ausgezahlt' end, null,
        (m.cents - coalesce(used.cents, 0))::float8
      from money m left join (select id, sum(cents) as cents from share group by id) used on used.id = m.id
      where m.cents <> coalesce(used.cents, 0)
    order by day, label limit ${rowsAtMost}`);
  return rows;
}
