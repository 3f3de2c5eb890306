import { inArray } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { searchEntry } from '../search/table.ts';
import { setupPostponed } from '../setup/table.ts';
import { hallRate } from '../statistics/table.ts';
import { calendarFeed } from './table.ts';

/** The personal data in tables of this folder. */
export const officeData: PersonalData = {
  ofAccounts: [
    {
      title: 'Kalender-Abos',
      tables: [calendarFeed],
      read: (tx, accountIds) =>
        tx
          .select({ label: calendarFeed.label, createdAt: calendarFeed.createdAt, lastUsedAt: calendarFeed.lastUsedAt })
          .from(calendarFeed)
          .where(inArray(calendarFeed.userId, [...accountIds])),
    },
  ],
  accounts: [calendarFeed.userId],
  leftAlone: [
    { table: searchEntry, why: 'Words of courses, events, news, pages and halls; triggers keep it.' },
    { table: hallRate, why: 'Prices of halls.' },
    { table: setupPostponed, why: 'Which first steps a club has put off.' },
  ],
};
