import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readFresh } from '#server/platform/database/replica.ts';
import { readVersions } from '#server/platform/database/versions.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { clubNames, clubOfHost, type ClubName } from '#shared/kernel/clubs.ts';
import { listedCourse } from '#shared/courses/courseShapes.ts';
import type { Services } from '#server/platform/http/context.ts';
import { keepPrepared, prepare, sendPrepared, sendUnchanged, tagOf, type Prepared } from '#server/platform/http/prepared.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { together } from '#server/platform/http/together.ts';
import { publicCourses } from './list.ts';

const query = z.strictObject({ club: clubName.optional() });
const shape = z.object({ rows: z.array(listedCourse) });

/** The clubs whose offers a club's site shows: the association shows those of all. */
export function clubsShown(club: ClubName): readonly ClubName[] {
  return club === 'GSV' ? clubNames : [club];
}

/**
 * Serves the public list of courses ahead of the contract's own endpoint, with the same answer: prepared and packed once
 * for each version of the courses, which the database raises in the transaction of a change, so any number of processes
 * answer the truth. Phases also change with the time, hence a new answer each minute.
 */
export function serveCourseList(app: FastifyInstance, { database, settings }: Services): void {
  const kept = keepPrepared();
  /** The versions of all clubs in one question, which those who ask at the same time share. */
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
    return prepare(JSON.stringify(shape.parse({ rows })));
  }
}

function versionOf(club: ClubName, versions: ReadonlyMap<ClubName, number>): number {
  return clubsShown(club).reduce((sum, one) => sum + (versions.get(one) ?? 0), 0);
}

function listOf(database: Services['database'], club: ClubName) {
  return database.read({ club: club === 'GSV' ? '*' : club }, (tx) => publicCourses(tx, clubsShown(club)));
}
