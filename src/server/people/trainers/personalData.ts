import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { now } from '#server/platform/process/clock.ts';
import { clearance, trainerProof } from './table.ts';

/** What the board saw of a certificate of good conduct: gone three months after the last duty at the latest (§ 72a (5) SGB VIII). */
export const trainersData: PersonalData = {
  records: [
    { title: 'Einsicht in das Führungszeugnis', by: [clearance.personId] },
    { title: 'Lizenzen und Nachweise', by: [trainerProof.personId] },
  ],
  goes: async (tx, { id }) => [
    { what: 'Einsicht in das Führungszeugnis', count: await tx.$count(clearance, eq(clearance.personId, id)) },
    { what: 'Lizenzen und Nachweise', count: await tx.$count(trainerProof, eq(trainerProof.personId, id)) },
  ],
  erase: async (tx, { id }) => {
    await tx.delete(clearance).where(eq(clearance.personId, id));
    await tx.delete(trainerProof).where(eq(trainerProof.personId, id));
  },
  retention: [
    {
      name: 'clearances',
      forget: async ({ tx }) => {
        const rows = await tx
          .delete(clearance)
          .where(sql`${clearance.dutyEndedOn} < (${now()}::timestamptz - interval '3 months')::date`)
          .returning({ id: clearance.personId });
        return rows.length;
      },
    },
  ],
  moves: [clearance.personId, trainerProof.personId],
  // Two records of one person: the certificate that was issued last stands.
  beforeMerge: async (tx, { kept, other }) => {
    const both = await tx
      .select({ id: clearance.personId })
      .from(clearance)
      .where(inArray(clearance.personId, [kept, other]))
      .orderBy(asc(clearance.certificateOn));
    if (both.length === 2 && both[0]) await tx.delete(clearance).where(eq(clearance.personId, both[0].id));
  },
  accounts: [clearance.seenBy],
};
