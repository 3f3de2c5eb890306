import { and, eq, gt, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { NoticeTopic } from '#shared/accounts/noticeTopics.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { now } from '#server/platform/process/clock.ts';
import { allOf, type Transaction } from '#server/platform/database/database.ts';
import { devicesFor, notifyDevices } from '../push/service.ts';
import type { ToldOf } from './choices.ts';
import { userNotice } from './table.ts';

export { mailsUnwanted, subscribersOf, wordsOnChoices, type ToldOf } from './choices.ts';

export type NewNotice = {
  userIds: readonly string[];
  /** The person concerned, or the persons concerned per account; decides which devices are notified. */
  concerns?: string | readonly ToldOf[] | undefined;
  club: ClubName;
  topic: NoticeTopic;
  title: string;
  body: string;
  /** An account gets a notice with the same key only once. */
  onceKey: string;
  /** What the notice is about; `withdrawNotices` finds it by this id. */
  occasion?: string | undefined;
  /** When the notice becomes visible; defaults to now. */
  shownFrom?: Date | undefined;
};

/** Notifies accounts within the write's transaction, so nothing is sent without a commit. */
export async function notifyAccounts(tx: Transaction, { userIds, concerns, shownFrom = now(), ...notice }: NewNotice): Promise<void> {
  const told = new Set(userIds);
  if (told.size === 0) return;
  const values = [...told].map((userId) => ({ ...notice, id: randomUUID(), userId, shownFrom }));
  const { id, userId } = userNotice;
  const [rows, devices] = await allOf([
    tx.insert(userNotice).values(values).onConflictDoNothing().returning({ id, userId, shownFrom: userNotice.shownFrom }),
    devicesFor(tx, toldOf([...told], concerns), notice.topic),
  ]);
  await notifyDevices(tx, devices, rows, notice);
}

function toldOf(userIds: readonly string[], concerns: NewNotice['concerns']): ToldOf[] {
  if (concerns === undefined || typeof concerns === 'string') return userIds.map((userId) => ({ userId, personId: concerns ?? null }));
  return concerns.filter(({ userId }) => userIds.includes(userId));
}

/** Deletes notices of an occasion that are not visible yet; returns their accounts. */
export async function withdrawNotices(tx: Transaction, occasion: string): Promise<Set<string>> {
  const rows = await tx
    .delete(userNotice)
    .where(and(eq(userNotice.occasion, occasion), gt(userNotice.shownFrom, now())))
    .returning({ userId: userNotice.userId });
  return new Set(rows.map(({ userId }) => userId));
}

/** Deletes notices older than `days`; called by a job. */
export async function forgetNotices(tx: Transaction, days: number): Promise<number> {
  const rows = await tx
    .delete(userNotice)
    .where(sql`${userNotice.shownFrom} < ${now()}::timestamptz - make_interval(days => ${days}::int)`)
    .returning({ id: userNotice.id });
  return rows.length;
}
