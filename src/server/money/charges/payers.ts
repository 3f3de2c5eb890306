import { sql } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { payingOf } from '#server/people/members/service.ts';
import { careNote, person } from '#server/people/persons/table.ts';
import { listedNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { sepaMandate } from '../mandates/table.ts';
import type { PayerRow } from '../payers/view.ts';

/** Who pays for somebody, and how: by mandate, by the office that pays for children, or by transfer. */
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

type Addressed = Pick<PayerRow, 'street' | 'houseNo' | 'postcode' | 'city'> & ({ name: string } | { firstname: string; lastname: string });

/** The postal address for a letter, line by line; empty if it is incomplete. */
export function addressOf({ street, houseNo, postcode, city, ...who }: Addressed): string[] {
  const [way, place] = [
    [street, houseNo],
    [postcode, city],
  ].map((parts) => parts.filter(Boolean).join(' '));
  return way && place ? ['name' in who ? who.name : fullName(who), way, place] : [];
}

/** Where a payer reads all this and copies the data of the transfer; an organisation has no account to sign in with. */
export function profileWords({ isOrganisation }: Pick<PayerRow, 'isOrganisation'>): string {
  return isOrganisation ? '' : 'In Ihrem Profil stehen die Angaben unter „Zahlungen“ zum Kopieren. ';
}

/** The same at the end of a notice. */
export function standsInProfile({ isOrganisation }: Pick<PayerRow, 'isOrganisation'>): string {
  return isOrganisation ? '' : 'Alles steht auch in Ihrem Profil unter „Zahlungen“. ';
}

/** Says in a mail over several charges that one transfer pays them all. */
export function jointTransferInWords(reference: string): string {
  return `Alles zusammen überweisen Sie mit dem Verwendungszweck ${reference}.`;
}
