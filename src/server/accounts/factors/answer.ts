import type { Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTries, forgetTries } from '#server/platform/http/rateLimit.ts';
import { completeSignIn } from '../sessions/passwordSignIn.ts';
import { logSecurity } from '../sessions/securityLog.ts';
import { challengedAccount, endChallenge, endedCookie } from './challenge.ts';
import { consumeCode } from './codes.ts';

const minuteMs = 60_000;
const perNetwork = { free: 60, windowMs: 15 * minuteMs };
/** Three codes are valid at a time: with these pauses an attacker who has the password can try about 100 of a million codes a day. */
const perAccount = { free: 5, windowMs: 60 * minuteMs, firstPauseMs: 1000, longestPauseMs: 15 * minuteMs };

/** Completes a sign-in with a second-factor code. A wrong code, a used code and a missing challenge get the same refusal. */
export async function answerChallenge(context: Context, secret: string, code: string): Promise<void> {
  const found = await challengedAccount(context);
  const accountKey = `second-factor:${found?.userId ?? 'none'}`;
  const tries = [{ key: `second-factor:${context.network}`, limit: perNetwork }];
  try {
    await countTries(context.database, found ? [...tries, { key: accountKey, limit: perAccount }] : tries);
    if (!found || !(await consumeCode(context.database, secret, found.userId, code))) throw new Problem('invalid-credential');
    if (!(await endChallenge(context.database, found.tokenHash))) throw new Problem('invalid-credential');
  } catch (error) {
    if (error instanceof Problem) await logSecurity(context, 'second-factor-refused', { userId: found?.userId, detail: error.code });
    throw error;
  }
  await forgetTries(context.database, accountKey);
  await completeSignIn(context, secret, found.email, [endedCookie(context.settings)]);
}
