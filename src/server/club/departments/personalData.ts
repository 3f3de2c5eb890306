import { eq, inArray } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { association, department, departmentAssociation } from './table.ts';

/** The head of a department and their deputy. */
export const departmentsData: PersonalData = {
  records: [{ title: 'Leitung von Abteilungen', by: [department.headPersonId, department.deputyPersonId] }],
  names: [
    {
      column: 'department_id',
      as: 'department',
      read: (tx, ids) =>
        tx
          .select({ id: department.id, name: department.name })
          .from(department)
          .where(inArray(department.id, [...ids])),
    },
  ],
  erase: async (tx, { id }) => {
    await tx.update(department).set({ headPersonId: null }).where(eq(department.headPersonId, id));
    await tx.update(department).set({ deputyPersonId: null }).where(eq(department.deputyPersonId, id));
  },
  moves: [department.headPersonId, department.deputyPersonId],
  accounts: [department.contactUserId],
  leftAlone: [
    { table: association, why: 'The federations that a club reports to.' },
    { table: departmentAssociation, why: 'What a department is reported as.' },
  ],
};
