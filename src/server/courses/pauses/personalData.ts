import { eq, inArray } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { enrolment } from '../enrolments/table.ts';
import { enrolmentPause } from './table.ts';

/** Pauses; the months are kept with the enrolment for billing, the reason is deleted with the person. */
export const pausesData: PersonalData = {
  records: [{ title: 'Pausen', by: [enrolmentPause.enrolmentId], of: enrolment }],
  erase: async (tx, { id }) => {
    const own = tx.select({ id: enrolment.id }).from(enrolment).where(eq(enrolment.personId, id));
    await tx.update(enrolmentPause).set({ reason: '' }).where(inArray(enrolmentPause.enrolmentId, own));
  },
  accounts: [enrolmentPause.by],
};
