import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { MergedOrganisations } from '#shared/halls/organisations.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { booking, bookingSeries } from '../bookings/table.ts';
import { hallRequest } from '../hallRequests/table.ts';
import { objection, seasonRefusal, wish } from '../seasons/table.ts';
import { holderNotice, organisation, organisationContact, organisationLink } from './table.ts';
import type { OrganisationRow } from './view.ts';

type Pair = { from: OrganisationRow; into: OrganisationRow };
type MovedMoney = Pick<MergedOrganisations, 'charges' | 'payments'>;

/** The port of organisations to money: what they owe and have paid. */
export type OrganisationMoney = {
  /** Locks the accounts for this transaction. Called before rows of the organisations are locked, since bookings lock the account first. */
  lock: (tx: Transaction, ids: readonly string[]) => Promise<void>;
  /** What would move; refused if both owe the same. */
  count: (tx: Transaction, pair: Pair) => Promise<MovedMoney>;
  /** Moves the account of the one to the other. */
  move: (write: Write, pair: Pair, moved: MovedMoney) => Promise<void>;
};

/** The records that would move; refused if they cannot. */
export async function countMerged(tx: Transaction, { from, into }: Pair, money: OrganisationMoney): Promise<MergedOrganisations> {
  const { rows } = await tx.execute<Omit<MergedOrganisations, keyof MovedMoney>>(
    sql`select (select count(*)::int from ${booking} where ${booking.organisationId} = ${from.id}) as bookings,
      (select count(*)::int from ${bookingSeries} where ${bookingSeries.organisationId} = ${from.id}) as series,
      (select count(*)::int from ${wish} where ${wish.organisationId} = ${from.id}) as wishes,
      (select count(*)::int from ${objection} where ${objection.organisationId} = ${from.id}) as objections,
      (select count(*)::int from ${organisationContact}
        where ${organisationContact.organisationId} = ${from.id} and ${organisationContact.endedOn} is null) as contacts`,
  );
  return { ...(rows[0] ?? { bookings: 0, series: 0, wishes: 0, objections: 0, contacts: 0 }), ...(await money.count(tx, { from, into })) };
}

/** Moves everything of one organisation to the other, under its name, and deletes the first. The accounts and then both rows are locked. */
export async function mergeOrganisations(
  write: Write,
  { from, into }: Pair,
  money: OrganisationMoney,
): Promise<{ moved: MergedOrganisations; after: OrganisationRow }> {
  const { tx } = write;
  const moved = await countMerged(tx, { from, into }, money);
  const organisationId = into.id;
  const holder = { organisationId, holder: into.name };
  await tx.update(booking).set(holder).where(eq(booking.organisationId, from.id));
  await tx.update(bookingSeries).set(holder).where(eq(bookingSeries.organisationId, from.id));
  // Its wishes are appended to those of the other, in their order.
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
  await money.move(write, { from, into }, moved);
  await tx.delete(organisation).where(eq(organisation.id, from.id));
  const formerAccountNos = [...into.formerAccountNos, from.accountNo, ...from.formerAccountNos];
  const [after = into] = await tx
    .update(organisation)
    .set({ formerAccountNos, version: into.version + 1 })
    .where(eq(organisation.id, into.id))
    .returning();
  return { moved, after };
}

/** A contact of both keeps the entry of the other organisation, with the links of both. */
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
