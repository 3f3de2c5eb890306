import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 random bits, as RFC 4226 recommends them for the shared secret. */
export function newKey(): Buffer {
  return randomBytes(20);
}

/** The code of a step of 30 seconds (RFC 6238 over HMAC-SHA1, as every authenticator app knows it). */
export function codeAt(key: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The step that a code belongs to: that of now, the one before or the one after; undefined for any other code. */
export function stepOf(key: Buffer, code: string, at: Date): number | undefined {
  const now = Math.floor(at.getTime() / 1000 / stepSeconds);
  return [now, now - 1, now + 1].find((step) => isSame(codeAt(key, step), code));
}

/** A key as apps take it by hand: base32 without padding. */
export function toBase32(key: Buffer): string {
  let bits = '';
  for (const byte of key) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The address that an app reads from a QR code. */
export function keyUri(key: Buffer, account: string, issuer: string): string {
  const query = new URLSearchParams({ secret: toBase32(key), issuer, algorithm: 'SHA1', digits: '6', period: String(stepSeconds) });
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${String(query).replaceAll('+', '%20')}`;
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
