import { randomBytes, randomUUID } from 'node:crypto';
import { isAtLeast } from '#shared/kernel/roles.ts';
import { minLengthOf } from '#shared/accounts/passwordPolicy.ts';
import { storedParameters } from '#server/club/config/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import { everyClub, type Database } from '#server/platform/database/database.ts';
import { auditEntry, ledgerTexts } from '#server/platform/database/auditAndNotices.ts';
import { Problem, unavailable } from '#server/platform/http/problem.ts';
import { asCounted, countTry, refuseUntil } from '#server/platform/http/rateLimit.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { beginChallenge, availableFactors } from '../factors/challenge.ts';
import { postLink } from './mailLinks.ts';
import { verifyPassword } from './passwords.ts';
import { logSecurity, notifySecurity } from './securityLog.ts';
import { sessionCookie, sessionIdleSeconds } from './sessionCookie.ts';
import { ensureUser, signInAudit, type LoginExemption, type SignedInUser } from './signIns.ts';
import { tryLimits } from './tryLimits.ts';

const minuteMs = 60_000;
const perAccount = { free: 10, windowMs: 15 * minuteMs, firstPauseMs: 1000, longestPauseMs: minuteMs };
const perNetwork = { free: 60, windowMs: 15 * minuteMs };

/** Verified if there is no stored password, so that an unknown address takes as long as a wrong password. */
const decoy = `argon2id$19456$2$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`;

/** What is required after a correct password. */
type AvailableFactors = Awaited<ReturnType<typeof availableFactors>>;

/** A sign-in attempt: the lower-case address, and the keys under which tries are counted. */
type Asked = { email: string; emailHash: string; networkKey: string; accountKey: string };

type Account = {
  user_id: string | null;
  password: string | null;
  is_verified: boolean | null;
  is_disabled: boolean | null;
  /** Null if the user document does not exist. */
  user: SignedInUser | null;
  exemption: LoginExemption | null;
  has_factor: boolean | null;
};

/** The columns that decide about a sign-in, from `sign_in_account` aliased as `a`. Who has neither factor is not asked for one, without a call. */
const accountColumns = `a.user_id, a.password, a.is_verified, a.is_disabled, a.user_document as "user",
  ${storedParameters('audit.loginExempt')} as exemption,
  case when exists (select 1 from second_factor f where f.user_id = a.user_id) or exists (select 1 from passkey p where p.user_id = a.user_id)
    then asks_for_factor(a.user_id) else false end as has_factor`;

/**
 * Opens a session for an address and its password, and sets its cookie. An unknown address, a wrong password, an unverified address and a
 * disabled account get the same refusal after the same work: a statement, a hash and a second statement. With a second factor no session is
 * opened yet: this browser must send the code (factors/answer.ts) or a passkey.
 */
export async function signInWithPassword(
  context: Context,
  secret: string,
  typed: { email: string; password: string },
): Promise<'in' | AvailableFactors> {
  const asked = askedBy(context, typed.email);
  const { email } = asked;
  try {
    const account = await askAccount(context.database, asked);
    const isRight = await verifyPassword({ hash: account.password ?? decoy, password: typed.password });
    if (!isRight || !account.user_id || !account.is_verified || account.is_disabled) throw new Problem('invalid-credential');
    await refuseTooShort(context, account.user_id, email, account.user, typed.password);
    if (account.has_factor) {
      context.setHeader('set-cookie', await beginChallenge(context, account.user_id));
      return await availableFactors(context.database, account.user_id);
    }
    await openSession(context, secret, asked, account, account.user_id);
    return 'in';
  } catch (error) {
    if (error instanceof Problem) await logSecurity(context, 'sign-in-refused', { email, detail: error.code });
    throw error;
  }
}

/**
 * Staff whose password is shorter than their role requires get a link to set a new one instead of a session. The response is the same as
 * for every refusal; the mail states the reason.
 */
async function refuseTooShort(context: Context, userId: string, email: string, user: SignedInUser | null, password: string): Promise<void> {
  const { settings, database } = context;
  if (!user || !isAtLeast(user.role, 'trainer')) return;
  const least = minLengthOf({ min: settings.PASSWORD_MIN }, user.role);
  if (password.length >= least) return;
  await countTry(database, `reset:${secretHash(email)}`, tryLimits.reset);
  const why = `Ihre Rolle im Vereinsportal verlangt ein Passwort mit mindestens ${least} Zeichen; Ihr bisheriges ist kürzer. Bitte legen Sie ein neues fest.`;
  await database.write(everyClub, ({ tx }) => postLink(tx, settings, 'reset', { userId, email, club: user.club }, why));
  throw new Problem('invalid-credential');
}

/** Opens the session after all required factors, and sets `cookies`, too. Refused if the account was disabled meanwhile. */
export async function completeSignIn(context: Context, secret: string, email: string, cookies: readonly string[] = []): Promise<void> {
  const asked = askedBy(context, email);
  const { rows } = await context.database.pool.query<Account>(`select ${accountColumns} from sign_in_account($1) a`, [asked.email]);
  const [account] = rows;
  if (!account?.user_id || !account.is_verified || account.is_disabled) throw new Problem('invalid-credential');
  await openSession(context, secret, asked, account, account.user_id, cookies);
}

function askedBy({ network }: Context, typed: string): Asked {
  const email = typed.toLowerCase();
  const emailHash = secretHash(email);
  return { email, emailHash, networkKey: `sign-in:${network}`, accountKey: `sign-in:${emailHash}` };
}

/** Counts the try and reads the account; 429 while a pause lasts. */
async function askAccount({ pool }: Database, { email, networkKey, accountKey }: Asked): Promise<Account> {
  const at = now();
  const tries = asCounted([
    { key: networkKey, limit: perNetwork },
    { key: accountKey, limit: perAccount },
  ]);
  const { rows } = await pool.query<Account & { paused_until: Date | null }>({
    name: 'sign-in account',
    text: `select c.paused_until, ${accountColumns}
      from count_tries($1, $2) c (paused_until) left join sign_in_account($3) a on true`,
    values: [tries, at, email],
  });
  const [account] = rows;
  if (!account) throw new Error('The rate limits returned no result.');
  refuseUntil(account.paused_until, at);
  return account;
}

/** Writes all effects of a sign-in in one statement. */
async function openSession(
  context: Context,
  secret: string,
  asked: Asked,
  account: Account,
  userId: string,
  cookies: readonly string[] = [],
): Promise<void> {
  const { database, settings, viewer } = context;
  const user = account.user ?? (await database.write(everyClub, (write) => ensureUser(write, userId)));
  const entry = user && signInAudit(user, account.exemption ?? {});
  const { audits, notices } = ledgerTexts(entry ? [auditEntry(undefined, ...entry)] : [], []);
  const token = randomBytes(32).toString('base64url');
  // Nobody waits for this response any more, so no session is opened.
  if (context.progress.isGivenUp) throw unavailable();
  const { rows } = await database.pool.query<{ is_open: boolean }>({
    name: 'open session',
    text: 'select open_session($1, $2, $3, $4, $5, $6, $7) as is_open',
    values: [
      JSON.stringify(newSession(context, userId, token)),
      // Signing in again in the same browser replaces its session.
      viewer?.sessionId ?? null,
      asked.networkKey,
      asked.accountKey,
      asked.emailHash,
      audits,
      notices,
    ],
  });
  if (!rows[0]?.is_open) throw new Problem('invalid-credential');
  notifySecurity(context, 'sign-in', { userId });
  context.setHeader('set-cookie', [...cookies, sessionCookie(settings, secret, token)]);
}

/** A row of auth_session by column name. Uses the machine's clock, as the identity library does. */
function newSession({ network, headers }: Context, userId: string, token: string): object {
  const at = new Date();
  return {
    id: randomUUID(),
    token: secretHash(token),
    user_id: userId,
    expires_at: new Date(at.getTime() + sessionIdleSeconds * 1000),
    confirmed_at: at,
    ip_address: network,
    user_agent: headers.get('user-agent'),
    created_at: at,
    updated_at: at,
  };
}
