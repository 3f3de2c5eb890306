import type { ClubName } from '#shared/kernel/clubs.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import type { Deed } from '#server/platform/database/database.ts';

type Facts = { entityId?: string | undefined; before?: { [column: string]: unknown }; after?: { [column: string]: unknown } };

/** Writes a deed on money into the log, and tells the board's lists, the statistics and the pages of those who pay. */
export function record(context: Context, deed: Deed, club: ClubName, content: string, facts: Facts): void {
  const { name, userId } = signedIn(context);
  deed.audit({ name, actorId: userId, club, content, action: 'charges.manage', entity: 'charges', ...facts });
  deed.changed({ collection: 'charges', club, entityId: facts.entityId });
  // What people owe stands on /profile, which listens to the public collection of the courses.
  deed.changed({ collection: 'courses', club });
}
