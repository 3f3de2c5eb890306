import { eq } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { member } from '#server/people/members/table.ts';
import { feeExclusion, feeFamily, feeFamilyMember, feeRule, feeRun, feeTerms, memberFee, keptPayer } from './table.ts';

/** Agreements about a member's fees; deleted with the membership. Charges are vouchers of the room charges. */
export const feesData: PersonalData = {
  records: [
    { title: 'Zahlweise der Beiträge', by: [feeTerms.memberId], of: member },
    { title: 'Ausnahmen vom Beitrag', by: [memberFee.memberId], of: member },
    { title: 'Familien, die zusammen zahlen', by: [feeFamily.payerPersonId] },
    { title: 'Was Beitragsläufe ausgelassen haben', by: [feeExclusion.personId] },
    { title: 'Zahlt nach dem Austritt weiter', by: [keptPayer.payerPersonId] },
    { title: 'Zugehörigkeit zu Familien', by: [feeFamilyMember.memberId], of: member },
  ],
  moves: [feeFamily.payerPersonId, feeExclusion.personId],
  // Whether they left is another question after a merge.
  dissolves: [keptPayer.payerPersonId],
  erase: async (tx, { id }) => {
    await tx.delete(feeExclusion).where(eq(feeExclusion.personId, id));
    await tx.delete(keptPayer).where(eq(keptPayer.payerPersonId, id));
  },
  blockers: async (tx, { id }) => {
    const pays = await tx.$count(feeFamily, eq(feeFamily.payerPersonId, id));
    return pays > 0 ? [`Zahlt die Beiträge einer Familie (${pays}): Bitte dort jemand anderen eintragen.`] : [];
  },
  leftAlone: [{ table: feeRule, why: 'The order of fees, which names nobody.' }],
  accounts: [feeRun.createdById],
  mayName: [feeRun.createdBy, feeRun.reason, keptPayer.createdBy],
};
