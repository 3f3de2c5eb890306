import { and, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalData, Subject } from '#server/platform/database/personalData.ts';
import { today } from '#server/platform/process/clock.ts';
import { distinctPeople, endedSlice, member, memberDepartment, memberSearch, memberSets } from './table.ts';
import { moveDepartmentEnds } from './write.ts';

/** Memberships with their departments and payers. */
export const membersData: PersonalData = {
  records: [
    { title: 'Mitgliedschaft', by: [member.personId, member.payerPersonId] },
    { title: 'Abteilungen', by: [memberDepartment.memberId], of: member },
    { title: 'Abteilungen, die geendet haben', by: [endedSlice.memberId], of: member },
    { title: 'Bestätigt als verschiedene Personen', by: [distinctPeople.firstId, distinctPeople.secondId] },
  ],
  blockers: async (tx, subject) => [
    ...(await runningOf(tx, subject)).map(
      ({ memberNo }) => `Die Mitgliedschaft ${memberNo} läuft noch: Bitte zuerst den Austritt eintragen.`,
    ),
    ...(await paidForOf(tx, subject)),
  ],
  atDeath: async (tx, subject) => ({
    ends: (await runningOf(tx, subject)).map(({ memberNo }) => `Mitgliedschaft ${memberNo} mit allen Abteilungen`),
    remains: await paidForOf(tx, subject),
  }),
  endLife: async ({ write: { tx } }, subject, day) => {
    for (const row of await runningOf(tx, subject)) {
      const leftOn = day < row.joinedOn ? row.joinedOn : day;
      await moveDepartmentEnds(tx, row, leftOn);
      await tx
        .update(member)
        .set({ leftOn, leaveReason: 'verstorben', status: 'terminated', version: row.version + 1 })
        .where(eq(member.id, row.id));
    }
  },
  goes: async (tx, { id }) => [{ what: 'Mitgliedschaften mit Abteilungen', count: await tx.$count(member, eq(member.personId, id)) }],
  erase: async (tx, { id }) => {
    await tx
      .update(member)
      .set({ payerPersonId: null })
      .where(and(eq(member.payerPersonId, id), ne(member.personId, id)));
    await tx.delete(member).where(eq(member.personId, id));
    await tx.delete(distinctPeople).where(or(eq(distinctPeople.firstId, id), eq(distinctPeople.secondId, id)));
  },
  isNeeded: (personId, since) =>
    sql`exists (select 1 from ${member} where (${member.personId} = ${personId} or ${member.payerPersonId} = ${personId})
      and (${member.leftOn} is null or ${member.leftOn} >= ${since}))`,
  moves: [member.personId, member.payerPersonId],
  dissolves: [distinctPeople.firstId, distinctPeople.secondId],
  leftAlone: [{ table: memberSearch, why: 'Triggers copy it from member and person; it goes with the membership.' }],
};

const isRunning = () => or(isNull(member.leftOn), gte(member.leftOn, today()));

function runningOf(tx: Transaction, { id }: Subject) {
  return tx
    .select()
    .from(member)
    .where(and(eq(member.personId, id), inArray(member.status, memberSets.open), isRunning()));
}

async function paidForOf(tx: Transaction, { id }: Subject): Promise<string[]> {
  const count = await tx.$count(member, and(eq(member.payerPersonId, id), ne(member.personId, id), isRunning()));
  return count > 0 ? [`Zahlt die Beiträge anderer Mitglieder (${count}): Bitte dort jemand anderen eintragen.`] : [];
}
