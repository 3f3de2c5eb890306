import { and, inArray, sql } from 'drizzle-orm';
import { settledFeedback } from '#shared/content/feedback.ts';
import { readParameter } from '#server/club/config/service.ts';
import { oneByOne } from '#server/platform/database/database.ts';
import { readRows, type PersonalData, type Subject } from '#server/platform/database/personalData.ts';
import { now } from '#server/platform/process/clock.ts';
import { feedback } from './table.ts';

/** Feedback sent from an address of the person. */
export const feedbackData: PersonalData = {
  beside: [
    {
      title: 'Rückmeldungen',
      tables: [feedback],
      read: async (tx, { people }) =>
        (
          await oneByOne(people, (subject) =>
            readRows(
              tx,
              sql`select ${feedback.text}, ${feedback.answer}, ${feedback.email}, ${feedback.createdAt} from ${feedback} where ${isFrom(subject)}`,
            ),
          )
        ).flat(),
    },
  ],
  erase: async (tx, subject) => {
    await tx.delete(feedback).where(and(inArray(feedback.state, settledFeedback), isFrom(subject)));
  },
  retention: [
    {
      name: 'letters',
      forget: async ({ tx }) => {
        const months = await readParameter(tx, 'retention.feedbackMonths');
        const rows = await tx
          .delete(feedback)
          .where(
            and(
              inArray(feedback.state, settledFeedback),
              sql`${feedback.createdAt} < ${now()}::timestamptz - make_interval(months => ${months})`,
            ),
          )
          .returning({ id: feedback.id });
        return rows.length;
      },
    },
  ],
  mayName: [feedback.assignedTo],
};

function isFrom({ club, ownEmail }: Subject) {
  return sql`${feedback.club} = ${club} and lower(${feedback.email}) = ${ownEmail}::text`;
}
