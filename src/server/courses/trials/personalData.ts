import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { now } from '#server/platform/process/clock.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { trialVisit } from './table.ts';

/** Trial visits; deleted with the person, and a year after the session in any case. */
export const trialsData: PersonalData = {
  records: [{ title: 'Schnupperstunden', by: [trialVisit.personId] }],
  goes: async (tx, { id }) => [{ what: 'Schnupperstunden', count: await tx.$count(trialVisit, eq(trialVisit.personId, id)) }],
  erase: async (tx, { id }) => void (await tx.delete(trialVisit).where(eq(trialVisit.personId, id))),
  isNeeded: (personId, since) =>
    sql`exists (select 1 from ${trialVisit} where ${trialVisit.personId} = ${personId} and ${trialVisit.toldEndsAt} >= ${since})`,
  retention: [
    {
      name: 'trials',
      forget: async ({ tx }) => {
        const rows = await tx
          .delete(trialVisit)
          .where(lt(trialVisit.toldEndsAt, sql`${now()}::timestamptz - interval '1 year'`))
          .returning({ id: trialVisit.id });
        return rows.length;
      },
    },
  ],
  moves: [trialVisit.personId],
  // If both records have a visit to the same session, the one of the kept record stays.
  beforeMerge: async (tx, { kept, other }) => {
    const same = tx
      .select({ id: trialVisit.sessionId })
      .from(trialVisit)
      .where(and(eq(trialVisit.personId, kept), eq(trialVisit.state, 'booked')));
    await tx.delete(trialVisit).where(and(eq(trialVisit.personId, other), inArray(trialVisit.sessionId, same)));
  },
  accounts: [trialVisit.bookedBy],
};
