import { eq } from 'drizzle-orm';
import { isOpenToTry } from '#shared/courses/trials/trialRules.ts';
import { trialsContract } from '#shared/courses/trials/trials.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { hasPart } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { seatsOf } from '../enrolments/seats.ts';
import { mayRead } from '../offers/coursePages.ts';
import { course } from '../offers/table.ts';
import { bookAsGuest, bookForOwn } from './book.ts';
import { openDates } from './dates.ts';
import { cancelTrial, myTrials, readTrial } from './visits.ts';

const os = implementing(trialsContract);

/** Endpoints of trials before enrolling. */
export const trialsApi = os.router({
  dates: os.dates.handler(({ context, input }) =>
    context.read(async (tx) => {
      const [row] = await tx.select().from(course).where(eq(course.id, input.id));
      if (!row) throw new Problem('not-found');
      mayRead(context, row);
      if (!isOpenToTry(row) || !(await hasPart(context, 'trialVisits.book', row.club))) return [];
      await enterScope(tx, row.club);
      const { occupied } = await seatsOf(tx, { courseId: row.id });
      return openDates(tx, row, occupied);
    }),
  ),
  book: os.book.handler(({ context, input: { id, ...input } }) => bookAsGuest(context, id, input)),
  bookOwn: os.bookOwn.handler(({ context, input }) => bookForOwn(context, input)),
  mine: os.mine.handler(({ context }) => myTrials(context)),
  byToken: os.byToken.handler(({ context, input }) => readTrial(context, input.token)),
  cancel: os.cancel.handler(({ context, input }) => cancelTrial(context, input.token)),
});
