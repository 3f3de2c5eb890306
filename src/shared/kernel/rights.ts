import { roleNames, type Role } from './roles.ts';
import { permissions, type Feature, type Permission } from './permissions.ts';
import { keysOf } from './keys.ts';

/** The permissions that depend on a feature flag of the club; while the flag is off the server responds 404. */
const featureOfPermission: { readonly [key in Permission]?: Feature } = {
  'participants.register': 'participations',
  'participations.list': 'participations',
  'participations.mark': 'participations',
  'participations.sync': 'participations',
  'participations.delete': 'participations',
  'news.list': 'news',
  'news.read': 'news',
  'news.readDraft': 'news',
  'news.create': 'news',
  'news.update': 'news',
  'news.delete': 'news',
  'operational.list': 'operationals',
  'operational.read': 'operationals',
  'operational.create': 'operationals',
  'operational.update': 'operationals',
  'operational.delete': 'operationals',
  'operational.signUp': 'operationals',
  'operational.signOff': 'operationals',
  'operational.assign': 'operationals',
  'participants.manageByToken': 'participations',
  'participants.addWalkIn': 'participations',
  'trialVisits.book': 'participations',
  'trialVisits.bookOwn': 'participations',
  'trialVisits.manageByToken': 'participations',
  'cardProducts.manage': 'participations',
  'punchCards.list': 'participations',
  'punchCards.sell': 'participations',
  'punchCards.correct': 'participations',
  'punchCards.readOwn': 'participations',
  'punchCards.buy': 'participations',
  'sessionReplies.set': 'participations',
  'absences.set': 'participations',
};

/** The owner of the record that a request accesses, relative to the actor; the terms of docs/permissions.csv. */
export type Target = 'self' | 'club' | 'other' | 'municipal' | 'global';

/** How much of a record is visible: all of it, or the limited part that its feature defines. */
export type Extent = 'all' | 'limited';

/** The user of a request; without a role not signed in. */
export type Actor = { role?: Role | undefined };

/** The access of `actor` to a kind of target; undefined if denied. */
export function may(actor: Actor, permission: Permission, target: Target): Extent | undefined {
  const letter = letterOf(actor, permission, target);
  if (letter === 'A') return 'all';
  return letter === 'L' ? 'limited' : undefined;
}

/**
 * Whether `actor` has the permission for any target: the first check of an endpoint. Permissions that do not apply to
 * signed-in users (-), such as the sign-in, remain available to them as to anonymous users: with an expired tab or a
 * shared browser, an error about the role would be misleading.
 */
export function mayForAnyTarget(actor: Actor, permission: Permission): boolean {
  return targetsOf(permission).some(
    (target) => may(actor, permission, target) || (letterOf(actor, permission, target) === '-' && may({}, permission, target)),
  );
}

/** The kinds of targets that the matrix defines for a permission. */
export function targetsOf(permission: Permission): Target[] {
  return keysOf(permissions[permission]);
}

function letterOf({ role }: Actor, permission: Permission, target: Target): string | undefined {
  const row: { readonly [key in Target]?: string } = permissions[permission];
  return row[target]?.[role ? roleNames.indexOf(role) + 1 : 0];
}

/** The feature that a permission depends on, if any. */
export function featureOf(permission: Permission): Feature | undefined {
  return featureOfPermission[permission];
}
