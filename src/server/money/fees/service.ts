import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import { feeRule } from './table.ts';

/** How many fee rules name departments. */
export const feesOfDepartments: DepartmentUse = {
  words: ['Beitragsregel', 'Beitragsregeln'],
  count: (tx, departmentIds) => countByDepartment(tx, feeRule, departmentIds),
};

export { feeTermsOfLists } from './importing.ts';
export { announceFees } from './reminders.ts';
