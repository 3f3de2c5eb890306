import { and, eq, inArray, ne, sql } from 'drizzle-orm';
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
