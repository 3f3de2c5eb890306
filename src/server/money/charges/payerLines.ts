import { asc, eq, sql, type SQL } from 'drizzle-orm';
import { fullNameOf } from '#server/platform/database/columns.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { payer } from '../payers/view.ts';
import { charge } from './table.ts';

/** One charge of a run as the mail to its payer says it. */
export type PayerLine = Awaited<ReturnType<typeof payerLines>>[number];

/** The charges of one run with the address of their payers, the oldest person first. */
export function payerLines(tx: Transaction, ofRun: SQL) {
  return tx
    .select({
      personId: charge.personId,
      payerId: charge.payerId,
      email: payer.email,
      payer: payer.name,
      isOrganisation: payer.isOrganisation,
      /** Empty where an organisation pays for itself. */ name: sql<string>`coalesce(${fullNameOf(person)}, '')`,
      label: charge.label,
      cents: charge.cents,
      settledCents: charge.settledCents,
      offCents: offOf(sql`${charge}`),
      method: charge.method,
      reference: charge.reference,
    })
    .from(charge)
    .innerJoin(payer, eq(payer.id, charge.payerId))
    .leftJoin(person, eq(person.id, charge.personId))
    .where(ofRun)
    .orderBy(asc(person.birthDate), asc(charge.reference));
}

/** What a refund of the table or alias `of` took off what was still open; 0 of a charge that asks for money. */
export function offOf(of: SQL): SQL<number> {
  return sql`case when ${of}.cents < 0 then (select coalesce(-sum(a.cents), 0)::int from allocation a
    join payment p on p.id = a.payment_id where a.charge_id = ${of}.id and p.kind = 'offset') else 0 end`;
}

/** Those of the payers to whom a mail can be written. */
export async function payersByEmail(tx: Transaction, ids: ReadonlySet<string>) {
  return tx
    .select({ id: payer.id, email: sql<string>`${payer.email}`, name: payer.name, isOrganisation: payer.isOrganisation })
    .from(payer)
    .where(sql`${payer.id} = any(${sql.param([...ids])}::uuid[]) and coalesce(${payer.email}, '') <> ''`);
}
