import { addMonths } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { feeGaps } from '#shared/money/fees/feeGaps.ts';
import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { rulesOf } from './facts.ts';
import { feeRule } from './table.ts';

/** The number of fee rules that refer to departments. */
export const feesOfDepartments: DepartmentUse = {
  words: ['Beitragsregel', 'Beitragsregeln'],
  count: (tx, departmentIds) => countByDepartment(tx, feeRule, departmentIds),
};

export { payingTogether } from './families.ts';
export { feeTermsOfLists } from './importing.ts';
export { announceFees } from './reminders.ts';

/** How many gaps the base fees of a club have in the next twelve months, as the page of the rules tells them. */
export async function countFeeGaps(tx: Transaction, club: ClubName): Promise<number> {
  return feeGaps(await rulesOf(tx, club), { from: today(), to: addMonths(today(), 12) }).length;
}
