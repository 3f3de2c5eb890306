import { z } from 'zod';

/** The IBAN lengths of the European Economic Area and its neighbours; for other countries only the check digits are verified. */
const lengths = new Map(
  (
    'AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MT31 NL18 NO15 ' +
    'PL28 PT25 RO24 SE24 SI19 SK24'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

/** Whether an IBAN (no spaces, upper-case) has the length of its country and valid check digits (ISO 13616, mod 97). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const length = lengths.get(text.slice(0, 2));
  if (length !== undefined && length !== text.length) return false;
  return hasCheckDigits(`${text.slice(4)}${text.slice(0, 4)}`);
}

/** An IBAN in groups of four characters. */
export function ibanInFours(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** Whether a creditor identifier (no spaces, upper-case) has valid check digits; its business code is not part of them. */
function isCreditorId(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(text)) return false;
  if (text.startsWith('DE') && text.length !== 18) return false;
  return hasCheckDigits(`${text.slice(7)}${text.slice(0, 4)}`);
}

function hasCheckDigits(turned: string): boolean {
  const digits = [...turned].map((letter) => Number.parseInt(letter, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** An account number or creditor identifier as stored: without spaces, in upper case. */
export function bareIban(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** An IBAN as typed, with or without spaces; stored without spaces in upper case. */
export const iban = z
  .string()
  .max(60)
  .transform(bareIban)
  .refine(isIban, 'Diese IBAN stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Karte.');

/** A creditor identifier as typed; stored without spaces in upper case. */
export const creditorId = z
  .string()
  .max(60)
  .transform(bareIban)
  .refine(isCreditorId, 'Diese Gläubiger-ID stimmt nicht. Eine deutsche hat 18 Zeichen und beginnt mit DE.');

/** An IBAN masked except for its country and last four digits. */
export function maskedIban(text: string): string {
  return text === '' ? '' : `${text.slice(0, 2)}•• •••• ${text.slice(-4)}`;
}
