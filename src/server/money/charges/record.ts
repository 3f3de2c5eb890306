import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Write } from '#server/platform/database/database.ts';

type Facts = { entityId?: string | undefined; before?: { [column: string]: unknown }; after?: { [column: string]: unknown } };

/** Logs a write on money, and refreshes the board's lists, the statistics and the pages of payers. */
export function record(write: Write, club: ClubName, content: string, facts: Facts): void {
  write.audit('charges.manage', { club, id: facts.entityId }, content, facts);
  write.changed({ collection: 'charges', club, entityId: facts.entityId });
  // Charges are shown on /profile, which listens to the public collection of the courses.
  write.changed({ collection: 'courses', club });
}
