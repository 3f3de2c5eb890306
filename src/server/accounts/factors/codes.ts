import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { hashCode, openKey } from './sealed.ts';
import { recoveryCode, secondFactor } from './table.ts';
import { stepOf } from './totp.ts';

const codesAtOnce = 10;
/** Excludes characters that are easily confused in print. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Creates ten recovery codes and replaces earlier ones. They cannot be read again later. */
export async function makeCodes(tx: Transaction, secret: string, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, () => `${word()}-${word()}`);
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  await tx.insert(recoveryCode).values(codes.map((code) => ({ userId, codeHash: hashCode(secret, userId, code) })));
  return codes;
}

/** Consumes an app code or a recovery code; each works once. Returns which kind matched, or undefined. */
export async function consumeCode(
  database: Database,
  secret: string,
  userId: string,
  typed: string,
): Promise<'app' | 'recovery' | undefined> {
  const code = typed.replaceAll(/\s/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return (await takeAppCode(database, secret, userId, code)) ? 'app' : undefined;
  const used = await database.orm
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, hashCode(secret, userId, code))))
    .returning();
  return used.length > 0 ? 'recovery' : undefined;
}

async function takeAppCode({ orm }: Database, secret: string, userId: string, code: string): Promise<boolean> {
  const isOn = and(eq(secondFactor.userId, userId), isNotNull(secondFactor.enabledAt));
  const [row] = await orm.select({ sealed: secondFactor.secret }).from(secondFactor).where(isOn);
  const key = row?.sealed ? openKey(secret, userId, row.sealed) : undefined;
  const step = key && stepOf(key, code, now());
  if (step === undefined) return false;
  // A single statement marks the step as used, so that an observed code cannot be replayed (RFC 6238, 5.2).
  const taken = await orm
    .update(secondFactor)
    .set({ lastStep: sql`${step}` })
    .where(and(isOn, or(isNull(secondFactor.lastStep), lt(secondFactor.lastStep, step))))
    .returning({ userId: secondFactor.userId });
  return taken.length > 0;
}

function word(): string {
  return Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
}
