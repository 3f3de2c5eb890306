import { inArray } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { pushMessage, pushSubscription } from './table.ts';

/** An account's devices for push notifications; deleted with the account. */
export const pushData: PersonalData = {
  ofAccounts: [
    {
      title: 'Geräte mit Mitteilungen',
      tables: [pushSubscription],
      // Without endpoint and keys: with them anybody could send messages to the device.
      read: (tx, accountIds) =>
        tx
          .select({ device: pushSubscription.device, createdAt: pushSubscription.createdAt, lastOkAt: pushSubscription.lastOkAt })
          .from(pushSubscription)
          .where(inArray(pushSubscription.userId, [...accountIds])),
    },
  ],
  accounts: [pushSubscription.userId],
  leftAlone: [{ table: pushMessage, why: 'Says only that a device is to be told of a notice; it goes with either of them, within a day.' }],
};
