import type { FastifyInstance } from 'fastify';
import { Problem } from '#server/platform/http/problem.ts';
import { originsOf } from '#server/platform/process/site.ts';
import type { Settings } from '#server/platform/process/settings.ts';

/**
 * Serves the origins that may use shared passkeys (WebAuthn level 3, Related Origin Requests). The list contains configured hosts only and
 * nothing from the request.
 */
export function serveRelatedOrigins(app: FastifyInstance, settings: Settings): void {
  app.get('/.well-known/webauthn', async (request, reply) => {
    if (!settings.PASSKEY_HOST || request.hostname.toLowerCase() !== settings.PASSKEY_HOST) throw new Problem('not-found');
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send({ origins: originsOf(settings) });
  });
}
