import { and, asc, eq, gt, inArray, or, type SQL } from 'drizzle-orm';
import { may } from '#shared/kernel/rights.ts';
import type { Club } from '#shared/kernel/clubs.ts';
import { publicEvents, type NextDate } from '#shared/events/events.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context, Services } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { event } from './table.ts';

export type { EventSeats, EventRegistrations, EventRow } from './registrations.ts';

/**
 * SQL condition for visible events: published ones of the host's club (on GSV those of all clubs), and drafts of the viewer's own club for
 * planners.
 */
export function visibleEvents({ viewer, hostClub }: Pick<Context, 'viewer' | 'hostClub'>): SQL | undefined {
  const isPublic = and(
    inArray(event.state, publicEvents),
    hostClub === 'GSV' ? undefined : eq(event.club, hostClub),
    viewer ? or(eq(event.isMembersOnly, false), eq(event.club, viewer.club)) : eq(event.isMembersOnly, false),
  );
  if (may({ role: viewer?.role }, 'events.list', 'other') === 'all') return undefined;
  return viewer && may(viewer, 'events.list', 'club') === 'all' ? or(isPublic, eq(event.club, viewer.club)) : isPublic;
}

/** The events that reference any of these files. */
export async function eventUses(tx: Pick<Transaction, 'select'>, paths: readonly string[]) {
  if (paths.length === 0) return [];
  const rows = await tx
    .select({ id: event.id, title: event.title, image: event.image })
    .from(event)
    .where(inArray(event.image, [...paths]))
    .limit(1000);
  return rows.map(({ id, title, image }) => ({ path: image, what: `Termin „${title}“`, link: `/events?termin=${id}` }));
}

const nextAtMost = 5;

/** The next public events of a club, on GSV those of all clubs, for the start page. */
export async function nextDates({ database }: Pick<Services, 'database'>, { name }: Pick<Club, 'name'>): Promise<NextDate[]> {
  const rows = await database.orm
    .select()
    .from(event)
    .where(and(visibleEvents({ viewer: undefined, hostClub: name }), gt(event.endsAt, now())))
    .orderBy(asc(event.startsAt), asc(event.id))
    .limit(nextAtMost);
  return rows.map(({ id, club, title, startsAt, endsAt, isAllDay, place, state }) => ({
    id,
    club,
    title,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isAllDay,
    place,
    state,
  }));
}
