import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { beginChallenge } from '../factors/challenge.ts';
import { lostAnswerPage, oidcProvider, providerAnswer, type Auth } from '../sessions/auth.ts';

/** The redirect URI of the federated sign-in provider; the only public route of the identity library. */
export function serveIdentityCallback(app: FastifyInstance, auth: Auth, services: Pick<Services, 'database' | 'settings'>): void {
  app.get(`/api/auth/callback/${oidcProvider}`, async (request, reply) => {
    const headers = new Headers({ 'x-client-network': request.ip, host: request.host });
    if (request.headers.cookie) headers.set('cookie', request.headers.cookie);
    if (request.headers['user-agent']) headers.set('user-agent', request.headers['user-agent']);
    const url = `${request.protocol}://${request.host}${request.url}`;
    if (!URL.canParse(url)) throw new Problem('invalid-argument');
    const { handler } = await auth.federated();
    const about: NonNullable<ReturnType<typeof providerAnswer.getStore>> = {};
    const answer = await providerAnswer.run(about, () => handler(new Request(url, { headers })));
    const location = answer.headers.get('location') ?? lostAnswerPage;
    // The page that asked continues with the code, and then goes where it was asked for.
    if (about.challenged)
      return reply
        .header('set-cookie', await beginChallenge(services, about.challenged))
        .redirect(location.replace(/([?&])failed=1.*$/, '$1code=1'), 302);
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) void reply.header('set-cookie', cookies);
    // After a failure people return to our own page; the cause is written to the security log only.
    const fault = faultIn(location);
    if (fault) await auth.logRefusal(request.ip, request.id, fault);
    return reply.redirect(location.replace(/&error=.*$/, ''), 302);
  });
}

function faultIn(location: string): string | undefined {
  const { searchParams } = new URL(location, 'http://localhost');
  return searchParams.has('failed') ? (searchParams.get('error') ?? 'no-answer').slice(0, 100) : undefined;
}
