import { and, eq, gt, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { NoticeTopic } from '#shared/accounts/noticeTopics.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { now } from '#server/platform/process/clock.ts';
import { allOf, type Transaction } from '#server/platform/database/database.ts';
import { devicesFor, notifyDevices } from '../push/service.ts';
import type { ToldOf } from './choices.ts';
import { userNotice } from './table.ts';

export { mailsUnwanted, wantedBy, wordsOnChoices, type ToldOf } from './choices.ts';

export type NewNotice = {
  userIds: readonly string[];
  /** Whom it concerns: one person, or for each account its own; devices are told as was chosen for them. */
  concerns?: string | readonly ToldOf[] | undefined;
  club: ClubName;
  topic: NoticeTopic;
  title: string;
  body: string;
  /** The same key tells an account once only. */
  onceKey: string;
  /** What it is told for; as long as nobody sees it, it can be taken back by that. */
  occasion?: string | undefined;
  /** From when it is seen; default now. */
  shownFrom?: Date | undefined;
};

/** Tells accounts something, in the transaction of the write: no commit, no notice. */
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

/** Takes back what nobody could see yet, by its occasion; gives whom it was for. */
export async function takeBackNotices(tx: Transaction, occasion: string): Promise<Set<string>> {
  const rows = await tx
    .delete(userNotice)
    .where(and(eq(userNotice.occasion, occasion), gt(userNotice.shownFrom, now())))
    .returning({ userId: userNotice.userId });
  return new Set(rows.map(({ userId }) => userId));
}

/** Deletes notices older than so many days; a job calls it. */
export async function forgetNotices(tx: Transaction, days: number): Promise<number> {
  const rows = await tx
    .delete(userNotice)
    .where(sql`${userNotice.shownFrom} < ${now()}::timestamptz - make_interval(days => ${days}::int)`)
    .returning({ id: userNotice.id });
  return rows.length;
}
