import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readVersions } from '#server/platform/database/versions.ts';
import { mayAtAll } from '#shared/kernel/rights.ts';
import { planInput } from '#shared/halls/bookings.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context, type Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { refuseLongRange } from '../bookings/place.ts';
import { readPlan } from './plan.ts';

type Kept = { version: number; body: Buffer };

const keptBytes = 16 * 1024 * 1024;

/**
 * Serves the plan of the contract from memory while nothing changed: every write on facilities and bookings raises the
 * version of their collection in its own transaction, so one tiny query tells, in every process, whether a kept answer still
 * holds. What one may do about a booking ends when it begins, so nothing is kept beyond its minute.
 */
export function servePlan(
  app: FastifyInstance,
  { database }: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  const keep = (key: string, entry: Kept): void => {
    bytes += entry.body.length - (kept.get(key)?.body.length ?? 0);
    kept.delete(key);
    kept.set(key, entry);
    // A map remembers the order of its entries: the first one is the oldest.
    for (const [oldest, { body }] of kept) {
      if (bytes <= keptBytes) break;
      kept.delete(oldest);
      bytes -= body.length;
    }
  };

  app.get('/api/bookings/plan', async (request, reply) => {
    const context = await contextOf(request, reply);
    if (!mayAtAll({ role: context.viewer?.role }, 'bookings.list')) throw new Problem(context.viewer ? 'forbidden' : 'unauthenticated');
    const { role, club } = signedIn(context);
    const input = planInput.safeParse(request.query);
    if (!input.success)
      throw new Problem('invalid-argument', { fields: input.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) });
    refuseLongRange(input.data.from, input.data.to, 62);
    const minute = Math.floor(now().getTime() / 60_000);
    const key = [role, club, input.data.from, input.data.to, input.data.facility ?? '', minute].join(' ');
    // The version is read before the rows: a change in between makes the next reader look again, never the other way round.
    const versions = await readVersions(database, 'facilities');
    const version = [...versions.values()].reduce((sum, one) => sum + one, 0);
    let entry = kept.get(key);
    if (entry?.version !== version) {
      entry = { version, body: Buffer.from(JSON.stringify(await context.read((tx) => readPlan(context, tx, input.data)))) };
      keep(key, entry);
    }
    return reply.type('application/json').header('cache-control', 'no-store').send(entry.body);
  });
}
