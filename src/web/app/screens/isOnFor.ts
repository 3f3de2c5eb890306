import { hasFeature, type ClubName } from '#shared/kernel/clubs.ts';
import type { Feature } from '#shared/kernel/permissions.ts';
import { boot } from '#web/lib/boot.ts';

/** Whether a part is on for this site or for somebody's own club: by the same rule the server answers with what is their own. */
export function isOnFor(user: { club: { name: ClubName } } | null, feature: Feature): boolean {
  return hasFeature(boot.club, feature) || (user !== null && hasFeature(boot.clubs[user.club.name], feature));
}
