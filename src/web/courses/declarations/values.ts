import type { DeclarationKind } from '#shared/courses/declarationWords.ts';
import type { User } from '#shared/kernel/user.ts';
import { boot } from '#web/lib/boot.ts';
import type { DeclarationValues } from './queries.ts';

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
  };
}
