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

/** The own second factor as its owner sees it in a session. */
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

/** Begins the grace period of an account whose role requires a second factor; a second call changes nothing. */
export async function askForFactor(tx: Transaction, userId: string): Promise<void> {
  if (!(await wantsFactor(tx, userId))) return;
  await tx.insert(secondFactor).values({ userId, askedAt: now() }).onConflictDoNothing();
}

/** Deletes the second factor. Where another person decided it the grace period starts over, and lost devices open nothing. */
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

/** Whether the parameter secondFactor.roles names the role of an account; the same rule as in `session_viewer`. */
async function wantsFactor(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ wants: sql<boolean>`second_factor_roles() ? ${appUser.role}` })
    .from(appUser)
    .where(eq(appUser.id, userId));
  return row?.wants ?? false;
}
