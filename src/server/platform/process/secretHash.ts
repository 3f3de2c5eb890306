import { createHash } from 'node:crypto';

/** The stored hash of a secret that only its owner has: a stolen copy of the database gives no access. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
