import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

/** The facts collected about a request: the pattern of its path, never its values, and its sender. */
export type Trace = { route?: string; userId?: string | undefined; club?: string };

/** A request that was answered. */
export type Answered = { method: string; route: string; status: number; ms: number };

const traces = new WeakMap<FastifyRequest, Trace>();

/** Where the way of a request is noted. */
export function traceOf(request: FastifyRequest): Trace {
  const known = traces.get(request);
  if (known) return known;
  const trace: Trace = {};
  traces.set(request, trace);
  return trace;
}

/** Notes the sender of a request, for the one line about it. */
export function noteSender(request: FastifyRequest, sender: { userId: string; club: string } | undefined): void {
  if (sender) Object.assign(traceOf(request), { userId: sender.userId, club: sender.club });
}

/** Names each answer, and writes one line about it once it is sent; `count` gets it, too. Health checks are logged at debug level only. */
export function logRequests(app: FastifyInstance, log: FastifyBaseLogger, count: (answered: Answered) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { route = request.routeOptions.url ?? 'none', userId, club } = traces.get(request) ?? {};
    const answered = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 };
    count(answered);
    log[route.startsWith('/health') ? 'debug' : 'info']({ requestId: request.id, ...answered, userId, club }, 'request');
    done();
  });
}
