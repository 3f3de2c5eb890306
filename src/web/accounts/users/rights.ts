import { isAtLeast, roles, type Role } from '#shared/kernel/roles.ts';
import { may, targetsOf } from '#shared/kernel/rights.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { User } from '#shared/kernel/user.ts';

/** Whether to offer the viewer an action on this user. The server decides; this only hides what it would refuse. */
export function mayDo(viewer: User, permission: Permission, user: User): boolean {
  const actor = { role: viewer.role.name };
  const field = viewer.club.name === user.club.name ? 'club' : 'other';
  const isOwn = viewer.id === user.id;
  if (isOwn && targetsOf(permission).includes('self')) return Boolean(may(actor, permission, 'self'));
  if (user.role.name === 'super' && !may(actor, 'users.editSuper', field)) return false;
  return Boolean(may(actor, permission, field));
}

/** The roles that the viewer may grant: none above their own. */
export function givableRoles(viewer: User): { value: Role; label: string }[] {
  return roles
    .filter(({ name }) => isAtLeast(viewer.role.name, name))
    .filter(({ name }) => name !== 'super' || may({ role: viewer.role.name }, 'users.setRoleSuper', 'club'))
    .map(({ name, displayName }) => ({ value: name, label: displayName }));
}
