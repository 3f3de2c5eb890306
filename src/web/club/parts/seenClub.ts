import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';

/** The club whose records a page shows: the one in the URL if the viewer may see other clubs, else their own. */
export function seenClub(viewer: Pick<User, 'role' | 'club'>, permission: Permission, asked: ClubName | undefined) {
  const seesClubs = Boolean(may({ role: viewer.role.name }, permission, 'other'));
  return { seesClubs, club: (seesClubs && asked) || viewer.club.name };
}
