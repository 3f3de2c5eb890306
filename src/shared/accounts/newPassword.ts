import type { Role } from '#shared/kernel/roles.ts';
import { minLengthOf, type PasswordPolicy } from './passwordPolicy.ts';
import { isDate, isPattern, repeatedPart, leftBeside } from './guessable.ts';
import { lettersOf } from '#shared/kernel/slug.ts';

/** Whether a password in lower case is one of the most common ones; the list is loaded separately. */
export type IsMostUsed = (password: string) => boolean;

/** Words that an attacker would try first for this product. */
const productWords =
  'vereinsportal vereinsheim sportverein sportplatz sporthalle sportclub turnverein turnhalle fussball handball verein portal sport training probetraining trainer turnen vorstand mitglied passwort password kennwort willkommen sommer winter admin club start geheim hallo test';

/** The number of characters that must remain after removing words known about the user. */
const leftAtLeast = 4;

/**
 * The fault of a new password as a German sentence; undefined if it is acceptable. Used by both the form and the
 * server. `words` are those of the club and the user.
 */
export function passwordFault(
  password: string,
  policy: PasswordPolicy & { role?: Role | undefined; words: readonly string[] },
  isMostUsed: IsMostUsed,
): string | undefined {
  const least = minLengthOf(policy, policy.role);
  if (password.length < least) return `Mindestens ${least} Zeichen.`;
  if (password.length > policy.max) return `Höchstens ${policy.max} Zeichen.`;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((pattern) => pattern.test(password)).length;
  if (kinds < policy.classes)
    return `Bitte aus mindestens ${policy.classes} der vier Arten mischen: Kleinbuchstaben, Großbuchstaben, Ziffern, Zeichen.`;
  return guessableFault(password, policy.words, isMostUsed);
}

function guessableFault(password: string, words: readonly string[], isMostUsed: IsMostUsed): string | undefined {
  const text = password.toLowerCase();
  if (isMostUsed(text)) return 'Dieses Passwort steht auf den Listen der am häufigsten gestohlenen. Bitte ein anderes.';
  if (isPattern(text)) return 'Das ist eine Reihe von Zeichen oder Tasten, die leicht zu erraten ist. Bitte ein anderes.';
  const part = repeatedPart(text);
  if (part !== undefined && (part.length < 6 || isMostUsed(part) || isPattern(part)))
    return 'Das ist eine Wiederholung, die leicht zu erraten ist. Bitte ein anderes.';
  if (isDate(text)) return 'Ein Datum ist leicht zu erraten. Bitte ein anderes.';
  const known = [...words, ...productWords.split(' ')].flatMap((word) => word.split(/[^\p{L}\d]+/u)).map(lettersOf);
  const left = leftBeside(lettersOf(password), known);
  if (left !== undefined && left.length < leftAtLeast)
    return 'Das steht fast ganz in Namen und Wörtern, die andere hier kennen. Bitte ein anderes.';
  return undefined;
}

/** The words that others know about a user of a club: the club's names, and the user's names and e-mail address. */
export function knownWords(
  club: { name: string; displayName: string; title: string },
  person: { firstname: string; lastname: string; email: string },
): string[] {
  return [club.name, club.displayName, club.title, person.firstname, person.lastname, person.email];
}
