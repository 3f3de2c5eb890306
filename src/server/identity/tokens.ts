import { errors, jwtVerify, SignJWT } from 'jose';
import { identityTimes } from '#shared/identityTimes.ts';
import { now } from '../platform/clock.ts';

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

/** The id of the user that a bearer token names; undefined when it is forged, not ours or has expired. */
export async function readToken(token: string, secret: string): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { issuer, algorithms: ['HS256'], currentDate: now() });
    return payload.sub !== undefined && /^[0-9a-f-]{36}$/.test(payload.sub) ? payload.sub : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
