import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { today } from '#server/platform/process/clock.ts';
import { allowanceDeclaration, allowanceLimit, clearance, licenceKind, trainerContract, trainerProof } from './table.ts';

/** Results of certificates of good conduct: deleted at the latest three months after the end of the activity (§ 72a (5) SGB VIII). */
export const trainersData: PersonalData = {
  records: [
    { title: 'Einsicht in das Führungszeugnis', by: [clearance.personId] },
    { title: 'Lizenzen und Nachweise', by: [trainerProof.personId] },
    { title: 'Verträge für Übungsleitungen', by: [trainerContract.personId] },
    { title: 'Erklärungen zum Freibetrag', by: [allowanceDeclaration.personId] },
  ],
  goes: async (tx, { id }) => [
    { what: 'Einsicht in das Führungszeugnis', count: await tx.$count(clearance, eq(clearance.personId, id)) },
    { what: 'Lizenzen und Nachweise', count: await tx.$count(trainerProof, eq(trainerProof.personId, id)) },
    { what: 'Verträge für Übungsleitungen', count: await tx.$count(trainerContract, eq(trainerContract.personId, id)) },
    { what: 'Erklärungen zum Freibetrag', count: await tx.$count(allowanceDeclaration, eq(allowanceDeclaration.personId, id)) },
  ],
  erase: async (tx, { id }) => {
    await tx.delete(clearance).where(eq(clearance.personId, id));
    await tx.delete(trainerProof).where(eq(trainerProof.personId, id));
    await tx.delete(trainerContract).where(eq(trainerContract.personId, id));
    await tx.delete(allowanceDeclaration).where(eq(allowanceDeclaration.personId, id));
  },
  retention: [
    {
      name: 'clearances',
      forget: async ({ tx }) => {
        const rows = await tx
          .delete(clearance)
          .where(sql`${clearance.dutyEndedOn} < (${today()}::date - interval '3 months')`)
          .returning({ id: clearance.personId });
        return rows.length;
      },
    },
  ],
  moves: [clearance.personId, trainerProof.personId, trainerContract.personId, allowanceDeclaration.personId],
  // When merging, the most recently issued certificate is kept.
  beforeMerge: async (tx, { kept, other }) => {
    const both = await tx
      .select({ id: clearance.personId })
      .from(clearance)
      .where(inArray(clearance.personId, [kept, other]))
      .orderBy(asc(clearance.certificateOn));
    if (both.length === 2 && both[0]) await tx.delete(clearance).where(eq(clearance.personId, both[0].id));
    await dropDoubled(tx, kept, other);
  },
  accounts: [clearance.seenBy],
  leftAlone: [
    { table: allowanceLimit, why: 'The tax-free amounts of the law, which name nobody.' },
    { table: licenceKind, why: 'The licences that can be chosen, which name nobody.' },
  ],
};

/** When merging, contracts and declarations of the kept record take precedence. */
async function dropDoubled(tx: Transaction, kept: string, other: string): Promise<void> {
  for (const { kind, validFrom, validTo } of await tx.select().from(trainerContract).where(eq(trainerContract.personId, kept)))
    await tx
      .delete(trainerContract)
      .where(
        and(
          eq(trainerContract.personId, other),
          eq(trainerContract.kind, kind),
          sql`daterange(${trainerContract.validFrom}, ${trainerContract.validTo}, '[]') && daterange(${validFrom}::date, ${validTo}::date, '[]')`,
        ),
      );
  for (const { kind, year } of await tx.select().from(allowanceDeclaration).where(eq(allowanceDeclaration.personId, kept)))
    await tx
      .delete(allowanceDeclaration)
      .where(and(eq(allowanceDeclaration.personId, other), eq(allowanceDeclaration.kind, kind), eq(allowanceDeclaration.year, year)));
}
