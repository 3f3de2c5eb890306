import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/platform/http/context.ts';
import type { LiveHub } from '#server/platform/live.ts';

/** The server-sent events stream of a browser, with the collections that changed. */
export function serveLive(
  app: FastifyInstance,
  hub: LiveHub,
  contextOf: (request: FastifyRequest) => Promise<Pick<Context, 'viewer' | 'hostClub' | 'network'>>,
): void {
  app.get<{ Querystring: { after?: string } }>('/live', { exposeHeadRoute: false }, async (request, reply) => {
    const { viewer, hostClub, network } = await contextOf(request);
    const lastEventId = Number(request.headers['last-event-id'] ?? request.query.after);
    const listener = viewer
      ? { role: viewer.role, club: viewer.club, userId: viewer.userId, sessionId: viewer.sessionId, network }
      : { role: undefined, club: hostClub, network };
    hub.admit(listener);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.setHeader('content-type', 'text/event-stream');
    reply.raw.setHeader('cache-control', 'no-cache');
    reply.raw.setHeader('x-accel-buffering', 'no');
    // The stream has no timeout; keep-alives and the session check close it.
    request.raw.socket.setTimeout(0);
    await hub.open(reply.raw, listener, Number.isSafeInteger(lastEventId) && lastEventId >= 0 ? lastEventId : undefined);
  });
}
