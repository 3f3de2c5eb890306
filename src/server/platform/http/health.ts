import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { programVersion } from '../process/root.ts';
import { problemOf, unavailable } from './problem.ts';
import { answerMs, sendProblem } from './serving.ts';

/**
 * Health endpoints for monitoring. /health/live: the process responds at all. /health/ready and /health: it can do its work, i.e. the
 * database accepts writes (neither read-only nor a standby), the background work runs, and `requireMore` does not reject; it rejects with
 * what is missing.
 */
export function serveHealth(
  app: FastifyInstance,
  database: Database,
  isBackgroundRunning: () => boolean,
  requireMore: () => Promise<void> = async () => undefined,
): void {
  app.get('/health/live', async (_request, reply) => reply.send({ ok: true, version: programVersion }));
  for (const path of ['/health', '/health/ready'])
    app.get(path, { handlerTimeout: answerMs, errorHandler: answerNotReady }, async (_request, reply) => {
      await requireWritable(database);
      if (!isBackgroundRunning()) throw unavailable(new Error('The background work is not running yet.'));
      await requireMore().catch((error: unknown) => {
        throw unavailable(error);
      });
      return reply.send({ ok: true, version: programVersion });
    });
}

/** Not ready is a valid response, not a failed request: monitoring polls every few seconds, and one log line states the reason. */
function answerNotReady(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { cause } = error;
  request.log.info({ requestId: request.id, reason: cause instanceof Error ? cause.message : error.message }, 'not ready');
  return sendProblem(reply, problemOf(error), request.id);
}

async function requireWritable({ pool }: Database): Promise<void> {
  try {
    const { rows } = await pool.query<{ isReadOnly: boolean }>(
      `select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly"`,
    );
    if (rows[0]?.isReadOnly) throw new Error('The database is read-only.');
  } catch (error) {
    throw unavailable(error);
  }
}
