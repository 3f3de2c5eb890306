import { SignJWT } from 'jose';
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
