import { fastify, LogController, type FastifyInstance } from 'fastify';
import { limitArrival } from '#server/platform/http/arrival.ts';
import type { Services } from '#server/platform/http/context.ts';
import { protectingHeaders, refuseEncodedBodies, refuseForeignOrigins } from '#server/platform/http/headers.ts';
import { packAnswers } from '#server/platform/http/packing.ts';
import { logRequests, type Answered } from '#server/platform/http/requestLog.ts';
import { Problem, problemOf } from '#server/platform/http/problem.ts';
import { refuseBrokenRequest, sendProblem } from '#server/platform/http/serving.ts';
import { isStorage, sendRefusal } from '#server/files/protocol/routes.ts';

/** The web server without routes: limits, headers, request log, and all errors as problem documents. */
export function openWebServer(
  { settings, log }: Pick<Services, 'settings' | 'log'>,
  count: (answered: Answered) => void = () => undefined,
): FastifyInstance {
  const headers = protectingHeaders(settings);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: settings.TRUSTED_PROXIES?.split(',').map((address) => address.trim()) ?? false,
    bodyLimit: 1024 * 1024,
    // Slower clients are disconnected; Node checks its connections once a second.
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000 },
    // The time of the whole request is limited below, since uploads have their own limit.
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headers, 'x-request-id': request.id });
      if (isStorage(request.raw.url ?? '')) void sendRefusal(error, request, reply);
      else void sendProblem(reply, problemOf(error), request.id);
    },
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, headers),
  });

  logRequests(app, log, count);
  packAnswers(app);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  limitArrival(app, 15_000, isStorage);
  // The storage API does not use cookies, so cross-site requests cannot abuse them.
  refuseForeignOrigins(app, isStorage, settings.secure);
  refuseEncodedBodies(app, isStorage);
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.status >= 500 && problem.code !== 'maintenance')
      log.error({ err: problem.cause ?? problem, requestId: request.id, code: problem.code }, 'request failed');
    return sendProblem(reply, problem, request.id);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(reply, new Problem('not-found'), request.id));
  return app;
}
