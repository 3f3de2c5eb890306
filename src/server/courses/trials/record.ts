import type { Write } from '#server/platform/database/database.ts';
import type { trialVisit } from './table.ts';

type TrialRow = Pick<typeof trialVisit.$inferSelect, 'id' | 'club' | 'courseId'>;

/** Audits a booking or cancellation of a trial, and refreshes the lists. */
export function record(
  write: Write,
  { id, club, courseId }: TrialRow,
  by: { name: string; userId?: string | undefined },
  words: string,
): void {
  write.audit('trialVisits.book', { club, id, entity: 'participations', by }, words);
  write.changed({ collection: 'participations', club, entityId: courseId });
  write.changed({ collection: 'courses', club, entityId: courseId });
}
