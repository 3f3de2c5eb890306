import { and, ne, sql } from 'drizzle-orm';
import { oneByOne, type Transaction } from './database/database.ts';
import { auditHead, collectionVersion, notice } from './database/auditTables.ts';
import { readRows, type PersonalData, type Subject } from './database/personalData.ts';
import { committedBatch, erasure, idempotencyKey, outboxMail, rateLimit, systemValue } from './database/tables.ts';
import { now } from './process/clock.ts';

/** Emails to a person's address, and the tables of the platform itself. */
export const platformData: PersonalData = {
  beside: [
    {
      title: 'E-Mails',
      tables: [outboxMail],
      read: async (tx, { people }) =>
        (
          await oneByOne(people, (subject) =>
            readRows(
              tx,
              sql`select ${outboxMail.recipient} as email, ${outboxMail.subject}, ${outboxMail.state}, ${outboxMail.createdAt}
                from ${outboxMail} where ${isTo(subject)} and ${outboxMail.batchId} is null`,
            ),
          )
        ).flat(),
    },
  ],
  // Waiting emails are still sent.
  erase: async (tx, subject) => {
    await tx.delete(outboxMail).where(and(ne(outboxMail.state, 'queued'), isTo(subject)));
  },
  leftAlone: [
    { table: idempotencyKey, why: 'Answers for requests that are sent again; gone after 24 hours.' },
    { table: committedBatch, why: 'Random ids of bulk writes.' },
    { table: rateLimit, why: 'Counters of tries; gone when their window ends.' },
    { table: systemValue, why: 'Values of the installation.' },
    { table: erasure, why: 'The bare ids of those who must not come back with a backup.' },
    { table: auditHead, why: 'Hashes of the audit log.' },
    { table: notice, why: 'Ids of records that changed; gone after a day.' },
    { table: collectionVersion, why: 'Counters.' },
  ],
};

/** Deletes emails that were sent or failed longer ago than this number of months; returns the number. */
export async function forgetMailsAfter(tx: Transaction, months: number): Promise<number> {
  const rows = await tx
    .delete(outboxMail)
    .where(and(ne(outboxMail.state, 'queued'), sql`${outboxMail.createdAt} < ${now()}::timestamptz - make_interval(months => ${months})`))
    .returning({ id: outboxMail.id });
  return rows.length;
}

function isTo({ club, ownEmail }: Subject) {
  return sql`${outboxMail.club} = ${club} and lower(${outboxMail.recipient}) = ${ownEmail}::text`;
}
