import { sql, type SQL } from 'drizzle-orm';
import { listedName } from '#shared/kernel/fullName.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { PayerLetter } from '#shared/money/letters/contract.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { payerLines, type PayerLine } from './payerLines.ts';
import { addressOf, togetherInWords } from './payers.ts';

/** A payer whose address of e-mail nobody knows, with the lines of some charges. */
export type Unmailed = {
  who: typeof person.$inferSelect;
  lines: PayerLine[];
  /** What no longer holds of before. */ replaced: PayerLine[];
};

/** The payers of some charges who have no address of e-mail, by name. */
export async function unmailedPayers(tx: Transaction, ofCharges: SQL, ofReplaced?: SQL): Promise<Unmailed[]> {
  const unmailed = async (of: SQL) =>
    Map.groupBy(
      (await payerLines(tx, of)).filter(({ email }) => !email),
      ({ payerPersonId }) => payerPersonId,
    );
  const byPayer = await unmailed(ofCharges);
  const replaced = ofReplaced ? await unmailed(ofReplaced) : new Map<string, PayerLine[]>();
  const people = await tx
    .select()
    .from(person)
    .where(sql`${person.id} = any(${sql.param([...new Set([...byPayer.keys(), ...replaced.keys()])])}::uuid[])`)
    .orderBy(person.lastname, person.firstname, person.id);
  return people.map((who) => ({ who, lines: byPayer.get(who.id) ?? [], replaced: replaced.get(who.id) ?? [] }));
}

/** The letter to a payer, to today's address, with what is transferred in one. */
export function letterTo({ who, lines }: Pick<Unmailed, 'who' | 'lines'>, paragraphs: string[]): PayerLetter {
  const transfers = lines.filter(({ method, cents }) => method === 'transfer' && cents > 0);
  const isTogether = transfers.length > 1;
  const [first] = transfers;
  const reference = isTogether ? accountReference(who.club, who.accountNo) : first?.reference;
  return {
    payerPersonId: who.id,
    name: listedName(who),
    address: addressOf(who),
    paragraphs: isTogether && reference ? [...paragraphs, togetherInWords(reference)] : paragraphs,
    transfer: reference ? { cents: sumOfCents(transfers), reference } : null,
  };
}
