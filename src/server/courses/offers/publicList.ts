import type { FastifyInstance } from 'fastify';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { readVersions } from '#server/platform/database/versions.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { clubNames, clubOfHost, type ClubName } from '#shared/kernel/clubs.ts';
import { listedCourse } from '#shared/courses/courseShapes.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { together } from '#server/platform/http/together.ts';
import { publicCourses } from './list.ts';

type Kept = { tag: string; plain: Buffer; packed: Buffer };

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
  const kept = new Map<ClubName, Kept>();

  app.get('/api/courses', async (request, reply) => {
    const asked = query.safeParse(request.query);
    if (!asked.success) throw new Problem('invalid-argument', { fields: [{ path: 'club', message: 'Diesen Verein gibt es nicht.' }] });
    const club = asked.data.club ?? clubOfHost(request.host, settings.hosts);
    const tag = await tagOf(club);
    void reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === tag) return reply.status(304).send();
    const list = kept.get(club)?.tag === tag ? kept.get(club) : await prepare(club, tag);
    if (!list) throw new Problem('unavailable');
    void reply.type('application/json');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(list.plain);
    return reply.header('content-encoding', 'gzip').send(list.packed);
  });

  /** The versions of all clubs in one question, which those who ask at the same time share. */
  const versionsNow = together(() => readVersions(database, 'courses'));

  async function tagOf(club: ClubName): Promise<string> {
    const versions = await versionsNow();
    const version = clubsShown(club).reduce((sum, one) => sum + (versions.get(one) ?? 0), 0);
    return `"${club}-${version}-${Math.floor(now().getTime() / 60_000)}"`;
  }

  /** The version is read before the rows: at worst a newer list stands under an older tag, never the other way round. */
  async function prepare(club: ClubName, tag: string): Promise<Kept> {
    const rows = await database.read({ club: club === 'GSV' ? '*' : club }, (tx) => publicCourses(tx, clubsShown(club)));
    const plain = Buffer.from(JSON.stringify(shape.parse({ rows })));
    const list = { tag, plain, packed: gzipSync(plain, { level: 6 }) };
    kept.set(club, list);
    return list;
  }
}
