import type { PersonalData } from '#server/platform/database/personalData.ts';
import { datevSettings } from './table.ts';

/** The tax adviser's numbers contain no personal data. */
export const datevData: PersonalData = {
  leftAlone: [{ table: datevSettings, why: 'Numbers of the tax adviser and of ledger accounts; they name no person.' }],
};
