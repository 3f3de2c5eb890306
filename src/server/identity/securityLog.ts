import type { FastifyBaseLogger } from 'fastify';
import { now } from '../platform/clock.ts';
import type { Context } from '../platform/context.ts';
import { secretHash } from './hashedSessions.ts';
import { securityLog } from './table.ts';

type SecurityEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-up'
  | 'sign-up-refused'
  | 'password-changed'
  | 'password-reset'
  | 'reset-requested'
  | 'sign-out'
  | 'email-changed'
  | 'email-verified';

/** Writes to the security log, which knows every sign-in, those that the audit rule exempts included. Never a password or a token. */
export async function logSecurity(
  { database, log, network, requestId }: Pick<Context, 'database' | 'network'> & { requestId?: string; log: FastifyBaseLogger },
  event: SecurityEvent,
  who: { email?: string; userId?: string; detail?: string },
): Promise<void> {
  const emailHash = who.email === undefined ? undefined : secretHash(who.email.toLowerCase());
  log.info({ event, userId: who.userId, detail: who.detail, network, requestId }, 'security');
  await database.orm.insert(securityLog).values({ at: now(), event, emailHash, userId: who.userId, network, detail: who.detail });
}
