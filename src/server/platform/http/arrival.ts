import type { FastifyInstance } from 'fastify';

/**
 * Requires each request to arrive completely within `ms`; slower ones are disconnected, like with Node's own limit. Node has one limit for
 * all requests, but the chunk of a large file may take minutes on a slow connection: requests matched by `isExempt` have their own limits.
 */
export function limitArrival(app: FastifyInstance, ms: number, isExempt: (url: string) => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (hasBody && !isExempt(raw.url ?? '')) {
      const timer = setTimeout(() => {
        if (!raw.complete)
          app.server.emit('clientError', Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
      }, ms);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
