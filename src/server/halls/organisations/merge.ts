import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { MergedOrganisations } from '#shared/halls/organisations.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { booking, bookingSeries } from '../bookings/table.ts';
import { hallRequest } from '../hallRequests/table.ts';
import { objection, seasonRefusal, wish } from '../seasons/table.ts';
import { holderNotice, organisation, organisationContact, organisationLink } from './table.ts';
import type { OrganisationRow } from './view.ts';

type Pair = { from: OrganisationRow; into: OrganisationRow };

/** What an organisation owes and has paid; money stands higher. */
export type OrganisationMoney = {
  /** How many charges it has. */
  charges: (tx: Transaction, id: string) => Promise<number>;
  /** Moves its account to another organisation; refused where both owe the very same. */
  move: (tx: Transaction, from: string, into: string) => Promise<void>;
};

/** The records that would move. */
export async function countMerged(tx: Transaction, { from }: Pair, money: OrganisationMoney): Promise<MergedOrganisations> {
  const { rows } = await tx.execute<Omit<MergedOrganisations, 'charges'>>(
    sql`select (select count(*)::int from ${booking} where ${booking.organisationId} = ${from.id}) as bookings,
      (select count(*)::int from ${bookingSeries} where ${bookingSeries.organisationId} = ${from.id}) as series,
      (select count(*)::int from ${wish} where ${wish.organisationId} = ${from.id}) as wishes,
      (select count(*)::int from ${objection} where ${objection.organisationId} = ${from.id}) as objections,
      (select count(*)::int from ${organisationContact}
        where ${organisationContact.organisationId} = ${from.id} and ${organisationContact.endedOn} is null) as contacts`,
  );
  const charges = await money.charges(tx, from.id);
  return { ...(rows[0] ?? { bookings: 0, series: 0, wishes: 0, objections: 0, contacts: 0 }), charges };
}

/** Moves everything of one organisation to the other, under its name, and deletes the first. Both are locked. */
export async function mergeOrganisations(tx: Transaction, { from, into }: Pair, money: OrganisationMoney): Promise<MergedOrganisations> {
  const count = await countMerged(tx, { from, into }, money);
  const organisationId = into.id;
  const holder = { organisationId, holder: into.name };
  await tx.update(booking).set(holder).where(eq(booking.organisationId, from.id));
  await tx.update(bookingSeries).set(holder).where(eq(bookingSeries.organisationId, from.id));
  // Its wishes follow those of the other, in their order.
  await tx
    .update(wish)
    .set({
      organisationId,
      orderNo: sql`${wish.orderNo} + coalesce((select max(other.order_no) from wish other
        where other.season_id = ${wish.seasonId} and other.organisation_id = ${into.id}), 0)`,
    })
    .where(eq(wish.organisationId, from.id));
  await tx.update(objection).set({ organisationId }).where(eq(objection.organisationId, from.id));
  await tx
    .update(seasonRefusal)
    .set({
      refusal: sql`${seasonRefusal.refusal} || jsonb_build_object('organisationId', ${into.id}::text, 'organisation', ${into.name}::text)`,
    })
    .where(sql`${seasonRefusal.refusal}->>'organisationId' = ${from.id}::text`);
  await tx.update(hallRequest).set({ organisationId }).where(eq(hallRequest.organisationId, from.id));
  await tx.update(holderNotice).set({ organisationId }).where(eq(holderNotice.organisationId, from.id));
  await moveContacts(tx, { from, into });
  await money.move(tx, from.id, into.id);
  await tx.delete(organisation).where(eq(organisation.id, from.id));
  return count;
}

/** A contact of both keeps the entry at the other, with the links of both. */
async function moveContacts(tx: Transaction, { from, into }: Pair): Promise<void> {
  const current = (id: string) =>
    tx
      .select({ id: organisationContact.id, email: sql<string>`lower(${organisationContact.email})` })
      .from(organisationContact)
      .where(and(eq(organisationContact.organisationId, id), isNull(organisationContact.endedOn)));
  const there = new Map((await current(into.id)).map(({ id, email }) => [email, id]));
  const twins = (await current(from.id)).flatMap(({ id, email }) => {
    const other = there.get(email);
    return other ? [{ id, other }] : [];
  });
  for (const { id, other } of twins) await tx.update(organisationLink).set({ contactId: other }).where(eq(organisationLink.contactId, id));
  const ids = twins.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(organisationContact).where(inArray(organisationContact.id, ids));
  await tx.update(organisationContact).set({ organisationId: into.id }).where(eq(organisationContact.organisationId, from.id));
}
