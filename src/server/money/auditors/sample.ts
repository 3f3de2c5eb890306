import { sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import { germanDate, instantInWords } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Sampled } from '#shared/money/auditors/contract.ts';
import { categoryOf, type EntryCategory } from '#shared/money/entries/words.ts';
import { paymentKindNames, type PaymentKind } from '#shared/money/paymentWords.ts';
import { person } from '#server/people/persons/table.ts';
import { payer } from '../payers/view.ts';
import { oneByOne, type Transaction } from '#server/platform/database/database.ts';
import type { Move } from '../datev/moves.ts';

/** A random sample of rows of the books, each with its documents, in order of date. */
export async function sampleOf(tx: Transaction, moves: readonly Move[], count: number): Promise<Sampled[]> {
  const rows = new Map(moves.flatMap((move) => (move.on.place === 'credit' ? [] : [[move.of.id, move] as const])));
  const left = [...rows.values()];
  const drawn: Move[] = [];
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(randomInt(left.length), 1));
  const sampled = await oneByOne(drawn, (move) => documented(tx, move));
  return sampled.toSorted((one, other) => one.day.localeCompare(other.day));
}

type Document = { day: string; cents: number; by: string; at: Date; facts: Fact[]; line: Line | null };
type Fact = [label: string, value: string | null];
type Line = { day: string; name: string; purpose: string };

async function documented(tx: Transaction, { of: { kind, id }, on: place }: Move): Promise<Sampled> {
  const { day, cents, by, at, facts, line } = await reading[kind](tx, id);
  const ofBank: Fact[] = line
    ? [
        ['Bankzeile', `${germanDate(line.day)}, ${line.name}`],
        ['Verwendungszweck', line.purpose],
      ]
    : [];
  const all: Fact[] = [...facts, ['Wo', place.label], ...ofBank, ['Erfasst', `${by}, ${instantInWords(at)}`]];
  return {
    id,
    day,
    cents,
    title: titles[kind],
    facts: all.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
  };
}

const titles = { payment: 'Zahlung', donation: 'Spende', entry: 'Weitere Buchung' } as const;
const reading = { payment: paymentDocument, donation: donationDocument, entry: entryDocument };

/** The single row that was drawn. */
function theOne<T>({ rows }: { rows: T[] }): T {
  const [row] = rows;
  if (!row) throw new Error('A row of the books is missing.');
  return row;
}

const bankFacts = sql`case when l.id is not null then json_build_object('day', l.booked_on, 'name', l.name, 'purpose', l.purpose) end as line`;

type Common = { day: string; cents: number; by: string; at: Date; line: Line | null };

async function paymentDocument(tx: Transaction, id: string): Promise<Document> {
  const row = theOne(
    await tx.execute<
      Common & { kind: PaymentKind; payer: string; note: string; run: string | null; cashNo: string | null }
    >(sql`select p.booked_on::text as day, p.cents, p.created_by as by, p.created_at as at, p.kind, p.note, r.message_id as run,
        q.name as payer, ${bankFacts},
        (select string_agg(e.no::text, ', ' order by e.no) from cash_entry e where e.payment_id = p.id) as "cashNo"
      from payment p join ${payer} q on q.id = p.payer_id left join sepa_run r on r.id = p.run_id
        left join bank_line l on l.id = p.bank_line_id where p.id = ${id}`),
  );
  const { rows: shares } = await tx.execute<{ reference: string; label: string; cents: number; whom: string }>(sql`
    select c.reference, c.label, a.cents, concat_ws(' ', w.firstname, w.lastname) as whom from allocation a
      join charge c on c.id = a.charge_id left join ${person} w on w.id = c.person_id where a.payment_id = ${id} order by a.created_at, a.id limit 50`);
  return {
    ...row,
    facts: [
      ['Art', paymentKindNames[row.kind]],
      ['Zahler', row.payer],
      [
        'Für',
        shares
          .map(({ reference, label, cents, whom }) => `${[label, whom].filter(Boolean).join(', ')}: ${euros(cents)} (${reference})`)
          .join('; '),
      ],
      ['Lastschriftlauf', row.run],
      ['Nummer im Kassenbuch', row.cashNo],
      ['Notiz', row.note],
    ],
  };
}

async function donationDocument(tx: Transaction, id: string): Promise<Document> {
  const row = theOne(
    await tx.execute<
      Common & { donor: string; receipt: string | null; note: string }
    >(sql`select d.received_on::text as day, d.cents, d.created_by as by, d.created_at as at, d.donor_name as donor, d.note,
        r.year || '-' || r.number as receipt, ${bankFacts}
      from donation d left join donation_receipt r on r.id = d.receipt_id left join bank_line l on l.id = d.bank_line_id where d.id = ${id}`),
  );
  return {
    ...row,
    facts: [
      ['Von', row.donor],
      ['Bestätigung', row.receipt],
      ['Notiz', row.note],
    ],
  };
}

async function entryDocument(tx: Transaction, id: string): Promise<Document> {
  const row = theOne(
    await tx.execute<
      Common & { text: string; category: EntryCategory; payout: string | null }
    >(sql`select e.booked_on::text as day, e.cents, e.created_by as by, e.created_at as at, e.text, e.category, ${bankFacts},
        o.message_id as payout
      from ledger_entry e left join bank_line l on l.id = e.bank_line_id left join payout_item i on i.id = e.payout_item_id
        left join payout_run o on o.id = i.run_id where e.id = ${id}`),
  );
  return {
    ...row,
    facts: [
      ['Wofür', categoryOf(row.category).label],
      ['Text', row.text],
      ['Sammelüberweisung', row.payout],
    ],
  };
}
