import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser, in base64url: its public point and the secret that it shares with us. */
export type BrowserKeys = { p256dh: string; auth: string };

const recordSize = 4096;

/** Encrypts a message so that nobody but the browser reads it, the push service included (RFC 8291, aes128gcm). */
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
  // A 2 says that this is the last record, and the only one.
  const sealed = Buffer.concat([cipher.update(Buffer.from(message)), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, sealed]);
}

/** Whether keys are such that a message can be encrypted with them. */
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
