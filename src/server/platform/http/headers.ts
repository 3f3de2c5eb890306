import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../process/settings.ts';
import { Problem } from './problem.ts';

/** The content security policy of a page; a nonce allows the styles of the design system, scripts are allowed from files only. */
export function contentSecurityPolicy(nonce?: string): string {
  const style = nonce ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self'";
  return [
    "default-src 'none'",
    "script-src 'self'",
    style,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** A random nonce for one page. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The security headers of every response, problems included. HSTS only if the public URL uses TLS, for as long as configured. */
export function protectingHeaders(settings: Pick<Settings, 'secure' | 'HSTS_MAX_AGE' | 'HSTS_SUBDOMAINS'>): { [name: string]: string } {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-store',
    ...(settings.secure && {
      'strict-transport-security': `max-age=${settings.HSTS_MAX_AGE}${settings.HSTS_SUBDOMAINS ? '; includeSubDomains' : ''}`,
    }),
  };
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects a writing request with a cookie that a page of another site may have sent; `isExempt` selects requests without cookies. */
export function refuseForeignOrigins(app: FastifyInstance, isExempt: (url: string) => boolean, isSecure: boolean): void {
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method) || request.headers.cookie === undefined || isExempt(request.raw.url ?? '')) return;
    if (!isSameOrigin(request, isSecure)) throw new Problem('origin-refused');
  });
}

function isSameOrigin({ headers, host }: FastifyRequest, isSecure: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  // With TLS, a page without TLS is a different site, whose content an attacker on the network can change.
  return page.host === host && (!isSecure || page.protocol === 'https:');
}

/** Rejects compressed request bodies (415): nothing here decompresses them, so the size limit would not apply. */
export function refuseEncodedBodies(app: FastifyInstance, isExempt: (url: string) => boolean): void {
  app.addHook('onRequest', async ({ headers, raw }) => {
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity' && !isExempt(raw.url ?? '')) throw new Problem('unsupported-media-type');
  });
}
