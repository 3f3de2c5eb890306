import { featureOf } from '#shared/kernel/rights.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { Context } from './context.ts';
import { Problem } from './problem.ts';

type Asked = Pick<Context, 'viewer' | 'hostClub' | 'isOn'>;

/** Whether the feature of an operation is on for the club of a record. */
export async function hasPart(context: Pick<Context, 'isOn'>, permission: Permission, club: ClubName): Promise<boolean> {
  const feature = featureOf(permission);
  return !feature || context.isOn(club, feature);
}

/** Throws 404 for a record whose club has switched its feature off. */
export async function requireFeature(context: Pick<Context, 'isOn'>, permission: Permission, club: ClubName): Promise<void> {
  if (!(await hasPart(context, permission, club))) throw new Problem('not-found');
}

/**
 * The first check of an endpoint that names no record: is the feature on for the host's club or the viewer's own? A super works for every
 * club, so only the requested record can decide for them. If a record is named, its club decides, and the handler calls `requireFeature`
 * once the record is read.
 */
export async function askFeature(context: Asked, permission: Permission): Promise<void> {
  const feature = featureOf(permission);
  if (!feature || context.viewer?.role === 'super') return;
  const clubs = new Set([context.hostClub, context.viewer?.club ?? context.hostClub]);
  for (const club of clubs) if (await context.isOn(club, feature)) return;
  throw new Problem('not-found');
}
