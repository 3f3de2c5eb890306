import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import { feeRule } from './table.ts';

/** The number of fee rules that refer to departments. */
export const feesOfDepartments: DepartmentUse = {
  words: ['Beitragsregel', 'Beitragsregeln'],
  count: (tx, departmentIds) => countByDepartment(tx, feeRule, departmentIds),
};

export { payingTogether } from './families.ts';
export { feeTermsOfLists } from './importing.ts';
export { announceFees } from './reminders.ts';
