import { eq } from 'drizzle-orm';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry, forgetTries } from '#server/platform/http/rateLimit.ts';
import type { Auth } from '../sessions/auth.ts';
import { endedCookie } from '../factors/challenge.ts';
import { completeSignIn } from '../sessions/passwordSignIn.ts';
import { proveSession } from '../sessions/renewToken.ts';
import { logSecurity } from '../sessions/securityLog.ts';
import { authUser } from '../sessions/table.ts';
import { verifyPasskey, type Used } from './ceremony.ts';

const minuteMs = 60_000;
const perNetwork = { free: 60, windowMs: 15 * minuteMs };
const perAccount = { free: 10, windowMs: 15 * minuteMs, firstPauseMs: 1000, longestPauseMs: minuteMs };

/** Opens a session with a passkey. An unknown or deleted passkey and a disabled account get the same refusal. */
export async function signInWithPasskey(context: Context, auth: Auth, secret: string, answer: Used): Promise<void> {
  try {
    await countTry(context.database, `passkey:${context.network}`, perNetwork);
    const used = await verifyPasskey(context, auth, answer);
    const [account] = used ? await emailOf(context, used.userId) : [];
    if (!account) throw new Problem('invalid-credential');
    // A passkey covers both factors, so a pending second-factor challenge in this browser ends.
    await completeSignIn(context, secret, account.email, [endedCookie(context.settings)]);
  } catch (error) {
    if (error instanceof Problem) await logSecurity(context, 'passkey-refused', { detail: error.code });
    throw error;
  }
}

/** Makes the session fresh, as a password would; only with a passkey of the viewer. */
export async function proveWithPasskey(context: Context, auth: Auth, secret: string, answer: Used): Promise<void> {
  const { userId, sessionId } = signedIn(context);
  const tries = `passkey-proof:${userId}`;
  await countTry(context.database, tries, perAccount);
  const used = await verifyPasskey(context, auth, answer);
  if (used?.userId !== userId) {
    await logSecurity(context, 'passkey-refused', { userId, detail: 'proof' });
    throw new Problem('passkey-refused');
  }
  await forgetTries(context.database, tries);
  await proveSession(context, secret, sessionId);
}

function emailOf({ database }: Context, userId: string) {
  return database.orm.select({ email: authUser.email }).from(authUser).where(eq(authUser.id, userId));
}
