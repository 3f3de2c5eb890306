import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { dayInWords, germanDate, timesInWords } from '#shared/kernel/calendar.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import type { MatchDate } from '#shared/courses/holiday/units.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { listedAmong } from '../offers/list.ts';
import type { CourseRow } from '../offers/service.ts';
import { course, courseSession } from '../offers/table.ts';
import { holidayOffer } from './table.ts';

/** An offer with what rounds show of it and match by. `listed.free` are the seats that are free now. */
export type OfferFacts = { row: CourseRow; listed: ListedCourse; when: string; dates: MatchDate[] };

/** The offers of a round, of all clubs, by their first date. */
export function offersOf(tx: Transaction, roundId: string): Promise<OfferFacts[]> {
  const ids = tx.select({ id: holidayOffer.courseId }).from(holidayOffer).where(eq(holidayOffer.roundId, roundId));
  return factsOf(tx, inArray(course.id, ids));
}

/** The offers of a club that people could wish: with an end, and not over. */
export function candidatesOf(tx: Transaction, club: ClubName, today: string): Promise<OfferFacts[]> {
  return factsOf(
    tx,
    and(eq(course.club, club), eq(course.kind, 'holiday'), eq(course.isTemplate, false), inArray(course.status, courseSets.living)),
    today,
  );
}

async function factsOf(tx: Transaction, condition: SQL | undefined, notBefore = ''): Promise<OfferFacts[]> {
  return inAllClubs(tx, async () => {
    const rows = await tx
      .select()
      .from(course)
      .where(condition)
      .orderBy(asc(course.startsOn), asc(course.title), asc(course.id))
      .limit(200);
    const coming = rows.filter(({ startsOn }) => startsOn >= notBefore);
    const listed = await listedAmong(tx, coming);
    const sessions = await sessionsOf(
      tx,
      coming.map(({ id }) => id),
    );
    return listed.map(({ row, listed: one }) => {
      const own = sessions.get(row.id) ?? [];
      return {
        row,
        listed: one,
        when: whenInWords(row, own),
        dates: own.map(({ startsAt, endsAt, facilityId, place }) => ({
          startsAt: startsAt.getTime(),
          endsAt: endsAt.getTime(),
          place: facilityId ?? (place || one.place),
        })),
      };
    });
  });
}

async function sessionsOf(tx: Transaction, courseIds: readonly string[]) {
  const { courseId, localDate, startsAt, endsAt, facilityId, place } = courseSession;
  const rows = await tx
    .select({ courseId, localDate, startsAt, endsAt, facilityId, place })
    .from(courseSession)
    .where(and(inArray(courseId, [...courseIds]), ne(courseSession.state, 'cancelled')))
    .orderBy(asc(startsAt));
  return Map.groupBy(rows, (one) => one.courseId);
}

function whenInWords({ startsOn }: CourseRow, sessions: readonly { localDate: string; startsAt: Date; endsAt: Date }[]): string {
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (!first || !last) return germanDate(startsOn);
  const times = timesInWords(first);
  if (sessions.length === 1) return `${dayInWords(first.localDate)}, ${times}`;
  return `${dayInWords(first.localDate)} bis ${dayInWords(last.localDate)}, ${times}, ${sessions.length} Termine`;
}
