import { createHmac } from 'node:crypto';
import type { Services } from '#server/platform/http/context.ts';

/** Sessions end after 7 days without use, and after 30 days in any case (see session_viewer in the database). */
export const sessionIdleSeconds = 7 * 24 * 60 * 60;

/** The name of the session cookie; over TLS the `__Host-` prefix binds it to the exact host. */
export function sessionCookieName(settings: Services['settings']): string {
  return `${settings.secure ? '__Host-' : ''}${settings.AUTH_KEY}.session`;
}

/** The session cookie as the identity library writes and reads it: token and signature. */
export function sessionCookie(settings: Services['settings'], secret: string, token: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const value = encodeURIComponent(`${token}.${signature}`);
  const parts = [`${sessionCookieName(settings)}=${value}`, `Max-Age=${sessionIdleSeconds}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  return (settings.secure ? [...parts, 'Secure'] : parts).join('; ');
}

/** The token of the session cookie, whose value is `token.signature`. */
export function sessionToken(cookies: string | undefined, cookieName: string): string | undefined {
  const pair = cookies?.split(/;\s*/).find((one) => one.startsWith(`${cookieName}=`));
  const token = pair?.slice(cookieName.length + 1).split(/\.|%2E/i)[0];
  return token || undefined;
}
