import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/platform/http/context.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';

const lifeSeconds = 24 * 60 * 60;

/**
 * Marks the browser that signs up, for every address alike, and gives the hash that its link keeps. A use of the link elsewhere may come from an owner of the address who never signed up: another person typed it with a password of their own.
 */
export function markBrowser({ settings, setHeader }: Pick<Context, 'settings' | 'setHeader'>): string {
  const secret = randomBytes(32).toString('base64url');
  const parts = [`${cookieName(settings)}=${secret}`, `Max-Age=${lifeSeconds}`, 'Path=/api/session', 'HttpOnly', 'SameSite=Lax'];
  setHeader('set-cookie', (settings.secure ? [...parts, 'Secure'] : parts).join('; '));
  return secretHash(secret);
}

/** Whether the browser that asks is the one that signed up. */
export function isMarkedBrowser({ settings, headers }: Pick<Context, 'settings' | 'headers'>, browserHash: string | null): boolean {
  const name = `${cookieName(settings)}=`;
  const cookie = (headers.get('cookie') ?? '').split(/;\s*/).find((one) => one.startsWith(name));
  if (!cookie || !browserHash) return false;
  return timingSafeEqual(Buffer.from(secretHash(cookie.slice(name.length))), Buffer.from(browserHash));
}

function cookieName(settings: Context['settings']): string {
  return `${settings.secure ? '__Secure-' : ''}${settings.AUTH_KEY}.sign-up`;
}
