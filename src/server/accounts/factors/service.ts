import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { factorGraceDays, type SecondFactorStatus } from '#shared/accounts/secondFactor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { authSession } from '../sessions/table.ts';
import { appUser } from '../users/table.ts';
import { passkey } from '../passkeys/table.ts';
import { recoveryCode, secondFactor } from './table.ts';

const graceMs = factorGraceDays * 24 * 60 * 60 * 1000;

/** The status of the viewer's own second factor. */
export async function factorStatus(
  tx: Transaction,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<SecondFactorStatus> {
  const [row] = await tx.select().from(secondFactor).where(eq(secondFactor.userId, userId));
  const isWanted = await wantsFactor(tx, userId);
  const isOn = Boolean(row?.enabledAt);
  const hasPasskey = (await tx.$count(passkey, eq(passkey.userId, userId))) > 0;
  const atProvider = and(eq(authSession.id, sessionId), isNotNull(authSession.factorProvedAt));
  const hasOther = hasPasskey || (await tx.$count(authSession, atProvider)) > 0;
  const dueAt = isWanted && !isOn && !hasOther ? new Date((row?.askedAt ?? now()).getTime() + graceMs) : undefined;
  return {
    isOn,
    since: row?.enabledAt?.toISOString() ?? null,
    codesLeft: await tx.$count(recoveryCode, eq(recoveryCode.userId, userId)),
    isWanted,
    isDue: dueAt !== undefined && dueAt < now(),
    dueAt: dueAt?.toISOString() ?? null,
  };
}

/** Starts the grace period of an account whose role requires a second factor; further calls change nothing. */
export async function startGracePeriod(tx: Transaction, userId: string): Promise<void> {
  if (!(await wantsFactor(tx, userId))) return;
  await tx.insert(secondFactor).values({ userId, askedAt: now() }).onConflictDoNothing();
}

/** Whether an account has a code app or a passkey. */
export async function hasFactor(tx: Transaction, userId: string): Promise<boolean> {
  const isOn = and(eq(secondFactor.userId, userId), isNotNull(secondFactor.enabledAt));
  return (await tx.$count(secondFactor, isOn)) + (await tx.$count(passkey, eq(passkey.userId, userId))) > 0;
}

/**
 * Deletes the second factor. With `grace: 'new'` (decided by another person) the grace period restarts and the passkeys are deleted, too.
 */
export async function deleteFactor(tx: Transaction, userId: string, grace: 'new' | 'as before'): Promise<void> {
  await tx
    .update(secondFactor)
    .set({
      secret: null,
      enabledAt: null,
      pendingSecret: null,
      lastStep: null,
      resetAskedBy: null,
      resetAskedAt: null,
      ...(grace === 'new' && { askedAt: now() }),
    })
    .where(eq(secondFactor.userId, userId));
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  if (grace === 'new') await tx.delete(passkey).where(eq(passkey.userId, userId));
}

/** Whether the parameter secondFactor.roles includes the account's role; same rule as in `session_viewer`. */
async function wantsFactor(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ wants: sql<boolean>`second_factor_roles() ? ${appUser.role}` })
    .from(appUser)
    .where(eq(appUser.id, userId));
  return row?.wants ?? false;
}
