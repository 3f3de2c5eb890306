import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';
import { clubOfHost } from '#shared/kernel/clubs.ts';
import { readFeature } from '#server/club/clubs/service.ts';
import { sessionCookieName } from '#server/accounts/sessions/sessionCookie.ts';
import { readViewer } from '#server/accounts/sessions/viewer.ts';
import { workIn, type Context, type Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { traceOf } from '#server/platform/http/requestLog.ts';
import { requestHash } from '#server/platform/http/serving.ts';

const creating = new Set(['POST']);

/** Creates the context of endpoints from requests. */
export function contextsOf(services: Services) {
  const { settings, database } = services;
  const cookieName = sessionCookieName(settings);
  return async (request: FastifyRequest, reply?: FastifyReply): Promise<Context> => {
    const progress = { startedAt: performance.now(), isGivenUp: false };
    const hostClub = clubOfHost(request.host, settings.hosts);
    const viewer = await readViewer(database, request.headers.cookie, cookieName);
    const network = networkOf(request.ip);
    const trace = traceOf(request);
    trace.userId = viewer?.userId;
    trace.club = viewer?.club ?? hostClub;
    const key = request.headers['idempotency-key'];
    const isRepeatable = creating.has(request.method) && typeof key === 'string' && key !== '';
    if (isRepeatable && key.length > 200) throw new Problem('invalid-argument');
    const repeatable = isRepeatable ? { owner: viewer?.userId ?? network, key, requestHash: requestHash(request) } : undefined;
    return {
      ...services,
      requestId: request.id,
      network,
      headers: headersOf(request),
      hostClub,
      viewer,
      progress,
      trace,
      ...workIn(database, readFeature, viewer, hostClub, repeatable, progress),
      setHeader: (name, value) => void reply?.header(name, value),
    };
  };
}

/** The headers of a request; the host is the one requested by the user, also behind a configured proxy. */
function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  headers.set('host', request.host);
  return headers;
}

/** Rate limits count an IPv6 /64 network as one address, since a household has all of it. Empty for a broken connection. */
function networkOf(address = ''): string {
  return isIPv6(address) && !address.startsWith('::ffff:')
    ? `${address.split(':').slice(0, 4).join(':')}::/64`
    : address.replace('::ffff:', '');
}
