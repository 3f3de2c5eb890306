import { and, eq, lt, ne } from 'drizzle-orm';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { changeRequest, membershipApplication } from '../requests/table.ts';

/** The retention in days: declined applicants may ask for the reason for half a year. */
const keptDays = 180;

/** Deletes declined applications and decided requests; their outcomes are in the audit log. Called by a job. */
export async function forgetRequests({ database }: Pick<Services, 'database'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 86_400_000);
  await database.write(everyClub, async ({ tx }) => {
    await tx
      .delete(membershipApplication)
      .where(and(eq(membershipApplication.state, 'declined'), lt(membershipApplication.decidedAt, before)));
    await tx.delete(changeRequest).where(and(ne(changeRequest.state, 'open'), lt(changeRequest.decidedAt, before)));
  });
}
