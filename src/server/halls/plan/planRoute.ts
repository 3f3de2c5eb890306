import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readVersionOf } from '#server/platform/database/versions.ts';
import { mayForAnyTarget } from '#shared/kernel/rights.ts';
import { planInput } from '#shared/halls/bookings.ts';
import { signedIn, type Context, type Services } from '#server/platform/http/context.ts';
import { keepPrepared, Prepared, sendPacked } from '#server/platform/http/prepared.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { together } from '#server/platform/http/together.ts';
import { refuseLongRange } from '../bookings/place.ts';
import { readPlan } from './plan.ts';

/**
 * Serves the plan of the contract from a cache while nothing changed: every write on facilities and bookings increments the version of
 * their collection in its own transaction, so one small query tells, in every process, whether a cached response is still valid. The
 * possible actions on a booking end when it begins, so nothing is cached beyond its minute.
 */
export function servePlan(
  app: FastifyInstance,
  { database }: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
): void {
  const kept = keepPrepared();
  const versionNow = together(() => readVersionOf(database, ['facilities']));

  app.get('/api/bookings/plan', async (request, reply) => {
    const context = await contextOf(request, reply);
    if (!mayForAnyTarget({ role: context.viewer?.role }, 'bookings.list'))
      throw new Problem(context.viewer ? 'forbidden' : 'unauthenticated');
    const { role, club } = signedIn(context);
    const input = planInput.safeParse(request.query);
    if (!input.success)
      throw new Problem('invalid-argument', { fields: input.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) });
    refuseLongRange(input.data.from, input.data.to, 62);
    const key = [role, club, input.data.from, input.data.to, input.data.facility ?? ''].join(' ');
    const plan = await kept.read(
      key,
      await versionNow(),
      async () => new Prepared(JSON.stringify(await context.read((tx) => readPlan(context, tx, input.data)))),
    );
    return sendPacked(request, reply.header('cache-control', 'no-store'), plan);
  });
}
