import { createHash, randomUUID } from 'node:crypto';
import { http } from './nodeHttp.ts';
import type { Socket } from 'node:net';
import { implement, ORPCError, ValidationError, type Implementer } from '@orpc/server';
import type { AnyContractProcedure, AnyContractRouter } from '@orpc/contract';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { Router } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { featureOf, mayForAnyTarget } from '#shared/kernel/rights.ts';
import type { EndpointMeta } from '#shared/kernel/contract.ts';
import { problems, type FieldProblem, type ProblemBody } from '#shared/kernel/problems.ts';
import { lastSaveOf } from './lastSave.ts';
import { askFresh, type Context, type Progress } from './context.ts';
import { askFeature } from './features.ts';
import { checkText, parseJson } from './json.ts';
import { Problem, problemOf, unavailable } from './problem.ts';

const bodyLimitBytes = 1024 * 1024;

/** The default timeout of an endpoint, also with a slow or unresponsive database. */
export const answerMs = 3700;

/** Implements a feature's endpoints: each checks its access before it validates the input. */
export function implementing<T extends AnyContractRouter>(contract: T): Implementer<T, Context, Context> {
  const guarded = implement(contract as { [name: string]: AnyContractRouter })
    .$context<Context>()
    .use(({ context, procedure, next }, input) => {
      const { meta: said, route } = procedure['~orpc'];
      const meta = said as EndpointMeta;
      context.trace.route = `/api${route.path ?? ''}`;
      askAccess(context, meta);
      const answer = async () => {
        if (meta.featureOf === 'host' && featureOf(meta.access)) await askFeature(context, meta.access);
        try {
          return await next();
        } catch (error) {
          throw await namingColleague(error, context, input);
        }
      };
      return inTime(context.progress, answer(), meta.answerMs ?? answerMs);
    });
  // The library cannot preserve the contract's type through a generic function; the guard does not change it.
  return guarded as unknown as Implementer<T, Context, Context>;
}

/** Adds to a conflict who else saved the record; the caller has passed its access checks. */
async function namingColleague(error: unknown, { viewer, read }: Context, input: unknown): Promise<unknown> {
  const id = input && typeof input === 'object' && 'id' in input ? input.id : undefined;
  if (!(error instanceof Problem) || error.code !== 'conflict' || !viewer || typeof id !== 'string') return error;
  error.saved = (await read((tx) => lastSaveOf(tx, id, viewer.userId))) ?? undefined;
  return error;
}

/** A query times out within 3.5 s, but a request waits for a free connection and for several queries. */
async function inTime<T>(progress: Progress, work: PromiseLike<T> | T, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const giveUp = () => {
      progress.isGivenUp = true;
      reject(unavailable(new Error(`no answer within ${limitMs} ms`)));
    };
    timer = setTimeout(giveUp, Math.max(0, limitMs - (performance.now() - progress.startedAt)));
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function askAccess({ viewer }: Context, { access, fresh }: EndpointMeta): void {
  if (!mayForAnyTarget({ role: viewer?.role }, access))
    throw new Problem(viewer ? (viewer.isFactorDue ? 'second-factor-required' : 'forbidden') : 'unauthenticated');
  if (fresh && viewer) askFresh(viewer);
}

/** An endpoint whose body may be larger than 1 MiB. */
export type LargeBody = { method: string; path: string; bodyBytes: number };

/** The endpoints of a contract that declare a larger body. */
export function largeBodiesOf(contract: WholeContract): LargeBody[] {
  return metaOf(contract).flatMap(({ route, bodyBytes }) =>
    bodyBytes && route.method && route.path ? [{ method: route.method, path: route.path, bodyBytes }] : [],
  );
}

/** The timeout of the slowest endpoint. */
export function longestAnswerMs(contract: WholeContract): number {
  return Math.max(answerMs, ...metaOf(contract).map((meta) => meta.answerMs ?? 0));
}

type WholeContract = { [feature: string]: { [endpoint: string]: AnyContractProcedure } };

function metaOf(contract: WholeContract) {
  const endpoints = Object.values(contract).flatMap((feature) => Object.values(feature));
  return endpoints.map((one) => ({ route: one['~orpc'].route, ...(one['~orpc'].meta as EndpointMeta) }));
}

/** Serves the whole contract under /api. Every failure is sent as a problem document. */
export function serveApi(
  app: FastifyInstance,
  router: Router<AnyContractRouter, Context>,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>,
  largeBodies: readonly LargeBody[] = [],
): void {
  const handler = new OpenAPIHandler(router, {
    filter: ({ contract }) => requireAccess(contract['~orpc'].meta as Partial<EndpointMeta>),
    interceptors: [
      async (options) => {
        try {
          return await options.next();
        } catch (error) {
          throw wireError(asProblem(error, options.request.method), options.context);
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) => error.data as ProblemBody,
  });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: bodyLimitBytes }, (_request, text, parsed) => {
      try {
        parsed(null, text === '' ? undefined : parseJson(text as string));
      } catch (error) {
        parsed(error as Error);
      }
    });
    // The library declares every response as JSON; problems have their own media type (RFC 9457).
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode >= 400) void reply.type('application/problem+json');
      // Files are sent as a download: shown inline, a list of persons would stay in the history of a shared computer.
      const disposition = reply.getHeader('content-disposition');
      if (typeof disposition === 'string') void reply.header('content-disposition', disposition.replace(/^inline/, 'attachment'));
    });
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      checkText(safeDecode(request.url));
      const { matched } = await handler.handle(request, reply, { prefix: '/api', context: await contextOf(request, reply) });
      if (!matched) throw new Problem('not-found');
    };
    // Separate routes for the few endpoints with large bodies.
    for (const { method, path, bodyBytes } of largeBodies)
      scope.route({ method, url: `/api${path}`, bodyLimit: bodyBytes, handler: answer });
    scope.all('/api/*', answer);
  });
}

/** The SHA-256 of a request's input, to distinguish a repeated request from another one with the same key. */
export function requestHash(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex');
}

/** Sends a failure outside the contract in the same format. */
export function sendProblem(reply: FastifyReply, problem: Problem, requestId: string): FastifyReply {
  if (problem.retryAfterSeconds) void reply.header('retry-after', problem.retryAfterSeconds);
  return reply
    .status(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(problem.toBody(requestId)));
}

/** Sends one problem document for a malformed or too slow request, and closes the connection. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, headers: { [name: string]: string }): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = new Problem(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request-timeout' : 'invalid-argument');
  const requestId = randomUUID();
  const body = JSON.stringify(problem.toBody(requestId));
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${http.STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** Prevents the start with an endpoint that declares no access (docs/architecture.md, section 4). */
function requireAccess(meta: Partial<EndpointMeta>): boolean {
  if (!meta.access) throw new Error('An endpoint of the contract has no access rule.');
  return true;
}

function asProblem(error: unknown, method: string): Problem {
  if (!(error instanceof ORPCError)) return problemOf(error);
  if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
    return new Problem(method === 'GET' ? 'invalid-argument' : 'invalid-input', { fields: fieldsOf(error.cause) });
  }
  if (error.status === 400) return new Problem('invalid-argument', { cause: error });
  return problemOf(error.cause ?? error);
}

function fieldsOf({ issues }: ValidationError): FieldProblem[] {
  return issues.flatMap((issue) => {
    const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
    const unknown = (issue as z.core.$ZodIssue).code === 'unrecognized_keys' ? (issue as z.core.$ZodIssueUnrecognizedKeys).keys : [];
    if (unknown.length > 0) return unknown.map((key) => ({ path: [...path, key].join('.'), message: 'Diese Angabe gibt es hier nicht.' }));
    return [{ path: path.join('.'), message: issue.message }];
  });
}

function wireError(problem: Problem, context: Context): ORPCError<string, ProblemBody> {
  if (problem.retryAfterSeconds) context.setHeader('retry-after', String(problem.retryAfterSeconds));
  if (problem.status >= 500)
    context.log.error({ err: problem.cause ?? problem, requestId: context.requestId, code: problem.code }, 'request failed');
  const { status, title } = problems[problem.code];
  return new ORPCError(problem.code, { status, message: title, data: problem.toBody(context.requestId) });
}

function safeDecode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    throw new Problem('invalid-argument');
  }
}
