import { and, eq, inArray } from 'drizzle-orm';
import { noticeDays } from '#shared/accounts/noticeTopics.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { forgetNotices } from './service.ts';
import { userNotice, userNoticeChoice } from './table.ts';

/** Notices to accounts and their choices; deleted with the account, notices after half a year at the latest. */
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
    {
      title: 'Wie Nachrichten kommen',
      tables: [userNoticeChoice],
      read: (tx, accountIds) =>
        tx
          .select()
          .from(userNoticeChoice)
          .where(inArray(userNoticeChoice.userId, [...accountIds])),
    },
  ],
  erase: async (tx, { id }) => void (await tx.delete(userNoticeChoice).where(eq(userNoticeChoice.personId, id))),
  beforeMerge: async (tx, { kept, other }) => {
    const both = tx.select({ userId: userNoticeChoice.userId }).from(userNoticeChoice).where(eq(userNoticeChoice.personId, kept));
    await tx.delete(userNoticeChoice).where(and(eq(userNoticeChoice.personId, other), inArray(userNoticeChoice.userId, both)));
  },
  moves: [userNoticeChoice.personId],
  accounts: [userNotice.userId, userNoticeChoice.userId],
  retention: [{ name: 'notices', forget: ({ tx }) => forgetNotices(tx, noticeDays) }],
};
