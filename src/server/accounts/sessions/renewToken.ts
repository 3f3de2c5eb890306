import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Context } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { sessionCookie } from './sessionCookie.ts';
import { authSession } from './table.ts';

/**
 * Replaces the token of a session after re-authentication, and sets the cookie, so that a copied older token becomes invalid. The session
 * itself stays, with its live streams and its age.
 */
export async function renewToken(context: Context, secret: string, sessionId: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await context.database.orm
    .update(authSession)
    .set({ token: secretHash(token) })
    .where(eq(authSession.id, sessionId));
  context.setHeader('set-cookie', sessionCookie(context.settings, secret, token));
}

/** Makes a session fresh for 15 minutes, after its owner re-authenticated. */
export async function proveSession(context: Context, secret: string, sessionId: string): Promise<void> {
  await context.database.orm.update(authSession).set({ confirmedAt: now() }).where(eq(authSession.id, sessionId));
  await renewToken(context, secret, sessionId);
}
