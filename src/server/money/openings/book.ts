import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { OpeningLine, Openings } from '#shared/money/openings/contract.ts';
import { member } from '#server/people/members/table.ts';
import { person } from '#server/people/persons/table.ts';
import { listedNameOf } from '#server/platform/database/columns.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { nextReference } from '../charges/make.ts';
import { payersOf } from '../charges/payers.ts';
import { charge } from '../charges/table.ts';
import { addPayments, lockAccounts } from '../payments/movements.ts';
import { payment } from '../payments/table.ts';
import { idOf } from './cells.ts';
import { readOpenings } from './file.ts';

type Planned = OpeningLine & { sourceId: string; personId: string; payerPersonId: string; isSepa: boolean };
type Plan = { lines: Planned[]; hash: string };

/** The preview of a file: each line once, without those that were imported before. */
async function planOpenings(tx: Transaction, club: ClubName, content: string): Promise<Plan> {
  const read = readOpenings(Buffer.from(content, 'base64'));
  const people = await membersBy(
    tx,
    club,
    read.map(({ memberNo }) => memberNo),
  );
  const payers = await payersOf(
    tx,
    [...people.values()].map(({ personId }) => personId),
    today(),
  );
  const seen = new Set<string>();
  const lines = read.map((one): Planned => {
    const found = people.get(one.memberNo);
    const payer = found && payers.get(found.personId);
    // An equal line of any file is the same charge.
    const sourceId = idOf('opening', club, one.memberNo, one.label, one.dueOn, one.cents);
    const fault = one.fault || (found ? '' : 'Kein Mitglied hat diese Nummer.');
    const isTwice = seen.has(sourceId);
    if (!fault) seen.add(sourceId);
    const message = fault || (isTwice ? 'Steht schon weiter oben in der Datei.' : '');
    return {
      line: one.line,
      label: one.label,
      dueOn: one.dueOn,
      cents: one.cents,
      message,
      sourceId,
      name: found?.name ?? one.memberNo,
      payer: payer?.name ?? found?.name ?? '',
      personId: found?.personId ?? '',
      payerPersonId: payer?.personId ?? found?.personId ?? '',
      isSepa: Boolean(payer?.mandate),
      result: fault ? 'faulty' : isTwice ? 'known' : one.cents > 0 ? 'charge' : 'credit',
    };
  });
  const known = await knownOf(tx, club, lines);
  const judged = lines.map((one) =>
    known.has(one.sourceId) && one.result !== 'faulty' ? { ...one, result: 'known' as const, message: 'Ist schon übernommen.' } : one,
  );
  const facts = judged.map(({ sourceId, payerPersonId, result }) => [sourceId, payerPersonId, result]);
  return { lines: judged, hash: createHash('sha256').update(JSON.stringify(facts)).digest('hex') };
}

async function membersBy(tx: Transaction, club: ClubName, numbers: readonly string[]) {
  const rows = await tx
    .select({
      memberNo: member.memberNo,
      personId: person.id,
      name: listedNameOf(person),
    })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(and(eq(member.club, club), inArray(member.memberNo, [...new Set(numbers)]), isNull(person.anonymisedAt)));
  return new Map(rows.map((row) => [row.memberNo, row]));
}

/** Existing records: charges by their source, credit by its text. */
async function knownOf(tx: Transaction, club: ClubName, lines: readonly Planned[]): Promise<Set<string>> {
  const ids = lines.map(({ sourceId }) => sourceId);
  if (ids.length === 0) return new Set();
  const charges = await tx
    .select({ id: charge.sourceId })
    .from(charge)
    .where(and(eq(charge.club, club), eq(charge.source, 'other'), inArray(charge.sourceId, ids), ne(charge.state, 'cancelled')));
  // The id of a credit is the id of its line.
  const credits = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.club, club), inArray(payment.id, ids)));
  return new Set([...charges, ...credits].flatMap(({ id }) => id ?? []));
}

const sumsOf = (lines: readonly Planned[]) => {
  const [owed, left] = [lines.filter(({ result }) => result === 'charge'), lines.filter(({ result }) => result === 'credit')];
  const sum = (of: readonly Planned[]) => of.reduce((total, { cents }) => total + Math.abs(cents), 0);
  return { charges: owed.length, chargeCents: sum(owed), credits: left.length, creditCents: sum(left) };
};

/** The preview of a file for the board. */
export async function checkOpenings(tx: Transaction, club: ClubName, content: string): Promise<Openings> {
  const { lines, hash } = await planOpenings(tx, club, content);
  return {
    lines: lines.map(({ sourceId: _source, personId: _person, payerPersonId: _payer, isSepa: _sepa, ...line }) => line),
    ...sumsOf(lines),
    hash,
  };
}

/** Imports the file if it equals the preview: open charges, and credit that is not income of this year. */
export async function bookOpenings(tx: Transaction, club: ClubName, { content, hash }: { content: string; hash: string }, by: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`openings:${club}`}, 0))`);
  const plan = await planOpenings(tx, club, content);
  if (plan.hash !== hash) throw new Problem('changed-since-preview');
  const sums = sumsOf(plan.lines);
  if (sums.charges + sums.credits === 0)
    throw new Problem('not-ready', { fields: [{ path: 'content', message: 'In dieser Datei ist nichts zu übernehmen.' }] });
  const credits = plan.lines.filter(({ result }) => result === 'credit');
  await lockAccounts(
    tx,
    credits.map(({ payerPersonId }) => payerPersonId),
  );
  const openCharges = plan.lines.filter(({ result }) => result === 'charge').map((line) => chargeOf(club, line));
  for (const block of blocksOf(openCharges)) await tx.insert(charge).values(block);
  await addPayments(
    tx,
    credits.map(({ sourceId: id, payerPersonId: payerId, cents, label: note }) => ({
      id,
      club,
      payerId,
      note,
      createdBy: by,
      kind: 'opening' as const,
      bookedOn: today(),
      shares: [],
      cents: 0 - cents,
    })),
  );
  return sums;
}

function chargeOf(club: ClubName, { sourceId, personId, payerPersonId, label, cents, dueOn, isSepa }: Planned) {
  return {
    id: randomUUID(),
    club,
    reference: nextReference(club),
    personId,
    payerPersonId,
    sourceId,
    label,
    cents,
    dueOn,
    source: 'other' as const,
    method: isSepa ? ('sepa' as const) : ('transfer' as const),
    state: 'open' as const,
    taxSphere: 'ideal' as const,
    createdAt: now(),
  };
}
