import { eq, sql } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { ofAgeAnswer } from './table.ts';

/** The fact that a person decided for themselves at 18; the decisions are part of their record. */
export const ofAgeData: PersonalData = {
  records: [{ title: 'Mit 18 selbst entschieden', by: [ofAgeAnswer.personId] }],
  goes: async (tx, { id }) => [{ what: 'Antworten mit 18', count: await tx.$count(ofAgeAnswer, eq(ofAgeAnswer.personId, id)) }],
  erase: async (tx, { id }) => {
    await tx.delete(ofAgeAnswer).where(eq(ofAgeAnswer.personId, id));
  },
  moves: [ofAgeAnswer.personId],
  beforeMerge: async (tx, { kept, other }) => {
    await tx.execute(sql`delete from of_age_answer theirs using of_age_answer own
      where theirs.person_id = ${other} and own.person_id = ${kept} and own.subject = theirs.subject`);
  },
};
