import type { PersonalData } from '#server/platform/database/personalData.ts';
import { levy } from './table.ts';

/** What was asked for by hand. Of whom stands in the charges, which the room of the charges keeps and forgets. */
export const leviesData: PersonalData = {
  leftAlone: [{ table: levy, why: 'What was asked for, when and how often; whom it names by accident, the board reads there.' }],
  accounts: [levy.createdById],
  mayName: [levy.createdBy, levy.label, levy.reason],
};
