type PasswordPolicy = { passwordMin: number; passwordClasses: number };

const kinds = 'Kleinbuchstaben, Großbuchstaben, Ziffern und Sonderzeichen';

/** The rule for passwords as a sentence that stands beside the field, whatever is typed. */
export function passwordRule({ passwordMin, passwordClasses }: PasswordPolicy): string {
  const mix = passwordClasses > 1 ? `, gemischt aus mindestens ${passwordClasses} von vier Arten: ${kinds}` : '';
  return `Mindestens ${passwordMin} Zeichen${mix}. Keines der Passwörter, die schon oft gestohlen wurden (wie „123456“ oder „passwort“).`;
}
