import { hasFeature, type ClubName } from '#shared/kernel/clubs.ts';
import type { Feature } from '#shared/kernel/permissions.ts';
import { boot } from '#web/lib/boot.ts';

/** Whether a feature is on for this site or for the user's own club; the server applies the same rule to the user's own data. */
export function isOnFor(user: { club: { name: ClubName } } | null, feature: Feature): boolean {
  return hasFeature(boot.club, feature) || (user !== null && hasFeature(boot.clubs[user.club.name], feature));
}
