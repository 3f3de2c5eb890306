import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readFresh } from '#server/platform/database/replica.ts';
import { readVersions } from '#server/platform/database/versions.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { clubNames, clubOfHost, type ClubName } from '#shared/kernel/clubs.ts';
import { listedCourse } from '#shared/courses/courseShapes.ts';
import type { Services } from '#server/platform/http/context.ts';
import { keepPrepared, Prepared, sendPrepared, sendUnchanged, tagOf } from '#server/platform/http/prepared.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { together } from '#server/platform/http/together.ts';
import { publicCourses } from './list.ts';

const query = z.strictObject({ club: clubName.optional() });
const shape = z.object({ rows: z.array(listedCourse) });

/** The clubs whose offers are shown on a club's site; the association shows all clubs. */
export function clubsShown(club: ClubName): readonly ClubName[] {
  return club === 'GSV' ? clubNames : [club];
}

/**
 * Serves the public course list before the contract's own endpoint, with the same response: prepared and compressed once per version of the
 * courses. The database increments the version in the transaction of a change, so that every process responds with current data. Phases
 * also depend on the time, so the list is prepared again each minute.
 */
export function serveCourseList(app: FastifyInstance, { database, settings }: Services): void {
  const kept = keepPrepared();
  /** The versions of all clubs in one query, shared by concurrent requests. */
  const versionsNow = together(() => readVersions(database, 'courses'));

  app.get('/api/courses', async (request, reply) => {
    const asked = query.safeParse(request.query);
    if (!asked.success) throw new Problem('invalid-argument', { fields: [{ path: 'club', message: 'Diesen Verein gibt es nicht.' }] });
    const club = asked.data.club ?? clubOfHost(request.host, settings.hosts);
    const versions = await versionsNow();
    const version = versionOf(club, versions);
    const tag = tagOf(club, version);
    if (request.headers['if-none-match'] === tag) return sendUnchanged(reply, tag);
    return sendPrepared(request, reply, tag, await kept.read(club, version, (atLeast) => prepareList(club, atLeast)));
  });

  async function prepareList(club: ClubName, version: number): Promise<Prepared> {
    const isFresh = async (source: Services['database']) => versionOf(club, await readVersions(source, 'courses')) >= version;
    const rows = await readFresh(database, isFresh, (source) => listOf(source, club));
    return new Prepared(JSON.stringify(shape.parse({ rows })));
  }
}

function versionOf(club: ClubName, versions: ReadonlyMap<ClubName, number>): number {
  return clubsShown(club).reduce((sum, one) => sum + (versions.get(one) ?? 0), 0);
}

function listOf(database: Services['database'], club: ClubName) {
  return database.read({ club: club === 'GSV' ? '*' : club }, (tx) => publicCourses(tx, clubsShown(club)));
}
