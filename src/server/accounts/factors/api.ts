import { and, eq, isNotNull } from 'drizzle-orm';
import { secondFactorContract } from '#shared/accounts/secondFactor.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import type { Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry, forgetTries } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { postFactorNotice } from '../sessions/accountNotices.ts';
import { renewToken } from '../sessions/renewToken.ts';
import { logSecurity } from '../sessions/securityLog.ts';
import { endSessions } from '../sessions/service.ts';
import { answerChallenge } from './answer.ts';
import { makeCodes } from './codes.ts';
import { resetFactor } from './reset.ts';
import { openKey, sealKey } from './sealed.ts';
import { factorStatus, deleteFactor } from './service.ts';
import { secondFactor } from './table.ts';
import { keyUri, newKey, stepOf, toBase32 } from './totp.ts';

const os = implementing(secondFactorContract);
const ok = { ok: true } as const;

/** Endpoints of the second factor: the viewer's own settings, the code at sign-in, and the reset by the board after a loss. */
export const secondFactorApi = (secret: string) =>
  os.router({
    signIn: os.signIn.handler(async ({ context, input }) => {
      await answerChallenge(context, secret, input.code);
      return ok;
    }),

    read: os.read.handler(({ context }) => {
      const viewer = signedIn(context);
      return context.read((tx) => factorStatus(tx, viewer));
    }),

    begin: os.begin.handler(({ context }) => {
      const { userId, email } = signedIn(context);
      const key = newKey();
      return context.write(async ({ tx }) => {
        const pendingSecret = sealKey(secret, userId, key);
        await tx
          .insert(secondFactor)
          .values({ userId, askedAt: now(), pendingSecret })
          .onConflictDoUpdate({ target: secondFactor.userId, set: { pendingSecret } });
        return { key: toBase32(key), uri: keyUri(key, email, 'Vereinsportal') };
      });
    }),

    confirm: os.confirm.handler(({ context, input }) => confirm(context, secret, input.code)),

    renewCodes: os.renewCodes.handler(({ context }) =>
      context.write(async (write) => {
        const viewer = signedIn(context);
        const isOn = and(eq(secondFactor.userId, viewer.userId), isNotNull(secondFactor.enabledAt));
        const [row] = await write.tx.select().from(secondFactor).where(isOn).for('update');
        if (!row) throw new Problem('wrong-state');
        record(context, write, 'Neue Wiederherstellungscodes');
        await postFactorNotice(write.tx, context.settings, viewer, 'codes');
        return { codes: await makeCodes(write.tx, secret, viewer.userId) };
      }),
    ),

    end: os.end.handler(async ({ context }) => {
      const viewer = signedIn(context);
      const isEnded = await context.write(async (write) => {
        const [row] = await write.tx.select().from(secondFactor).where(eq(secondFactor.userId, viewer.userId)).for('update');
        if (!row?.enabledAt) return false;
        await deleteFactor(write.tx, viewer.userId, 'as before');
        await endSessions(write, { id: viewer.userId, club: viewer.club }, viewer.sessionId);
        await postFactorNotice(write.tx, context.settings, viewer, 'off');
        record(context, write, 'Zweiten Faktor ausgeschaltet');
        return true;
      });
      if (isEnded) await renewToken(context, secret, viewer.sessionId);
      return ok;
    }),

    reset: os.reset.handler(({ context, input }) => resetFactor(context, input.id)),
  });

/** Enables the second factor: the first code proves that the app has the key. */
async function confirm(context: Context, secret: string, code: string): Promise<{ codes: string[] }> {
  const viewer = signedIn(context);
  const tries = `second-factor-setup:${viewer.userId}`;
  await countTry(context.database, tries, { free: 20, windowMs: 15 * 60_000, firstPauseMs: 1000, longestPauseMs: 60_000 });
  const codes = await context.write(async (write) => {
    const [row] = await write.tx.select().from(secondFactor).where(eq(secondFactor.userId, viewer.userId)).for('update');
    const key = row?.pendingSecret ? openKey(secret, viewer.userId, row.pendingSecret) : undefined;
    if (!row || !key) throw new Problem('wrong-state');
    const lastStep = stepOf(key, code.replaceAll(/\s/g, ''), now());
    if (lastStep === undefined) throw fieldProblem('code', 'Der Code stimmt nicht. Bitte nehmen Sie den, den die App jetzt zeigt.');
    await write.tx
      .update(secondFactor)
      .set({ secret: row.pendingSecret, pendingSecret: null, enabledAt: now(), lastStep, resetAskedBy: null, resetAskedAt: null })
      .where(eq(secondFactor.userId, viewer.userId));
    await endSessions(write, { id: viewer.userId, club: viewer.club }, viewer.sessionId);
    await postFactorNotice(write.tx, context.settings, viewer, 'on');
    record(context, write, 'Zweiten Faktor eingeschaltet');
    return makeCodes(write.tx, secret, viewer.userId);
  });
  await forgetTries(context.database, tries);
  await renewToken(context, secret, viewer.sessionId);
  await logSecurity(context, 'second-factor-changed', { userId: viewer.userId });
  return { codes };
}

function record(context: Context, { audit }: Write, words: string): void {
  const viewer = signedIn(context);
  audit('secondFactor.manageOwn', { club: viewer.club, id: viewer.userId, entity: 'users' }, words);
}
