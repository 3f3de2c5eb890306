import type { DeclarationKind } from '#shared/courses/declarationWords.ts';
import type { User } from '#shared/kernel/user.ts';
import { boot } from '#web/lib/boot.ts';
import { newId } from '#web/lib/newId.ts';
import type { DeclarationValues } from './queries.ts';

/** The heading and the first sentence of a form; who is signed in needs no word that it works without an account. */
export function introOf(kind: DeclarationKind, user: User | null): { title: string; lead: string } {
  if (kind === 'termination')
    return { title: 'Ihre Kündigung', lead: `${user ? '' : 'Ohne Konto. '}Sie bekommen sofort eine Bestätigung mit Tag und Uhrzeit.` };
  return {
    title: 'Ihr Widerruf',
    lead: `${user ? 'Ohne' : 'Ohne Konto und ohne'} Grund, 14 Tage lang. Sie bekommen sofort eine Bestätigung.`,
  };
}

/**
 * An empty declaration to the club of this site (none on the association's, which has no members of its own), prefilled
 * from the account.
 */
export function emptyDeclaration(kind: DeclarationKind, user: User | null): DeclarationValues {
  return {
    kind,
    club: boot.club.name === 'GSV' ? (user?.club.name ?? 'RWA') : boot.club.name,
    name: user?.fullName ?? '',
    email: user?.email ?? '',
    contract: '',
    person: '',
    isExtraordinary: false,
    reason: '',
    wishedOn: null,
    enrolmentId: null,
    website: '',
    key: newId(),
  };
}
