import type { PersonalData } from '#server/platform/database/personalData.ts';
import { processor } from './table.ts';

/** Companies that process data for a club. */
export const processorsData: PersonalData = {
  leftAlone: [{ table: processor, why: 'Companies and the days of their contracts.' }],
};
