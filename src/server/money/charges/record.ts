import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Write } from '#server/platform/database/database.ts';

type Facts = { entityId?: string | undefined; before?: { [column: string]: unknown }; after?: { [column: string]: unknown } };

/** Writes a write on money into the log, and tells the board's lists, the statistics and the pages of those who pay. */
export function record(write: Write, club: ClubName, content: string, facts: Facts): void {
  write.audit('charges.manage', { club, id: facts.entityId }, content, facts);
  write.changed({ collection: 'charges', club, entityId: facts.entityId });
  // What people owe stands on /profile, which listens to the public collection of the courses.
  write.changed({ collection: 'courses', club });
}
