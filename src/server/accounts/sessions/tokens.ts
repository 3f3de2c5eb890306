import { errors, jwtVerify, SignJWT } from 'jose';
import { identityTimes } from '#shared/accounts/identityTimes.ts';
import { now } from '#server/platform/process/clock.ts';

const issuer = 'vereinsportal';

/**
 * A signed bearer token (JWT, HS256) that names its user and nothing else: role, club and disabled state are read from
 * the database at each use. It lives 60 minutes.
 */
export async function issueToken(userId: string, secret: string): Promise<{ token: string; expiresAt: string }> {
  const expiresAt = new Date(now().getTime() + identityTimes.tokenLifeMs);
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(userId)
    .setIssuedAt(now())
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(secret));
  return { token, expiresAt: expiresAt.toISOString() };
}

type Proved = { userId: string; expiresMs: number };

/** Tokens whose signature was checked already: an upload brings the same one with each of its chunks. */
const proved = new Map<string, Proved>();
const provedAtMost = 1000;

/** The id of the user that a bearer token names; undefined when it is forged, not ours or has expired. */
export async function readToken(token: string, secret: string): Promise<string | undefined> {
  const key = `${secret} ${token}`;
  const known = proved.get(key) ?? (await prove(token, secret));
  if (!known || known.expiresMs <= now().getTime()) return undefined;
  if (proved.size >= provedAtMost) proved.clear();
  proved.set(key, known);
  return known.userId;
}

async function prove(token: string, secret: string): Promise<Proved | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { issuer, algorithms: ['HS256'], currentDate: now() });
    if (payload.sub === undefined || payload.exp === undefined || !/^[0-9a-f-]{36}$/.test(payload.sub)) return undefined;
    return { userId: payload.sub, expiresMs: payload.exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
