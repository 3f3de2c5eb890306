import { namesOf } from './keys.ts';

/** The five roles of the specification (section 6) in ascending order, with their German names. */
export const roles = [
  { name: 'reader', displayName: 'Registrierter Benutzer' },
  { name: 'trainer', displayName: 'Übungsleiter/Trainer' },
  { name: 'editor', displayName: 'Abteilungsleiter' },
  { name: 'admin', displayName: 'Vorstand' },
  { name: 'super', displayName: 'Superuser' },
] as const;

export type Role = (typeof roles)[number]['name'];

/** The names of the roles, in ascending order. */
export const roleNames = namesOf(roles);

/** The German name of a role, as in the specification. */
export function roleDisplayName(role: Role): string {
  return roles.find((one) => one.name === role)?.displayName ?? role;
}

/** Whether the user is signed in, with any of the five roles. */
export function isReader(role: Role | undefined): role is Role {
  return role !== undefined;
}

/** Whether the role plans courses and sessions: editor, admin, super. */
export function isManager(role: Role | undefined): boolean {
  return role === 'editor' || isAdmin(role);
}

/** Whether the role belongs to the board: admin, super. */
export function isAdmin(role: Role | undefined): boolean {
  return role === 'admin' || isSuperuser(role);
}

/** Whether the role is super. */
export function isSuperuser(role: Role | undefined): boolean {
  return role === 'super';
}

/** Whether `role` ranks as high as `other` or higher. */
export function isAtLeast(role: Role, other: Role): boolean {
  return roleNames.indexOf(role) >= roleNames.indexOf(other);
}
