import type { ClubName } from '#shared/kernel/clubs.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import type { Write } from '#server/platform/database/database.ts';

type Facts = { entityId?: string | undefined; before?: { [column: string]: unknown }; after?: { [column: string]: unknown } };

/** Writes a write on money into the log, and tells the board's lists, the statistics and the pages of those who pay. */
export function record(context: Context, write: Write, club: ClubName, content: string, facts: Facts): void {
  const { name, userId } = signedIn(context);
  write.audit({ name, actorId: userId, club, content, action: 'charges.manage', entity: 'charges', ...facts });
  write.changed({ collection: 'charges', club, entityId: facts.entityId });
  // What people owe stands on /profile, which listens to the public collection of the courses.
  write.changed({ collection: 'courses', club });
}
