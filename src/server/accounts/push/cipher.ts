import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A browser's push keys in base64url: its public key and the shared authentication secret. */
export type BrowserKeys = { p256dh: string; auth: string };

const recordSize = 4096;

/** Encrypts a message for the browser; the push service cannot read it (RFC 8291, aes128gcm). */
export function encryptFor({ p256dh, auth }: BrowserKeys, message: string, salt = randomBytes(16), ownKey?: Buffer): Buffer {
  const own = createECDH('prime256v1');
  if (ownKey) own.setPrivateKey(ownKey);
  else own.generateKeys();
  const [ours, theirs] = [own.getPublicKey(), Buffer.from(p256dh, 'base64url')];
  const shared = own.computeSecret(theirs);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The delimiter 2 marks the last record.
  const sealed = Buffer.concat([cipher.update(Buffer.from(message)), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, sealed]);
}

/** Whether a message can be encrypted with these keys. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')];
  if (point.length !== 65 || point[0] !== 4 || secret.length !== 16) return false;
  try {
    encryptFor({ p256dh, auth }, '');
    return true;
  } catch {
    // The point is not on the curve.
    return false;
  }
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
