import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 random bits, the length that RFC 4226 recommends for the shared secret. */
export function newKey(): Buffer {
  return randomBytes(20);
}

/** The code of a 30-second step (RFC 6238 with HMAC-SHA1, which every authenticator app supports). */
export function codeAt(key: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The step that a code matches: the current, previous or next one; undefined if none. */
export function stepOf(key: Buffer, code: string, at: Date): number | undefined {
  const now = Math.floor(at.getTime() / 1000 / stepSeconds);
  return [now, now - 1, now + 1].find((step) => isSame(codeAt(key, step), code));
}

/** Base32 without padding, the form in which a key is typed into an app. */
export function toBase32(key: Buffer): string {
  let bits = '';
  for (const byte of key) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The `otpauth:` URI that is shown as a QR code. */
export function keyUri(key: Buffer, account: string, issuer: string): string {
  const query = new URLSearchParams({ secret: toBase32(key), issuer, algorithm: 'SHA1', digits: '6', period: String(stepSeconds) });
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${String(query).replaceAll('+', '%20')}`;
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
