import type { PersonalData } from '#server/platform/database/personalData.ts';
import { closedPeriod } from './table.ts';

/** Closings only name their author. */
export const booksData: PersonalData = {
  accounts: [closedPeriod.closedById, closedPeriod.reopenedById],
  mayName: [closedPeriod.closedBy, closedPeriod.reopenedBy, closedPeriod.reason],
};
