import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/platform/http/context.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';

const lifeSeconds = 24 * 60 * 60;

/**
 * Marks the browser that signs up, for every address alike, and returns the hash stored with its link. The link may be opened elsewhere by
 * the owner of the address, who never signed up: another person entered it with their own password.
 */
export function markBrowser({ settings, setHeader }: Pick<Context, 'settings' | 'setHeader'>): string {
  const secret = randomBytes(32).toString('base64url');
  const parts = [`${cookieName(settings)}=${secret}`, `Max-Age=${lifeSeconds}`, 'Path=/api/session', 'HttpOnly', 'SameSite=Lax'];
  setHeader('set-cookie', (settings.secure ? [...parts, 'Secure'] : parts).join('; '));
  return secretHash(secret);
}

/** Whether this is the browser that signed up. */
export function isMarkedBrowser({ settings, headers }: Pick<Context, 'settings' | 'headers'>, browserHash: string | null): boolean {
  const name = `${cookieName(settings)}=`;
  const cookie = (headers.get('cookie') ?? '').split(/;\s*/).find((one) => one.startsWith(name));
  if (!cookie || !browserHash) return false;
  return timingSafeEqual(Buffer.from(secretHash(cookie.slice(name.length))), Buffer.from(browserHash));
}

function cookieName(settings: Context['settings']): string {
  return `${settings.secure ? '__Secure-' : ''}${settings.AUTH_KEY}.sign-up`;
}
