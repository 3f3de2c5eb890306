import { namesOf } from './keys.ts';

/** The five roles of the specification (section 6) in rising order, with the names that people read. */
export const roles = [
  { name: 'reader', displayName: 'Registrierter Benutzer' },
  { name: 'trainer', displayName: 'Übungsleiter/Trainer' },
  { name: 'editor', displayName: 'Abteilungsleiter' },
  { name: 'admin', displayName: 'Vorstand' },
  { name: 'super', displayName: 'Superuser' },
] as const;

export type Role = (typeof roles)[number]['name'];

/** The names of the roles alone, in rising order. */
export const roleNames = namesOf(roles);

/** The German name of a role, as the specification gives it. */
export function roleDisplayName(role: Role): string {
  return roles.find((one) => one.name === role)?.displayName ?? role;
}

/** Any of the five roles: anybody who is signed in. */
export function isReader(role: Role | undefined): role is Role {
  return role !== undefined;
}

/** Those who plan courses and dates: editor, admin, super. */
export function isManager(role: Role | undefined): boolean {
  return role === 'editor' || isAdmin(role);
}

/** The board: admin, super. */
export function isAdmin(role: Role | undefined): boolean {
  return role === 'admin' || isSuperuser(role);
}

/** Super only. */
export function isSuperuser(role: Role | undefined): boolean {
  return role === 'super';
}

/** Whether `role` stands as high as `other` or higher. */
export function isAtLeast(role: Role, other: Role): boolean {
  return roleNames.indexOf(role) >= roleNames.indexOf(other);
}
