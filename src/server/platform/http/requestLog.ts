import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

/** The facts logged about a request: the pattern of its path, never its values, and its sender. */
export type Trace = { route?: string; userId?: string | undefined; club?: string };

/** A completed request. */
export type Answered = { method: string; route: string; status: number; ms: number };

const traces = new WeakMap<FastifyRequest, Trace>();

/** The log entry of a request, created on first use. */
export function traceOf(request: FastifyRequest): Trace {
  const known = traces.get(request);
  if (known) return known;
  const trace: Trace = {};
  traces.set(request, trace);
  return trace;
}

/** Records the sender of a request for its log line. */
export function noteSender(request: FastifyRequest, sender: { userId: string; club: string } | undefined): void {
  if (sender) Object.assign(traceOf(request), { userId: sender.userId, club: sender.club });
}

/** Adds the request id to each response, logs one line once it is sent, and passes it to `count`. Health checks are logged as debug. */
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
