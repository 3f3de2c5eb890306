import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clubNames, hasFeature, type ClubName } from '#shared/kernel/clubs.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { readFacilityBySlug } from '#server/halls/facilities/service.ts';
import { clubOfHelperToken } from '#server/helpers/lists/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context, Services } from '#server/platform/http/context.ts';
import { isRecordId } from '#server/platform/secretLinks.ts';
import { inAllClubs, everyClub } from '#server/platform/database/database.ts';
import { writeCalendar, type Entry } from '#server/platform/formats/ical.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { hashOf } from './api.ts';
import { courseEntries, assignmentEntries, eventEntries, eventEntry, hallEntries, ownCourseEntries } from './entries.ts';
import { calendarFeed } from './table.ts';

/** iCalendar feeds: of a club, a hall or a course, and a personal one at a secret URL. */
export function serveFeeds(
  app: FastifyInstance,
  { database }: Services,
  contextOf: (request: FastifyRequest) => Promise<Pick<Context, 'viewer'>>,
): void {
  app.get<{ Params: { club: string } }>('/feeds/clubs/:club', async (request, reply) => {
    const club = clubOf(fileName(request.params.club));
    const entries = await database.read({ club }, (tx) => eventEntries(tx, club, false));
    return send(reply, `Termine ${club}`, entries, 'public, max-age=300');
  });

  app.get<{ Params: { hall: string } }>('/feeds/halls/:hall', async (request, reply) => {
    const slug = fileName(request.params.hall);
    const [name, entries] = await database.read(everyClub, async (tx) => {
      const facility = await readFacilityBySlug(tx, slug);
      return [facility.name, await hallEntries(tx, facility)] as const;
    });
    return send(reply, name, entries, 'public, max-age=300');
  });

  app.get<{ Params: { club: string; course: string } }>('/feeds/courses/:club/:course', async (request, reply) => {
    const club = clubOf(request.params.club);
    const found = await database.read({ club }, (tx) => courseEntries(tx, club, fileName(request.params.course)));
    if (!found) throw new Problem('not-found');
    return send(reply, found.title, found.entries, 'public, max-age=300');
  });

  app.get<{ Params: { event: string } }>('/feeds/events/:event', async (request, reply) => {
    const id = fileName(request.params.event);
    const entry = z.uuid().safeParse(id).success ? await database.read(everyClub, (tx) => eventEntry(tx, id)) : undefined;
    if (!entry) throw new Problem('not-found');
    return send(reply, entry.title, [entry], 'public, max-age=300');
  });

  app.get<{ Params: { token: string } }>('/feeds/helpers/:token', async (request, reply) => {
    const token = fileName(request.params.token);
    const context = await contextOf(request);
    const club = await database.read(everyClub, (tx) => clubOfHelperToken(context, tx, token));
    if (!club || !hasFeature((await readClubs(database))[club], 'operationals')) throw new Problem('not-found');
    const entries = await database.read({ club }, (tx) => assignmentEntries(tx, isRecordId(token) ? { id: token } : { token }));
    if (entries.length === 0) throw new Problem('not-found');
    void reply.header('referrer-policy', 'no-referrer');
    return send(reply, 'Helferdienste', entries, 'private, no-store');
  });

  app.get<{ Params: { token: string } }>('/feeds/personal/:token', async (request, reply) => {
    const entries = await ownEntries(database, fileName(request.params.token));
    void reply.header('referrer-policy', 'no-referrer');
    return send(reply, 'Meine Termine', entries, 'private, no-store');
  });
}

/** The entries for the owner of a secret; not-found if it is unknown or revoked, or the account is disabled. */
async function ownEntries(database: Services['database'], secret: string): Promise<Entry[]> {
  const user = await database.read(everyClub, async (tx) => {
    const [row] = await tx
      .select({ id: appUser.id, club: appUser.club, disabledAt: appUser.disabledAt, feedId: calendarFeed.id })
      .from(calendarFeed)
      .innerJoin(appUser, eq(appUser.id, calendarFeed.userId))
      .where(eq(calendarFeed.tokenHash, hashOf(secret)));
    return row;
  });
  if (!user || user.disabledAt) throw new Problem('not-found');
  await database.orm.update(calendarFeed).set({ lastUsedAt: now() }).where(eq(calendarFeed.id, user.feedId));
  return database.read({ club: user.club, userId: user.id }, async (tx) => [
    ...(await eventEntries(tx, user.club, true)),
    ...(await ownCourseEntries(tx, user.id)),
    ...(await inAllClubs(tx, () => assignmentEntries(tx, { userId: user.id }))),
  ]);
}

function fileName(name: string): string {
  if (!name.endsWith('.ics')) throw new Problem('not-found');
  return name.slice(0, -'.ics'.length);
}

function clubOf(name: string): ClubName {
  const club = clubNames.find((one) => one.toLowerCase() === name.toLowerCase());
  if (!club) throw new Problem('not-found');
  return club;
}

function send(reply: FastifyReply, name: string, entries: readonly Entry[], cacheControl: string): FastifyReply {
  return reply
    .type('text/calendar; charset=utf-8')
    .header('cache-control', cacheControl)
    .header('content-disposition', 'inline; filename="kalender.ics"')
    .send(writeCalendar(name, entries, now()));
}
