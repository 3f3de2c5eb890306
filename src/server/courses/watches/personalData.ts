import { sql, type SQL } from 'drizzle-orm';
import { oneByOne } from '#server/platform/database/database.ts';
import { readRows, type PersonalData, type Subject } from '#server/platform/database/personalData.ts';
import { offerWatch } from './table.ts';

/** Watches of people, found by e-mail address. */
export const watchesData: PersonalData = {
  beside: [
    {
      title: 'Bescheid zu Angeboten',
      tables: [offerWatch],
      read: async (tx, { people }) =>
        (
          await oneByOne(people, (subject) =>
            readRows(
              tx,
              sql`select ${offerWatch.email}, ${offerWatch.target}, ${offerWatch.state}, ${offerWatch.createdAt} as created_at
                from ${offerWatch} where ${isOf(subject)}`,
            ),
          )
        ).flat(),
    },
  ],
  goes: async (tx, subject) => [{ what: 'Bescheid zu Angeboten', count: await tx.$count(offerWatch, isOf(subject)) }],
  erase: async (tx, subject) => void (await tx.delete(offerWatch).where(isOf(subject))),
  accounts: [offerWatch.userId],
};

function isOf({ club, ownEmail }: Subject): SQL {
  return sql`${offerWatch.club} = ${club} and ${offerWatch.email} = ${ownEmail}::text`;
}
