import { and, eq, exists, inArray, isNull, lt, lte, not, sql } from 'drizzle-orm';
import { kindOfTopic, kindsOfNotices, type NoticeTopic } from '#shared/accounts/noticeTopics.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { noteChange, beyondScope, everyClub, type Database, type Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { userNotice, userNoticeChoice } from '../notices/table.ts';
import { authSession } from '../sessions/table.ts';
import { pushMessage, pushSubscription } from './table.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** What can wait does not ring at night. */
const quiet = { from: '21:00', until: '07:00' };

/** Lets the devices of those accounts hear of notices that choose it, in the transaction of the write; nothing is sent in it. */
export async function notifyDevices(
  tx: Transaction,
  noticeIds: readonly string[],
  { topic, club }: { topic: NoticeTopic; club: ClubName },
): Promise<void> {
  if (noticeIds.length === 0) return;
  const kind = kindOfTopic[topic];
  const chosen = (push: boolean) =>
    exists(
      tx
        .select({ kind: userNoticeChoice.kind })
        .from(userNoticeChoice)
        .where(and(eq(userNoticeChoice.userId, userNotice.userId), eq(userNoticeChoice.kind, kind), eq(userNoticeChoice.push, push))),
    );
  await beyondScope(tx, async () => {
    const rows = await tx
      .select({ subscriptionId: pushSubscription.id, noticeId: userNotice.id, shownFrom: userNotice.shownFrom })
      .from(userNotice)
      .innerJoin(pushSubscription, eq(pushSubscription.userId, userNotice.userId))
      .where(and(inArray(userNotice.id, [...noticeIds]), kindsOfNotices[kind].unless.push ? not(chosen(false)) : chosen(true)));
    if (rows.length === 0) return;
    await tx
      .insert(pushMessage)
      .values(
        rows.map(({ shownFrom, ...row }) => {
          const nextAttemptAt = isUrgent(topic) ? shownFrom : afterTheNight(shownFrom);
          return { ...row, nextAttemptAt, expiresAt: new Date(nextAttemptAt.getTime() + dayMs) };
        }),
      )
      .onConflictDoNothing();
    // The senders hear of it as they hear of a mail.
    noteChange(tx, { collection: 'mails', club });
  });
}

/** Whether somebody may stand before a closed hall, or lose a seat. */
export function isUrgent(topic: NoticeTopic): boolean {
  return kindOfTopic[topic] === 'dates' || kindOfTopic[topic] === 'seats';
}

/** The same moment by day; the next morning for one in the night. */
function afterTheNight(at: Date): Date {
  const { date, time } = localOf(at);
  if (time >= quiet.until && time < quiet.from) return at;
  const morning = time >= quiet.from ? addDays(date, 1) : date;
  for (let hours = 4; hours <= 6; hours++) {
    const instant = new Date(`${morning}T0${hours}:00:00Z`);
    if (localOf(instant).time === quiet.until) return instant;
  }
  return at;
}

/** Before the sweep removes sessions that ran out: their devices are told on, until somebody ends that, or for half a year. */
export async function keepDevices({ write }: Pick<Database, 'write'>): Promise<void> {
  const over = (tx: Transaction) => tx.select({ id: authSession.id }).from(authSession).where(lte(authSession.expiresAt, now()));
  await write(everyClub, async ({ tx }) => {
    await tx
      .update(pushSubscription)
      .set({ sessionId: null })
      .where(inArray(pushSubscription.sessionId, over(tx)));
    const since = sql<Date>`${now()}::timestamptz - interval '180 days'`;
    await tx.delete(pushSubscription).where(and(isNull(pushSubscription.sessionId), lt(pushSubscription.createdAt, since)));
  });
}
