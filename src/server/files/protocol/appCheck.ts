import { createHmac, timingSafeEqual } from 'node:crypto';
import { now } from '#server/platform/process/clock.ts';
import { appCheckText, StorageRefusal } from './refusal.ts';

const lifeMs = 60 * 60 * 1000;

/**
 * Issues a short-lived token stating that the application was loaded from this server. It neither identifies a device
 * nor grants a right; it is valid for about an hour and identical for all requests within a minute.
 */
export function issueAppToken(secret: string): { token: string; expiresAt: string } {
  const expiresMs = Math.ceil((now().getTime() + lifeMs) / 60_000) * 60_000;
  const expires = expiresMs.toString(36);
  return { token: `${expires}.${signatureOf(expires, secret)}`, expiresAt: new Date(expiresMs).toISOString() };
}

/** Throws if a token is forged or expired; a missing token is accepted, since third-party clients have none. */
export function checkAppToken(token: string | undefined, secret: string): void {
  if (token === undefined) return;
  const [expires = '', signature = ''] = token.split('.');
  const expected = Buffer.from(signatureOf(expires, secret));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isOurs || Number.parseInt(expires, 36) <= now().getTime()) throw new StorageRefusal(401, `${appCheckText}.`);
}

function signatureOf(expires: string, secret: string): string {
  return createHmac('sha256', secret).update(`app-check:${expires}`).digest('base64url');
}
