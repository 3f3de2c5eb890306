import { and, eq, gt, lt, lte, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { hasSeat } from '#shared/courses/offerFilter.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { everyClub } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import { offersOf, watched } from './find.ts';
import { postEnd, postNews, type News } from './mails.ts';
import { offerWatch } from './table.ts';
import { endWatch, wordsOf } from './watch.ts';

type Needs = Pick<Services, 'database' | 'settings'>;

const dayMs = 24 * 60 * 60 * 1000;
const unconfirmedDays = 2;
const endedDays = 30;
const atOnce = 2000;

/** Notifies watchers of new and free offers, at most one mail a day each, and ends expired watches. Called by a job each morning. */
export async function notifyWatchers(needs: Needs): Promise<void> {
  await endExpiredWatches(needs);
  for (const club of clubNames) await notifyWatchersOf(needs, club);
}

function notifyWatchersOf({ database, settings }: Needs, club: ClubName): Promise<void> {
  return database.write(everyClub, async ({ tx }) => {
    const isLive = and(eq(offerWatch.club, club), eq(offerWatch.state, 'active'), gt(offerWatch.expiresAt, now()));
    const rows = await tx.select().from(offerWatch).where(isLive).orderBy(offerWatch.createdAt, offerWatch.id).limit(atOnce).for('update');
    if (rows.length === 0) return;
    const offers = await offersOf(tx, club);
    for (const row of rows) {
      const found = watched(row, offers).filter((offer) => hasSeat(offer) && !row.told.includes(offer.id));
      if (found.length === 0) continue;
      const news = found.map((offer): News => ({ offer, why: row.known.includes(offer.id) ? 'free' : 'new' }));
      await tx
        .update(offerWatch)
        .set({ toldAt: now(), told: [...row.told, ...found.map(({ id }) => id)] })
        .where(eq(offerWatch.id, row.id));
      await postNews(tx, settings, row, await wordsOf(tx, row), news);
    }
  });
}

async function endExpiredWatches({ database, settings }: Needs): Promise<void> {
  await database.write(everyClub, async ({ tx }) => {
    const over = await tx
      .update(offerWatch)
      .set({ state: 'ended', endedAt: now() })
      .where(and(eq(offerWatch.state, 'active'), lte(offerWatch.expiresAt, now())))
      .returning();
    for (const row of over) await postEnd(tx, settings, row, await wordsOf(tx, row));
  });
}

/** Deletes watches that were never confirmed or have ended. Called by a job each hour. */
export async function sweepWatches({ database }: Pick<Services, 'database'>): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * dayMs);
  await database.write(everyClub, async ({ tx }) => {
    await tx
      .delete(offerWatch)
      .where(
        or(
          and(eq(offerWatch.state, 'unconfirmed'), lt(offerWatch.createdAt, ago(unconfirmedDays))),
          and(eq(offerWatch.state, 'ended'), lt(offerWatch.endedAt, ago(endedDays))),
        ),
      );
  });
}

/** One-click unsubscribe of mail programs (RFC 8058): a POST without cookies; opening the page changes nothing. */
export function serveWatchEnd(app: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null, undefined),
    );
    scope.post<{ Params: { token: string } }>('/watch/:token', async (request, reply) => {
      await database.write(everyClub, ({ tx }) => endWatch(tx, request.params.token));
      return reply.code(204).send();
    });
  });
}
