import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a second-factor key with the server secret, bound to its account, so that a copied database contains no usable key. */
export function sealKey(secret: string, userId: string, key: Buffer): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret), iv).setAAD(Buffer.from(userId));
  const text = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** Decrypts a sealed key; undefined when it was sealed with another secret, e.g. after AUTH_SECRET changed. */
export function openKey(secret: string, userId: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret), bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** The stored form of a recovery code. Keyed, because codes are short enough to be guessed from a plain hash. */
export function hashCode(secret: string, userId: string, code: string): string {
  return createHmac('sha256', keyFor(secret)).update(`${userId} ${code}`).digest('base64url');
}

function keyFor(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'second factor', 32));
}
