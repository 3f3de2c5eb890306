import type { DeclarationKind } from '#shared/courses/declarationWords.ts';
import type { User } from '#shared/kernel/user.ts';
import { boot } from '#web/lib/boot.ts';
import type { DeclarationValues } from './queries.ts';

/** An empty declaration: of the club of this site (the association has no members of its own), with what the account knows. */
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
