import { asc, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { person } from '#server/people/persons/table.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { withdrawMails } from '#server/platform/mail/outbox.ts';
import { payer } from '../payers/view.ts';
import { charge } from './table.ts';

const whom = alias(payer, 'whom');

/** One charge of a run as the mail to its payer shows it. */
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
      /** The person it is for, if somebody else pays; a join, since a subquery for each of 10,000 lines takes seconds. */
      name: sql<string>`case when ${whom.id} is distinct from ${charge.payerId} then coalesce(${whom.name}, '') else '' end`,
      label: charge.label,
      cents: charge.cents,
      settledCents: charge.settledCents,
      offCents: offOf(sql`${charge}`),
      method: charge.method,
      reference: charge.reference,
      dueOn: charge.dueOn,
    })
    .from(charge)
    .innerJoin(payer, eq(payer.id, charge.payerId))
    .leftJoin(whom, eq(whom.id, charge.personId))
    .leftJoin(person, eq(person.id, charge.personId))
    .where(ofRun)
    .orderBy(asc(person.birthDate), asc(charge.reference));
}

/** What a refund of the table or alias `of` took off the unpaid part; 0 for a charge that asks for money. */
export function offOf(of: SQL): SQL<number> {
  return sql`case when ${of}.cents < 0 then (select coalesce(-sum(a.cents), 0)::int from allocation a
    join payment p on p.id = a.payment_id where a.charge_id = ${of}.id and p.kind = 'offset') else 0 end`;
}

/** Withdraws the mails of an occasion that are not sent yet, and returns the payers who have theirs. */
export async function payersAlreadyTold(tx: Transaction, occasion: string, payerIds: ReadonlySet<string>) {
  const untold = await withdrawMails(tx, occasion);
  return payersByEmail(tx, new Set([...payerIds].filter((id) => !untold.has(id))));
}

/** The payers with an email address. */
export async function payersByEmail(tx: Transaction, ids: ReadonlySet<string>) {
  return tx
    .select({ id: payer.id, email: sql<string>`${payer.email}`, name: payer.name, isOrganisation: payer.isOrganisation })
    .from(payer)
    .where(sql`${isAmong(payer.id, ids)} and coalesce(${payer.email}, '') <> ''`);
}
