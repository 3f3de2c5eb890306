import { eq, inArray } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { pinnedView, savedView } from './table.ts';

/** Saved filters of accounts; deleted with the account. */
export const viewsData: PersonalData = {
  ofAccounts: [
    {
      title: 'Gespeicherte Ansichten',
      tables: [savedView],
      read: (tx, accountIds) =>
        tx
          .select({
            page: savedView.page,
            name: savedView.name,
            query: savedView.query,
            columns: savedView.columns,
            createdAt: savedView.createdAt,
          })
          .from(savedView)
          .where(inArray(savedView.userId, [...accountIds])),
    },
    {
      title: 'Ansichten im Menü',
      tables: [pinnedView],
      read: (tx, accountIds) =>
        tx
          .select({ page: savedView.page, name: savedView.name, pinnedAt: pinnedView.pinnedAt })
          .from(pinnedView)
          .innerJoin(savedView, eq(savedView.id, pinnedView.viewId))
          .where(inArray(pinnedView.userId, [...accountIds])),
    },
  ],
  accounts: [savedView.userId, pinnedView.userId],
};
