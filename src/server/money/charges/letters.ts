import { sql, type SQL } from 'drizzle-orm';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { PayerLetter } from '#shared/money/letters/contract.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { offOf, payerLines, type PayerLine } from './payerLines.ts';
import { addressOf, jointTransferInWords } from './payers.ts';
import { payer, type PayerRow } from '../payers/view.ts';
import { charge } from './table.ts';

/** A payer without a known email address, with the lines of some charges. */
export type Unmailed = {
  who: PayerRow;
  lines: PayerLine[];
  /** Lines of earlier charges that no longer apply. */ replaced: PayerLine[];
};

/** Whether the payer or person of the alias `of` is notified by letter: no email address is known, and the payer is neither dead nor erased. */
export function isUnmailed(of: SQL): SQL {
  return sql`coalesce(${of}.email, '') = '' and ${of}.died_on is null and ${of}.anonymised_at is null`;
}

/** Whether a charge of the table or alias `of` still asks for money, refunds some, or lowers an earlier charge. */
function isTold(of: SQL): SQL {
  return sql`case when ${of}.cents > 0 then ${of}.state = any(${sql.param(chargeSets.owed)}::text[]) and ${of}.settled_cents < ${of}.cents
    else ${of}.state <> 'cancelled' and ${of}.cents - ${of}.settled_cents - ${offOf(of)} <> 0 end`;
}

/** The number of letters to the payers of the charges `c` that meet a condition, or that another condition marks as replaced. */
export function countOfLetters(ofCharges: SQL, ofReplaced: SQL = sql`false`): SQL<number> {
  return sql`(select count(distinct q.id)::int from ${charge} c join ${payer} q on q.id = c.payer_id
    where (${ofCharges} and ${isTold(sql`c`)} or ${ofReplaced}) and ${isUnmailed(sql`q`)})`;
}

/** The payers of some charges without an email address, by name, with the remainder of each charge and the lines that no longer apply. */
export async function unmailedPayers(tx: Transaction, ofCharges: SQL, ofReplaced?: SQL): Promise<Unmailed[]> {
  const isTheirs = sql`exists (select 1 from ${payer} q where q.id = ${charge.payerId} and ${isUnmailed(sql`q`)})`;
  const unmailed = async (of: SQL) => payerLines(tx, sql`${of} and ${isTheirs}`);
  const lines = (await unmailed(sql`${ofCharges} and ${isTold(sql`${charge}`)}`)).map(restLine);
  const byPayer = Map.groupBy(lines, ({ payerId }) => payerId);
  const replaced = Map.groupBy(ofReplaced ? await unmailed(ofReplaced) : [], ({ payerId }) => payerId);
  const people = await tx
    .select()
    .from(payer)
    .where(isAmong(payer.id, new Set([...byPayer.keys(), ...replaced.keys()])))
    .orderBy(payer.lastname, payer.firstname, payer.id);
  return people.map((who) => ({ who, lines: byPayer.get(who.id) ?? [], replaced: replaced.get(who.id) ?? [] }));
}

/** The payers of some letters, and those for whom they pay. */
export function namedOn(unmailed: readonly Unmailed[]): string[] {
  return unmailed.flatMap(({ who, lines, replaced }) => [who.id, ...[...lines, ...replaced].flatMap(({ personId }) => personId ?? [])]);
}

/** A line with the remainder of its charge; what a refund took off stays in it, since nothing else states it. */
function restLine(line: PayerLine): PayerLine {
  const { cents, settledCents, offCents } = line;
  if (cents <= 0) return { ...line, cents: cents - settledCents - offCents };
  return settledCents === 0 ? line : { ...line, cents: cents - settledCents, label: `${line.label} (noch offen)` };
}

/** The letter to a payer, to today's address, with the sum for one transfer. */
export function letterTo({ who, lines }: Pick<Unmailed, 'who' | 'lines'>, paragraphs: string[]): PayerLetter {
  const transfers = lines.filter(({ method, cents }) => method === 'transfer' && cents > 0);
  const isTogether = transfers.length > 1;
  const [first] = transfers;
  const reference = isTogether ? accountReference(who.club, who.accountNo) : first?.reference;
  return {
    payerId: who.id,
    name: who.listedName,
    address: addressOf(who),
    paragraphs: isTogether && reference ? [...paragraphs, jointTransferInWords(reference)] : paragraphs,
    transfer: reference ? { cents: sumOfCents(transfers), reference } : null,
  };
}
