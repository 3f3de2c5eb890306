import { z } from 'zod';

/** How long an IBAN is in the countries whose accounts clubs meet; others pass by their check digits alone. */
const lengths: { readonly [country: string]: number } = {
  DE: 22,
  AT: 20,
  BE: 16,
  CH: 21,
  DK: 18,
  ES: 24,
  FR: 27,
  GB: 22,
  IT: 27,
  LI: 21,
  LU: 20,
  NL: 18,
  PL: 28,
};

/** Whether an IBAN (no spaces, capital letters) has the length of its country and the right check digits (ISO 13616, mod 97). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const length = lengths[text.slice(0, 2)];
  if (length !== undefined && length !== text.length) return false;
  return hasCheckDigits(`${text.slice(4)}${text.slice(0, 4)}`);
}

/** Whether a creditor identifier (no spaces, capital letters) has the right check digits; its business code does not count. */
function isCreditorId(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(text)) return false;
  if (text.startsWith('DE') && text.length !== 18) return false;
  return hasCheckDigits(`${text.slice(7)}${text.slice(0, 4)}`);
}

function hasCheckDigits(turned: string): boolean {
  const digits = [...turned].map((letter) => Number.parseInt(letter, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** An IBAN as it is typed, with or without spaces; kept without them in capital letters. */
export const iban = z
  .string()
  .max(60)
  .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
  .refine(isIban, 'Diese IBAN stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Karte.');

/** A creditor identifier as it is typed; kept without spaces in capital letters. */
export const creditorId = z
  .string()
  .max(60)
  .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
  .refine(isCreditorId, 'Diese Gläubiger-ID stimmt nicht. Eine deutsche hat 18 Zeichen und beginnt mit DE.');

/** What of an account may be shown: country and the last four digits. */
export function maskedIban(text: string): string {
  return text === '' ? '' : `${text.slice(0, 2)}•• •••• ${text.slice(-4)}`;
}
