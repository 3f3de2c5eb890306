import { asc, eq, sql, type SQL } from 'drizzle-orm';
import { fullNameOf } from '#server/platform/database/columns.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { charge } from './table.ts';

/** One charge of a run as the mail to its payer says it. */
export type PayerLine = Awaited<ReturnType<typeof payerLines>>[number];

/** The charges of one run with the address of their payers, the oldest person first. */
export function payerLines(tx: Transaction, ofRun: SQL) {
  const payer = sql`(select q.email from ${person} q where q.id = ${charge.payerPersonId})`;
  const payerName = sql`(select ${fullNameOf('q')} from ${person} q where q.id = ${charge.payerPersonId})`;
  return tx
    .select({
      personId: charge.personId,
      payerPersonId: charge.payerPersonId,
      email: sql<string | null>`${payer}`,
      payer: sql<string>`${payerName}`,
      firstname: person.firstname,
      lastname: person.lastname,
      label: charge.label,
      cents: charge.cents,
      settledCents: charge.settledCents,
      offCents: offOf(sql`${charge}`),
      method: charge.method,
      reference: charge.reference,
    })
    .from(charge)
    .innerJoin(person, eq(person.id, charge.personId))
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
    .select({ id: person.id, email: sql<string>`${person.email}`, firstname: person.firstname, lastname: person.lastname })
    .from(person)
    .where(sql`${person.id} = any(${sql.param([...ids])}::uuid[]) and coalesce(${person.email}, '') <> ''`);
}
