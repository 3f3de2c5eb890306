import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
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
  | 'second-factor-refused'
  | 'second-factor-changed'
  | 'passkey-refused'
  | 'passkeys-changed'
  | 'email-changed'
  | 'email-verified';

type Source = Pick<Context, 'network'> & { requestId?: string; log: FastifyBaseLogger };

/** Writes to the security log, which also contains sign-ins exempt from the audit log. Never pass a password or a token. */
export async function logSecurity(
  source: Source & Pick<Context, 'database'>,
  event: SecurityEvent,
  who: { email?: string; userId?: string; detail?: string },
): Promise<void> {
  const { database, network } = source;
  const emailHash = who.email === undefined ? undefined : secretHash(who.email.toLowerCase());
  notifySecurity(source, event, who);
  await database.orm.insert(securityLog).values({ at: now(), event, emailHash, userId: who.userId, network, detail: who.detail });
}

/** Deletes entries older than `before`; called by a job. */
export async function forgetSecurityLog({ orm }: Pick<Database, 'orm'>, before: Date): Promise<void> {
  // The server's database user may not delete entries; this function deletes only those older than 30 days.
  await orm.execute(sql`select security_log_forget(${before.toISOString()}::timestamptz)`);
}

/**
 * Writes the event to the server's log, for callers that write the security log in their own transaction. Successful sign-ins are logged at
 * debug level: a line for each costs more than its session.
 */
export function notifySecurity({ log, network, requestId }: Source, event: SecurityEvent, who: { userId?: string; detail?: string }): void {
  log[event.endsWith('-refused') ? 'info' : 'debug']({ event, userId: who.userId, detail: who.detail, network, requestId }, 'security');
}
