import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import { cardProduct } from './table.ts';

export type { CardMoney } from './ports.ts';
export { remindOfCards } from './reminders.ts';
export { isOpen } from './sell.ts';

/** Port: the number of card products of departments. */
export const cardsOfDepartments: DepartmentUse = {
  words: ['Art von Karte', 'Arten von Karten'],
  count: (tx, departmentIds) => countByDepartment(tx, cardProduct, departmentIds),
};
