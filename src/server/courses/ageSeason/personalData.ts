import { and, eq, inArray, lt } from 'drizzle-orm';
import { today } from '#server/platform/process/clock.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { enrolment } from '../enrolments/table.ts';
import { ageCheck } from './table.ts';

/** Age decisions per season; deleted with the person, and after three years at the latest. */
export const ageSeasonData: PersonalData = {
  records: [{ title: 'Saisonwechsel', by: [ageCheck.enrolmentId], of: enrolment }],
  erase: async (tx, { id }) => {
    const own = tx.select({ id: enrolment.id }).from(enrolment).where(eq(enrolment.personId, id));
    await tx.delete(ageCheck).where(and(inArray(ageCheck.enrolmentId, own)));
  },
  retention: [
    {
      name: 'age-season',
      forget: async ({ tx }) => {
        const rows = await tx
          .delete(ageCheck)
          .where(lt(ageCheck.season, Number(today().slice(0, 4)) - 3))
          .returning({ id: ageCheck.enrolmentId });
        return rows.length;
      },
    },
  ],
  accounts: [ageCheck.decidedBy],
};
