import { errors, jwtVerify, SignJWT } from 'jose';
import { isId } from '#shared/kernel/fields.ts';
import { identityTimes } from '#shared/accounts/identityTimes.ts';
import { now } from '#server/platform/process/clock.ts';

const issuer = 'vereinsportal';

const lifeSeconds = identityTimes.tokenLifeMs / 1000;

/** The account of a bearer token, and the session that issued it. */
export type TokenSubject = { userId: string; sessionId: string };

/**
 * Issues a signed bearer token (JWT, HS256) that names only its user and session: role, club, disabled state and whether the session is
 * still active are read from the database at each use. Valid for 60 minutes.
 */
export async function issueToken({ userId, sessionId }: TokenSubject, secret: string): Promise<{ token: string; expiresAt: string }> {
  const expiresAt = new Date(now().getTime() + identityTimes.tokenLifeMs);
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(userId)
    .setIssuedAt(now())
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(secret));
  return { token, expiresAt: expiresAt.toISOString() };
}

type Proved = TokenSubject & { expiresMs: number };

/** Cache of verified tokens: an upload sends the same one with each chunk. */
const proved = new Map<string, Proved>();
const provedAtMost = 1000;

/** The account of a bearer token; undefined if it is forged, not ours, valid for more than 60 minutes, or expired. */
export async function readToken(token: string, secret: string): Promise<TokenSubject | undefined> {
  const key = `${secret} ${token}`;
  const known = proved.get(key) ?? (await prove(token, secret));
  if (!known || known.expiresMs <= now().getTime()) return undefined;
  if (proved.size >= provedAtMost) proved.clear();
  proved.set(key, known);
  return known;
}

async function prove(token: string, secret: string): Promise<Proved | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { issuer, algorithms: ['HS256'], currentDate: now() });
    const { sub: userId = '', sid: sessionId, exp = 0, iat = 0 } = payload;
    if (!isIdClaim(userId) || !isIdClaim(sessionId) || exp > iat + lifeSeconds) return undefined;
    return { userId, sessionId, expiresMs: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function isIdClaim(claim: unknown): claim is string {
  return typeof claim === 'string' && isId(claim);
}
