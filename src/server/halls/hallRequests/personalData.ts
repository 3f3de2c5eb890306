import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { unconfirmedDays } from '#shared/halls/hallRequests/hallRequests.ts';
import { decidedHallRequests } from '#shared/halls/hallRequests/hallRequestStates.ts';
import { oneByOne } from '#server/platform/database/database.ts';
import { readRows, type PersonalData, type Subject } from '#server/platform/database/personalData.ts';
import { now } from '#server/platform/process/clock.ts';
import { hallRequest } from './table.ts';

/** Hall requests by people without an account; found by email address. */
export const hallRequestsData: PersonalData = {
  beside: [
    {
      title: 'Anfragen für Hallenzeiten',
      tables: [hallRequest],
      read: async (tx, { people }) =>
        (
          await oneByOne(people, (subject) =>
            readRows(
              tx,
              sql`select ${hallRequest.organisationName} as organisation, ${hallRequest.contactName} as name, ${hallRequest.email}, ${hallRequest.phone},
                ${hallRequest.purpose}, ${hallRequest.message}, ${hallRequest.state}, ${hallRequest.createdAt} as created_at
                from ${hallRequest} where ${isOf(subject)}`,
            ),
          )
        ).flat(),
    },
  ],
  goes: async (tx, subject) => [{ what: 'Anfragen für Hallenzeiten', count: await tx.$count(hallRequest, isOf(subject)) }],
  erase: async (tx, subject) => void (await tx.delete(hallRequest).where(isOf(subject))),
  accounts: [hallRequest.decidedBy],
  retention: [
    {
      name: 'unconfirmed',
      forget: async ({ tx }) => {
        const since = new Date(now().getTime() - unconfirmedDays * 24 * 60 * 60 * 1000);
        const rows = await tx
          .delete(hallRequest)
          .where(and(eq(hallRequest.state, 'unconfirmed'), lt(hallRequest.createdAt, since)))
          .returning({ id: hallRequest.id });
        return rows.length;
      },
    },
    {
      name: 'decided',
      forget: async ({ tx }) => {
        const rows = await tx
          .delete(hallRequest)
          .where(
            and(
              inArray(hallRequest.state, decidedHallRequests),
              sql`${hallRequest.decidedAt} < ${now()}::timestamptz - interval '12 months'`,
            ),
          )
          .returning({ id: hallRequest.id });
        return rows.length;
      },
    },
  ],
};

function isOf({ club, ownEmail }: Subject): SQL {
  return sql`${hallRequest.club} = ${club} and lower(${hallRequest.email}) = ${ownEmail}::text`;
}
