import type { PersonalData } from '#server/platform/database/personalData.ts';
import { searchEntry } from '../search/table.ts';
import { setupPostponed } from '../setup/table.ts';
import { hallRate } from '../statistics/table.ts';
import { calendarFeed } from './table.ts';

/** What the readers of everything keep themselves. */
export const officeData: PersonalData = {
  accounts: [calendarFeed.userId],
  leftAlone: [
    { table: searchEntry, why: 'Words of courses, events, news, pages and halls; triggers keep it.' },
    { table: hallRate, why: 'Prices of halls.' },
    { table: setupPostponed, why: 'Which first steps a club has put off.' },
  ],
};
