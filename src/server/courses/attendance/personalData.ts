import { eq, inArray, lt, ne, sql, and } from 'drizzle-orm';
import { readParameter } from '#server/club/config/service.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { courseSession } from '../offers/table.ts';
import { absence, sessionReply } from './table.ts';

/** Replies of families to sessions; deleted with the person, their notes some days after the session. */
export const repliesData: PersonalData = {
  records: [
    { title: 'Antworten zu Terminen', by: [sessionReply.personId] },
    { title: 'Abwesenheiten', by: [absence.personId] },
  ],
  erase: async (tx, { id }) => {
    await tx.delete(sessionReply).where(eq(sessionReply.personId, id));
    await tx.delete(absence).where(eq(absence.personId, id));
  },
  retention: [
    { name: 'replies', forget: forgetWords },
    { name: 'absences', forget: forgetAbsences },
  ],
  moves: [sessionReply.personId, absence.personId],
  // Of two replies to the same session the one of the kept record remains.
  beforeMerge: async (tx, { kept, other }) => {
    const answered = tx.select({ id: sessionReply.sessionId }).from(sessionReply).where(eq(sessionReply.personId, kept));
    await tx.delete(sessionReply).where(and(eq(sessionReply.personId, other), inArray(sessionReply.sessionId, answered)));
  },
  accounts: [sessionReply.byUser, absence.byUser],
};

/** The reason of an absence is health data, and is kept only as long as notes. */
async function forgetWords({ tx }: Write): Promise<number> {
  const days = await readParameter(tx, 'retention.healthNoteDays');
  const old = tx
    .select({ id: courseSession.id })
    .from(courseSession)
    .where(lt(courseSession.localDate, sql`${today()}::date - ${days}::int`));
  const rows = await tx
    .update(sessionReply)
    .set({ note: '' })
    .where(and(ne(sessionReply.note, ''), inArray(sessionReply.sessionId, old)))
    .returning({ id: sessionReply.sessionId });
  return rows.length;
}

async function forgetAbsences({ tx }: Write): Promise<number> {
  const days = await readParameter(tx, 'retention.healthNoteDays');
  const rows = await tx
    .delete(absence)
    .where(lt(absence.toOn, sql`${today()}::date - ${days}::int`))
    .returning({ id: absence.id });
  return rows.length;
}
