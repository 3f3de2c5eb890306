import { and, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { kindOfTopic, kindsOfNotices, type NoticeTopic } from '#shared/accounts/noticeTopics.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { noteChange, everyClub, type Database, type Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { authSession } from '../sessions/table.ts';
import { pushMessage, pushSubscription } from './table.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Quiet hours: notices that can wait are not delivered then. */
const quiet = { from: '21:00', until: '07:00' };

type ToldOf = { userId: string; personId: string | null };

/** A subscription that receives the notices of an account. */
export type Device = { userId: string; subscriptionId: string };

/** The devices of accounts that subscribe to a topic, by each account's choices for the persons concerned. */
export async function devicesFor(tx: Transaction, told: readonly ToldOf[], topic: NoticeTopic): Promise<Device[]> {
  const kind = kindOfTopic[topic];
  const { rows } = await tx.execute<Device>(
    sql`select user_id as "userId", subscription_id as "subscriptionId"
        from push_devices_of(${sql.param(told.map(({ userId }) => userId))}::uuid[], ${sql.param(told.map(({ personId }) => personId))}::uuid[],
          ${kind}, ${kindsOfNotices[kind].unless.push})`,
  );
  return rows;
}

/** Queues push messages for notices within the write's transaction; sending happens later. */
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
  // Wakes the delivery, as for mails.
  noteChange(tx, { collection: 'mails', club });
}

/** Whether a late message could mean a closed hall or a lost seat. */
export function isUrgent(topic: NoticeTopic): boolean {
  return kindOfTopic[topic] === 'dates' || kindOfTopic[topic] === 'seats';
}

/** The same instant by day; during quiet hours, the next morning. */
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

/** Runs before expired sessions are swept: their devices keep their notices until unsubscribed, at most 180 days after subscribing. */
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
