import { codeAt } from '../src/server/accounts/factors/totp.ts';

/** The code that an authenticator app computes from the key at a time in milliseconds. */
export function codeOfApp(key: string, atMs = Date.now()): string {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return codeAt(bytes, Math.floor(atMs / 30_000));
}
