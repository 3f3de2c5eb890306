import type { PersonalData } from '#server/platform/database/personalData.ts';
import { levy } from './table.ts';

/** Levies. The persons concerned are in the charges, which the room charges keeps and deletes. */
export const leviesData: PersonalData = {
  leftAlone: [{ table: levy, why: 'What was asked for, when and how often; whom it names by accident, the board reads there.' }],
  accounts: [levy.createdById],
  mayName: [levy.createdBy, levy.label, levy.reason],
};
