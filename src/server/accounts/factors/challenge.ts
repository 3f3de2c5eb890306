import { and, eq, gt, isNotNull, lt } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Context } from '#server/platform/http/context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { authUser } from '../sessions/table.ts';
import { passkey } from '../passkeys/table.ts';
import { factorChallenge, secondFactor } from './table.ts';

const lifeSeconds = 10 * 60;

/** Whether an account must pass a second factor at sign-in; the rule is a database function. */
export async function hasFactor({ pool }: Pick<Database, 'pool'>, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>('select asks_for_factor($1) as has', [userId]);
  return rows[0]?.has ?? false;
}

/** The second factors available after a correct password: a code app, or passkeys with the hosts they belong to. */
export async function availableFactors(
  { orm }: Pick<Database, 'orm'>,
  userId: string,
): Promise<{ hasCode: boolean; passkeyHosts: string[] }> {
  const isOn = and(eq(secondFactor.userId, userId), isNotNull(secondFactor.enabledAt));
  const hosts = await orm.selectDistinct({ host: passkey.host }).from(passkey).where(eq(passkey.userId, userId)).orderBy(passkey.host);
  return { hasCode: (await orm.$count(secondFactor, isOn)) > 0, passkeyHosts: hosts.map(({ host }) => host) };
}

/** Starts a ten-minute challenge bound to this browser; returns the `Set-Cookie` value. */
export async function beginChallenge({ database, settings }: Pick<Context, 'database' | 'settings'>, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now().getTime() + lifeSeconds * 1000);
  await database.orm.insert(factorChallenge).values({ tokenHash: secretHash(token), userId, expiresAt });
  return cookie(settings, token, lifeSeconds);
}

/** The account whose code this browser must enter; undefined when there is no valid challenge. */
export async function challengedAccount(context: Context): Promise<{ tokenHash: string; userId: string; email: string } | undefined> {
  const name = `${cookieName(context.settings)}=`;
  const pair = (context.headers.get('cookie') ?? '').split(/;\s*/).find((one) => one.startsWith(name));
  if (!pair) return undefined;
  const tokenHash = secretHash(pair.slice(name.length));
  const [row] = await context.database.orm
    .select({ tokenHash: factorChallenge.tokenHash, userId: factorChallenge.userId, email: authUser.email })
    .from(factorChallenge)
    .innerJoin(authUser, eq(authUser.id, factorChallenge.userId))
    .where(and(eq(factorChallenge.tokenHash, tokenHash), gt(factorChallenge.expiresAt, now())));
  return row;
}

/** Deletes a challenge; of several concurrent calls exactly one returns true. */
export async function endChallenge({ orm }: Database, tokenHash: string): Promise<boolean> {
  const ended = await orm.delete(factorChallenge).where(eq(factorChallenge.tokenHash, tokenHash)).returning();
  return ended.length > 0;
}

/** The `Set-Cookie` value that clears the challenge cookie. */
export function endedCookie(settings: Settings): string {
  return cookie(settings, '', 0);
}

/** Deletes expired challenges; called by a job. */
export async function sweepChallenges({ orm }: Pick<Database, 'orm'>): Promise<void> {
  await orm.delete(factorChallenge).where(lt(factorChallenge.expiresAt, now()));
}

function cookie(settings: Settings, value: string, seconds: number): string {
  const parts = [`${cookieName(settings)}=${value}`, `Max-Age=${seconds}`, 'Path=/api/session', 'HttpOnly', 'SameSite=Lax'];
  return (settings.secure ? [...parts, 'Secure'] : parts).join('; ');
}

function cookieName(settings: Settings): string {
  return `${settings.secure ? '__Secure-' : ''}${settings.AUTH_KEY}.second-factor`;
}
