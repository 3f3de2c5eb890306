import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import { may } from '#shared/access.ts';
import type { Context } from '../platform/context.ts';
import { event } from './table.ts';

/** The states that everybody may see. */
const publicStates = ['published', 'held', 'cancelled'] as const;

/** Published dates of the host's club (on GSV those of all), and the drafts of one's own club for those who plan. */
export function visibleEvents({ viewer, hostClub }: Pick<Context, 'viewer' | 'hostClub'>): SQL | undefined {
  const isPublic = and(
    inArray(event.state, [...publicStates]),
    hostClub === 'GSV' ? undefined : eq(event.club, hostClub),
    viewer ? or(eq(event.isMembersOnly, false), eq(event.club, viewer.club)) : eq(event.isMembersOnly, false),
  );
  if (may({ role: viewer?.role }, 'events.list', 'other') === 'all') return undefined;
  return viewer && may(viewer, 'events.list', 'club') === 'all' ? or(isPublic, eq(event.club, viewer.club)) : isPublic;
}
