import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { organisationsAtMost, type Organisation, type organisationStates } from '#shared/halls/organisations.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { booking } from '../bookings/table.ts';
import { figuresOf } from './figures.ts';
import { organisation, organisationContact } from './table.ts';

export type OrganisationRow = typeof organisation.$inferSelect;

/** The organisations that a club manages, by name. */
export async function listOrganisations(
  tx: Transaction,
  club: ClubName,
  state: (typeof organisationStates)[number],
): Promise<Organisation[]> {
  const inState = { current: isNull(organisation.archivedOn), archived: isNotNull(organisation.archivedOn), all: undefined }[state];
  const rows = await tx
    .select()
    .from(organisation)
    .where(and(eq(organisation.managerClub, club), inState))
    .orderBy(asc(sql`lower(${organisation.name})`), asc(organisation.id))
    .limit(organisationsAtMost);
  return viewOrganisations(tx, rows);
}

/** One organisation as shown to its manager. */
export async function viewOrganisation(tx: Transaction, row: OrganisationRow): Promise<Organisation> {
  const [view] = await viewOrganisations(tx, [row]);
  if (!view) throw new Problem('not-found');
  return view;
}

/** The number of future bookings of each of these organisations. */
export async function comingBookings(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: booking.organisationId, count: sql<number>`count(*)::int` })
    .from(booking)
    .where(and(inArray(booking.organisationId, [...ids]), inArray(booking.state, bookingSets.coming), gt(booking.endsAt, now())))
    .groupBy(booking.organisationId);
  return new Map(rows.map(({ id, count }) => [id ?? '', count]));
}

async function viewOrganisations(tx: Transaction, rows: readonly OrganisationRow[]): Promise<Organisation[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const contacts = await tx
    .select()
    .from(organisationContact)
    .where(and(inArray(organisationContact.organisationId, ids), isNull(organisationContact.endedOn)))
    .orderBy(asc(organisationContact.name), asc(organisationContact.id));
  const figures = await figuresOf(tx, rows);
  return rows.map((row) => ({
    ...row,
    contacts: contacts
      .filter(({ organisationId }) => organisationId === row.id)
      .map(({ organisationId: _organisation, endedOn: _ended, ...contact }) => contact),
    ...figures(row),
  }));
}
