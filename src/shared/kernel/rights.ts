import { roleNames, type Role } from './access.ts';
import { permissions, type Feature, type Permission } from './permissions.ts';
import { keysOf } from './keys.ts';

/** Operations that exist for a club only while its flag is on; while it is off the server answers 404. */
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

/** The owner of the record that a write touches, seen from the actor; the words of docs/permissions.csv. */
export type Target = 'self' | 'club' | 'other' | 'municipal' | 'global';

/** How much of a record is shown: all of it, or the limited part that its feature defines. */
export type Extent = 'all' | 'limited';

/** The actor of a request; without a role they are not signed in. */
export type Actor = { role?: Role | undefined };

/** The access of `actor` to one kind of target; undefined when the table denies it. */
export function may(actor: Actor, permission: Permission, target: Target): Extent | undefined {
  const letter = letterOf(actor, permission, target);
  if (letter === 'A') return 'all';
  return letter === 'L' ? 'limited' : undefined;
}

/**
 * Whether there is any target at all to which `actor` may do this: the first question at the door of an endpoint.
 * What only "does not apply" to somebody signed in (-), such as the sign-in, stays as open to them as to a visitor:
 * an expired tab or a second person at the same browser must not be told that their role forbids it.
 */
export function mayAtAll(actor: Actor, permission: Permission): boolean {
  return targetsOf(permission).some(
    (target) => may(actor, permission, target) || (letterOf(actor, permission, target) === '-' && may({}, permission, target)),
  );
}

/** The kinds of targets that the table knows for a permission. */
export function targetsOf(permission: Permission): Target[] {
  return keysOf(permissions[permission]);
}

function letterOf({ role }: Actor, permission: Permission, target: Target): string | undefined {
  const row: { readonly [key in Target]?: string } = permissions[permission];
  return row[target]?.[role ? roleNames.indexOf(role) + 1 : 0];
}

/** The switchable part of a club to which a permission belongs, if it belongs to one. */
export function featureOf(permission: Permission): Feature | undefined {
  return featureOfPermission[permission];
}
