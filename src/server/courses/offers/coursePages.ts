import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { coursesContract } from '#shared/courses/courses.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import { sendPacked, sendPrepared, sendUnchanged, tagOf } from '#server/platform/http/prepared.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { answerMs } from '#server/platform/http/serving.ts';
import type { KeptCourses } from './keptCourses.ts';
import type { CourseRow } from './service.ts';

/**
 * Serves course pages before the contract's own endpoint, with the same response, but prepared once per version, because under load
 * everybody has the page open. The viewer matters only for courses that are not public.
 */
export function serveCoursePages(
  app: FastifyInstance,
  courses: KeptCourses,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  app.get('/api/courses/:course', { handlerTimeout: answerMs }, async (request, reply) => {
    const asked = coursesContract.read['~orpc'].inputSchema?.safeParse(request.params);
    if (!asked?.success) throw new Problem('invalid-argument');
    const { row, page, version } = await courses.page(asked.data.course);
    if (isPublic(row)) {
      const tag = tagOf(row.id, version);
      return request.headers['if-none-match'] === tag ? sendUnchanged(reply, tag) : sendPrepared(request, reply, tag, page);
    }
    mayRead(await contextOf(request, reply), row);
    return sendPacked(request, reply.header('cache-control', 'no-store'), page);
  });
}

/** Published courses may be read by everybody or by members; drafts and internal courses only by staff of the club. */
export function mayRead(context: Pick<Context, 'viewer' | 'hostClub'>, row: CourseRow): void {
  if (isPublic(row)) return;
  if (!context.viewer) throw new Problem('not-found');
  if (row.status !== 'draft' && row.visibility === 'members') return;
  allow(context, 'courses.readDraft', targetOf(context, row.club) === 'club' ? 'club' : 'other');
}

function isPublic({ status, visibility }: CourseRow): boolean {
  return status !== 'draft' && visibility === 'public';
}
