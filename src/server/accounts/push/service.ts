import { and, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { kindOfTopic, kindsOfNotices, type NoticeTopic } from '#shared/accounts/noticeTopics.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { noteChange, everyClub, type Database, type Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { authSession } from '../sessions/table.ts';
import { pushMessage, pushSubscription } from './table.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Notices that can wait are not delivered at night. */
const quiet = { from: '21:00', until: '07:00' };

type ToldOf = { userId: string; personId: string | null };

/** A device that gets the notices of an account. */
export type Device = { userId: string; subscriptionId: string };

/** The devices of those accounts that subscribe to a topic, by the choices of each account for the people whom it concerns. */
export async function devicesFor(tx: Transaction, told: readonly ToldOf[], topic: NoticeTopic): Promise<Device[]> {
  const kind = kindOfTopic[topic];
  const { rows } = await tx.execute<Device>(
    sql`select user_id as "userId", subscription_id as "subscriptionId"
        from push_devices_of(${sql.param(told.map(({ userId }) => userId))}::uuid[], ${sql.param(told.map(({ personId }) => personId))}::uuid[],
          ${kind}, ${kindsOfNotices[kind].unless.push})`,
  );
  return rows;
}

/** Queues notices for the devices of their accounts, in the transaction of the write; nothing is sent in it. */
export async function notifyDevices(
  tx: Transaction,
  devices: readonly Device[],
  notices: readonly { id: string; userId: string; shownFrom: Date }[],
  { topic, club }: { topic: NoticeTopic; club: ClubName },
): Promise<void> {
  const noticeOf = new Map(notices.map((one) => [one.userId, one]));
  const messages = devices.flatMap(({ userId, subscriptionId }) => {
    const notice = noticeOf.get(userId);
    if (!notice) return [];
    const nextAttemptAt = isUrgent(topic) ? notice.shownFrom : afterTheNight(notice.shownFrom);
    return { subscriptionId, noticeId: notice.id, nextAttemptAt, expiresAt: new Date(nextAttemptAt.getTime() + dayMs) };
  });
  if (messages.length === 0) return;
  await tx.insert(pushMessage).values(messages).onConflictDoNothing();
  // The senders are notified as of a mail.
  noteChange(tx, { collection: 'mails', club });
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

/** Runs before the sweep deletes expired sessions: their devices keep getting notices until that is ended, or for half a year. */
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
