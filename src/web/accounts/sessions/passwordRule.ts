import { minLengthOf } from '#shared/accounts/passwordPolicy.ts';
import type { Role } from '#shared/kernel/roles.ts';

type PasswordPolicy = { passwordMin: number; passwordClasses: number };

const kinds = 'Kleinbuchstaben, Großbuchstaben, Ziffern und Sonderzeichen';

/** The password rule as a sentence that is always shown at the field. */
export function passwordRule({ passwordMin, passwordClasses }: PasswordPolicy, role?: Role): string {
  const mix = passwordClasses > 1 ? `, gemischt aus mindestens ${passwordClasses} von vier Arten: ${kinds}` : '';
  return `Mindestens ${minLengthOf({ min: passwordMin }, role)} Zeichen${mix}. Kein bekanntes wie „123456“ oder „passwort“, keine Tastenreihe, kein Name von Ihnen oder vom Verein.`;
}
