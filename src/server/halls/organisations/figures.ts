import { and, count, countDistinct, eq, gt, gte, inArray, max, ne, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import type { OrganisationFigures } from '#shared/halls/organisations.ts';
import { seasonSets, wishSets } from '#shared/halls/seasons/seasonStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { booking, bookingSeries } from '../bookings/table.ts';
import { facility } from '../facilities/table.ts';
import { season, seasonGrant, seasonPlan, wish } from '../seasons/table.ts';
import { organisationContact, organisationLink, type organisation } from './table.ts';

const nothing: OrganisationFigures = { coming: 0, series: 0, weeklyMinutes: 0, wishes: 0, granted: 0, seenAt: null };

/** For each organisation: its hours at the halls of their manager, its wishes for the latest season, and the last use of its links. */
export async function figuresOf(
  tx: Transaction,
  rows: readonly (typeof organisation.$inferSelect)[],
): Promise<(row: typeof organisation.$inferSelect) => OrganisationFigures> {
  const [first] = rows;
  if (!first) return () => nothing;
  const ids = rows.map(({ id }) => id);
  return inAllClubs(tx, async () => {
    const coming = await comingOf(tx, first.managerClub);
    const weekly = await weeklyOf(tx, first.managerClub);
    const asked = await askedOf(tx, first.managerClub);
    const seen = await seenOf(tx, ids);
    return ({ id, club }) => {
      // A club on the portal holds its hours under its own name.
      const holder = club ?? id;
      return { ...nothing, coming: coming.get(holder) ?? 0, ...weekly.get(holder), ...asked.get(id), seenAt: seen.get(id) ?? null };
    };
  });
}

async function comingOf(tx: Transaction, club: ClubName): Promise<Map<string, number>> {
  const holder = sql<string>`coalesce(${booking.organisationId}::text, ${booking.club})`;
  const rows = await tx
    .select({ holder, coming: count() })
    .from(booking)
    .innerJoin(facility, eq(facility.id, booking.facilityId))
    .where(and(eq(facility.managerClub, club), inArray(booking.state, bookingSets.coming), gt(booking.endsAt, now())))
    .groupBy(holder);
  return new Map(rows.map((row) => [row.holder, row.coming]));
}

/** Current weekly hours, in minutes of a hall part; hours of every second week count half. */
async function weeklyOf(tx: Transaction, club: ClubName): Promise<Map<string, Pick<OrganisationFigures, 'series' | 'weeklyMinutes'>>> {
  const { organisationId, startTime, endTime, unitIds, intervalWeeks } = bookingSeries;
  const holder = sql<string>`coalesce(${organisationId}::text, ${bookingSeries.club})`;
  const minutes = sql`extract(epoch from ${endTime} - ${startTime}) / 60 * cardinality(${unitIds}) / ${intervalWeeks}`;
  const rows = await tx
    .select({ holder, series: count(), weeklyMinutes: sql<number>`sum(${minutes})::int` })
    .from(bookingSeries)
    .innerJoin(facility, eq(facility.id, bookingSeries.facilityId))
    .where(
      and(
        eq(facility.managerClub, club),
        gte(bookingSeries.endsOn, today()),
        sql`exists (select from ${booking} where ${booking.seriesId} = ${bookingSeries.id} and ${inArray(booking.state, bookingSets.coming)}
          and ${gt(booking.endsAt, now())})`,
      ),
    )
    .groupBy(holder);
  return new Map(rows.map(({ holder: key, ...figures }) => [key, figures]));
}

/** The wishes in the season with the latest start, and how many of them have a time in the working plan or the sent plan. */
async function askedOf(tx: Transaction, club: ClubName): Promise<Map<string, Pick<OrganisationFigures, 'wishes' | 'granted'>>> {
  const latest = tx
    .select({ id: season.id })
    .from(season)
    .where(and(eq(season.managerClub, club), inArray(season.phase, [...seasonSets.asked])))
    .orderBy(sql`${season.startsOn} desc`)
    .limit(1);
  const rows = await tx
    .select({ id: wish.organisationId, wishes: countDistinct(wish.id), granted: countDistinct(seasonGrant.wishId) })
    .from(wish)
    .leftJoin(
      seasonPlan,
      and(eq(seasonPlan.seasonId, wish.seasonId), sql`(${seasonPlan.frozenAt} is null or ${seasonPlan.sentOutAt} is not null)`),
    )
    .leftJoin(seasonGrant, and(eq(seasonGrant.planId, seasonPlan.id), eq(seasonGrant.wishId, wish.id)))
    .where(and(inArray(wish.seasonId, latest), ne(wish.state, 'withdrawn')))
    .groupBy(wish.organisationId);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

async function seenOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: organisationContact.organisationId, seenAt: max(organisationLink.lastUsedAt) })
    .from(organisationLink)
    .innerJoin(organisationContact, eq(organisationContact.id, organisationLink.contactId))
    .where(inArray(organisationContact.organisationId, [...ids]))
    .groupBy(organisationContact.organisationId);
  return new Map(rows.flatMap(({ id, seenAt }) => (seenAt ? [[id, seenAt.toISOString()] as const] : [])));
}

/** Withdraws the wishes of an organisation in undecided seasons; returns their number. */
export async function withdrawWishes(tx: Transaction, organisationId: string): Promise<number> {
  const undecided = tx
    .select({ id: season.id })
    .from(season)
    .where(inArray(season.phase, [...seasonSets.undecided]));
  const rows = await tx
    .update(wish)
    .set({ state: 'withdrawn', version: sql`${wish.version} + 1` })
    .where(
      and(
        eq(wish.organisationId, organisationId),
        inArray(wish.state, [...wishSets.counting, ...wishSets.waiting]),
        inArray(wish.seasonId, undecided),
      ),
    )
    .returning({ id: wish.id });
  return rows.length;
}
