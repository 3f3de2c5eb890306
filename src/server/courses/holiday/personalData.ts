import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { wishesKeptDays } from '#shared/courses/holiday/rules.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { course } from '../offers/table.ts';
import { holidayChild, holidayGroup, holidayOffer, holidayRound, holidayWish } from './table.ts';

/** Wishes for the holiday programme. A seat that came of one is an enrolment of its own. */
export const holidayData: PersonalData = {
  records: [
    { title: 'Ferienprogramm', by: [holidayChild.personId] },
    { title: 'Wünsche im Ferienprogramm', by: [holidayWish.childId], of: holidayChild },
  ],
  names: [
    { column: 'round_id', as: 'round', read: readNames },
    { column: 'course_id', as: 'course', read: readTitles },
  ],
  goes: async (tx, { id }) => [{ what: 'Ferienprogramm: Wünsche', count: await tx.$count(holidayChild, eq(holidayChild.personId, id)) }],
  erase: async (tx, { id }) => void (await tx.delete(holidayChild).where(eq(holidayChild.personId, id))),
  // Wishes of somebody who died get no seat.
  endLife: async ({ write }, { id }) => {
    const unsent = write.tx.select({ id: holidayRound.id }).from(holidayRound).where(ne(holidayRound.state, 'sent'));
    await write.tx.delete(holidayChild).where(and(eq(holidayChild.personId, id), inArray(holidayChild.roundId, unsent)));
  },
  isNeeded: (personId) =>
    sql`exists (select 1 from ${holidayChild} join ${holidayRound} on ${holidayRound.id} = ${holidayChild.roundId}
      where ${holidayChild.personId} = ${personId} and ${holidayRound.state} <> 'sent')`,
  retention: [{ name: 'holidayWishes', forget: ({ tx }) => forgetWishes(tx) }],
  moves: [holidayChild.personId],
  // Of two lists of wishes for one round that of the kept record remains.
  beforeMerge: async (tx, { kept, other }) => {
    const rounds = tx.select({ id: holidayChild.roundId }).from(holidayChild).where(eq(holidayChild.personId, kept));
    await tx.delete(holidayChild).where(and(eq(holidayChild.personId, other), inArray(holidayChild.roundId, rounds)));
  },
  accounts: [holidayRound.createdBy, holidayOffer.agreedBy, holidayChild.enteredBy],
  mayName: [holidayRound.text],
  leftAlone: [
    { table: holidayRound, why: 'A round of offers; it names nobody.' },
    { table: holidayOffer, why: 'An offer of a round; it names nobody.' },
    { table: holidayGroup, why: 'The code of some friends; who they are stands with the children.' },
  ],
};

/** Deletes the wishes of rounds whose offers are over; the seats that came of them are enrolments of their own. */
async function forgetWishes(tx: Transaction): Promise<number> {
  const since = addDays(today(), -wishesKeptDays);
  const over = tx
    .select({ id: holidayRound.id })
    .from(holidayRound)
    .where(
      and(
        eq(holidayRound.state, 'sent'),
        lt(holidayRound.sendsOn, since),
        sql`not exists (select 1 from ${holidayOffer} join ${course} on ${course.id} = ${holidayOffer.courseId}
          where ${holidayOffer.roundId} = ${holidayRound.id} and coalesce(${course.endsOn}, ${course.startsOn}) >= ${since})`,
      ),
    );
  const gone = await tx.delete(holidayChild).where(inArray(holidayChild.roundId, over)).returning({ id: holidayChild.id });
  await tx.delete(holidayGroup).where(inArray(holidayGroup.roundId, over));
  return gone.length;
}

function readNames(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: holidayRound.id, name: holidayRound.name })
    .from(holidayRound)
    .where(inArray(holidayRound.id, [...ids]));
}

function readTitles(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: course.id, name: course.title })
    .from(course)
    .where(inArray(course.id, [...ids]));
}
