import { sql } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { payingOf } from '#server/people/members/service.ts';
import { careNote, person } from '#server/people/persons/table.ts';
import { listedNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { sepaMandate } from '../mandates/table.ts';

/** Who pays for somebody, and how: by their mandate, by the office that pays for children, or by transfer. */
export type Payer = { personId: string; name: string; mandate: string | null; hasOffice: boolean };

/** Who pays for people, and how. The transaction must be in the scope of the club. */
export async function payersOf(tx: Transaction, personIds: readonly string[], today: string): Promise<Map<string, Payer>> {
  if (personIds.length === 0) return new Map();
  const { rows } = await tx.execute<{
    id: string;
    payer_id: string;
    name: string;
    mandate: string | null;
    has_office: boolean;
  }>(sql`with paying as materialized (${payingOf(personIds, today)})
    select p.id, p.payer_id, ${listedNameOf(person)} as name,
      (select ${sepaMandate.reference} from ${sepaMandate}
        where ${sepaMandate.payerPersonId} = p.payer_id and ${sepaMandate.state} = 'active' and not ${sepaMandate.isPaused}
          and coalesce(${sepaMandate.forPersonId}, p.id) = p.id
        order by ${sepaMandate.forPersonId} nulls last, ${sepaMandate.kind} desc, ${sepaMandate.signedOn} desc limit 1) as mandate,
      exists (select 1 from ${careNote} where ${careNote.personId} = p.id and ${careNote.butReference} <> '') as has_office
    from paying p join ${person} on ${person.id} = p.payer_id`);
  return new Map(rows.map((row) => [row.id, { personId: row.payer_id, name: row.name, mandate: row.mandate, hasOffice: row.has_office }]));
}

/** Where a letter to somebody goes, line by line; empty where not all of it is known. */
export function addressOf({ street, houseNo, postcode, city, ...who }: typeof person.$inferSelect): string[] {
  const [way, place] = [
    [street, houseNo],
    [postcode, city],
  ].map((parts) => parts.filter(Boolean).join(' '));
  return way && place ? [fullName(who), way, place] : [];
}

/** By which payers transfer all that is open at once. */
export async function accountReferencesOf(tx: Transaction, payerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: person.id, club: person.club, accountNo: person.accountNo })
    .from(person)
    .where(sql`${person.id} = any(${sql.param([...payerIds])}::uuid[])`);
  return new Map(rows.map(({ id, club, accountNo }) => [id, accountReference(club, accountNo)]));
}

/** Tells in a mail over several charges that one transfer pays them all. */
export function togetherInWords(reference: string): string {
  return `Alles zusammen überweisen Sie mit dem Verwendungszweck ${reference}.`;
}
