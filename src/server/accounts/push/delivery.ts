import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { NoticeTopic } from '#shared/accounts/noticeTopics.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Database, type Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { userNotice } from '../notices/table.ts';
import { pushKeys } from './keys.ts';
import { openPushService, type Said } from './sender.ts';
import { isUrgent } from './service.ts';
import { pushMessage, pushSubscription } from './table.ts';

/** Sends due messages; each push service runs independently, so that a slow one does not delay the others. */
export type PushDelivery = { wake(): void; stop(): Promise<void> };

/** The body of a push message, shown below the club's name. It contains no names, offers or dates. */
const words: { readonly [topic in NoticeTopic]: string } = {
  session_off: 'Ein Termin fällt aus.',
  session_moved: 'Ein Termin ist verlegt.',
  session_on: 'Ein Termin findet doch statt.',
  seat_offered: 'Ein Platz ist frei und wartet auf Ihre Antwort.',
  enrolment: 'Neues zu einer Anmeldung.',
  duty: 'Bald ist ein Helferdienst.',
  reminder: 'Morgen hat Ihre Familie Termine.',
  replies: 'Zu Ihrer Stunde ist jemand entschuldigt.',
  money_due: 'Bald ist etwas zu bezahlen.',
};

const atOnce = 50;
/** Longer than a request may take; after it another process may take the message. */
const leaseMs = 30_000;
const betweenLooksMs = 200;
const minuteMs = 60_000;
const pauseAtMostMs = 4 * 60 * minuteMs;
const refusalsAtMost = 5;

/** Starts the delivery; it pauses while `mayNot` says that writing is not allowed. */
export function startPush({ settings, database, log }: Services, mayNot: () => Promise<boolean>): PushDelivery {
  const running = new Map<string, Promise<void>>();
  let isStopping = false;
  const runOrigin = async (origin: string) => {
    const service = openPushService(origin, await pushKeys(settings), settings.PUSH_ORIGINS.includes(origin));
    try {
      while (!isStopping && (await sendSome(database, origin, service.send))) continue;
    } finally {
      service.close();
    }
  };
  let looking: Promise<void> | undefined;
  let again = false;
  const look = async () => {
    if (await mayNot()) return;
    for (const origin of await dueOrigins(database)) {
      if (isStopping || running.has(origin)) continue;
      const run = runOrigin(origin)
        .catch((error: unknown) => log.error({ err: error, origin }, 'push messages could not be sent'))
        .finally(() => running.delete(origin));
      running.set(origin, run);
    }
  };
  /** One look at a time; a burst of wakes causes few, because each one finds everything that is due. */
  const lookAgain = async () => {
    try {
      while (again && !isStopping) {
        again = false;
        await look();
        await pause(betweenLooksMs, undefined, { ref: false });
      }
    } finally {
      looking = undefined;
    }
  };
  return {
    wake: () => {
      again = true;
      looking ??= lookAgain().catch((error: unknown) => log.error({ err: error }, 'push messages could not be read'));
    },
    stop: async () => {
      isStopping = true;
      // Messages without an answer yet are taken up again when their lease ends.
      await Promise.race([Promise.all(running.values()), new Promise((resolve) => setTimeout(resolve, 3000).unref())]);
    },
  };
}

async function dueOrigins(database: Database): Promise<string[]> {
  return database.write(everyClub, async ({ tx }) => {
    await tx.delete(pushMessage).where(lte(pushMessage.expiresAt, now()));
    const rows = await tx
      .selectDistinct({ origin: pushSubscription.origin })
      .from(pushMessage)
      .innerJoin(pushSubscription, eq(pushSubscription.id, pushMessage.subscriptionId))
      .where(lte(pushMessage.nextAttemptAt, now()));
    return rows.map(({ origin }) => origin);
  });
}

/** Sends the next messages of a service concurrently; returns whether there may be more and the service accepts them. */
async function sendSome(database: Database, origin: string, send: ReturnType<typeof openPushService>['send']): Promise<boolean> {
  const claimed = await database.write(everyClub, ({ tx }) => claim(tx, origin));
  const clubs = await readClubs(database);
  const answers = await Promise.all(
    claimed.map(async (one) => {
      const said = await send({
        endpoint: one.endpoint,
        keys: one,
        text: JSON.stringify({ title: clubs[one.club].displayName, body: words[one.topic], url: '/me', tag: one.noticeId }),
        // A repeated message replaces the earlier one at the push service.
        topic: one.noticeId.replaceAll('-', ''),
        isUrgent: isUrgent(one.topic),
        ttlSeconds: Math.max(0, Math.round((one.expiresAt.getTime() - now().getTime()) / 1000)),
      }).catch(() => undefined);
      return { ...one, said };
    }),
  );
  if (answers.length > 0) await database.write(everyClub, ({ tx }) => settle(tx, answers));
  return claimed.length === atOnce && answers.some(({ said }) => said && said.status < 400);
}

async function claim(tx: Transaction, origin: string) {
  const rows = await tx
    .select({
      id: pushMessage.id,
      attempts: pushMessage.attempts,
      expiresAt: pushMessage.expiresAt,
      noticeId: pushMessage.noticeId,
      subscriptionId: pushSubscription.id,
      endpoint: pushSubscription.endpoint,
      p256dh: pushSubscription.p256dh,
      auth: pushSubscription.auth,
      topic: userNotice.topic,
      club: userNotice.club,
    })
    .from(pushMessage)
    .innerJoin(pushSubscription, eq(pushSubscription.id, pushMessage.subscriptionId))
    .innerJoin(userNotice, eq(userNotice.id, pushMessage.noticeId))
    .where(and(lte(pushMessage.nextAttemptAt, now()), eq(pushSubscription.origin, origin)))
    .orderBy(asc(pushMessage.nextAttemptAt), asc(pushMessage.id))
    .limit(atOnce)
    .for('update', { of: pushMessage, skipLocked: true });
  if (rows.length > 0)
    await tx
      .update(pushMessage)
      .set({ attempts: sql`${pushMessage.attempts} + 1`, nextAttemptAt: new Date(now().getTime() + leaseMs) })
      .where(inArray(pushMessage.id, idsOf(rows)));
  return rows;
}

type Answered = { id: number; attempts: number; subscriptionId: string; said: Said };

/** Records the answers: accepted, subscription gone, refused, or to be retried. */
async function settle(tx: Transaction, answers: readonly Answered[]): Promise<void> {
  const taken = answers.filter(({ said }) => said && said.status >= 200 && said.status < 300);
  const gone = answers.filter(({ said }) => said?.status === 404 || said?.status === 410);
  const refused = answers.filter((one) => isFinal(one.said) && !gone.includes(one));
  const later = answers.filter((one) => !taken.includes(one) && !isFinal(one.said));
  const subscriptions = (of: readonly Answered[]) => inArray(pushSubscription.id, [...new Set(of.map((one) => one.subscriptionId))]);
  if (gone.length > 0) await tx.delete(pushSubscription).where(subscriptions(gone));
  if (taken.length > 0) await tx.update(pushSubscription).set({ lastOkAt: now(), failures: 0 }).where(subscriptions(taken));
  if (refused.length > 0) {
    await tx
      .update(pushSubscription)
      .set({ failures: sql`${pushSubscription.failures} + 1` })
      .where(subscriptions(refused));
    await tx.delete(pushSubscription).where(and(subscriptions(refused), sql`${pushSubscription.failures} >= ${refusalsAtMost}`));
  }
  const done = [...taken, ...refused];
  if (done.length > 0) await tx.delete(pushMessage).where(inArray(pushMessage.id, idsOf(done)));
  for (const [pause, group] of Map.groupBy(later, pauseMs))
    await tx
      .update(pushMessage)
      .set({ nextAttemptAt: new Date(now().getTime() + pause) })
      .where(inArray(pushMessage.id, idsOf(group)));
}

/** Whether a retry would get the same answer; rate limits, server errors and missing answers are temporary. */
function isFinal(said: Said): boolean {
  return said !== undefined && said.status < 500 && said.status !== 429 && (said.status < 200 || said.status >= 300);
}

/** The service's Retry-After, else 1, 2, 4 … minutes; at most 4 hours. */
function pauseMs({ attempts, said }: Answered): number {
  const asked = said?.retryAfterSeconds === undefined ? minuteMs * 2 ** Math.min(attempts, 20) : 1000 * said.retryAfterSeconds;
  return Math.min(pauseAtMostMs, asked);
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
