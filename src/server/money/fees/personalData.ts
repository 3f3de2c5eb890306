import type { PersonalData } from '#server/platform/database/personalData.ts';
import { member } from '#server/people/members/table.ts';
import { feeRule, feeRun, feeTerms, memberFee } from './table.ts';

/** What is agreed about somebody's fees; it goes with the membership. What was charged is a voucher of the room charges. */
export const feesData: PersonalData = {
  records: [
    { title: 'Zahlweise der Beiträge', by: [feeTerms.memberId], of: member },
    { title: 'Ausnahmen vom Beitrag', by: [memberFee.memberId], of: member },
  ],
  leftAlone: [{ table: feeRule, why: 'The order of fees, which names nobody.' }],
  accounts: [feeRun.createdById],
  mayName: [feeRun.createdBy, feeRun.reason],
};
