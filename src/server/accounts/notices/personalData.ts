import { inArray } from 'drizzle-orm';
import { noticeDays } from '#shared/accounts/noticeTopics.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { forgetNotices } from './service.ts';
import { userNotice } from './table.ts';

/** What accounts were told; it goes with the account, and by itself after half a year. */
export const noticesData: PersonalData = {
  ofAccounts: [
    {
      title: 'Nachrichten',
      tables: [userNotice],
      read: (tx, accountIds) =>
        tx
          .select()
          .from(userNotice)
          .where(inArray(userNotice.userId, [...accountIds])),
    },
  ],
  accounts: [userNotice.userId],
  retention: [{ name: 'notices', forget: ({ tx }) => forgetNotices(tx, noticeDays) }],
};
