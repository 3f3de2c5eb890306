import { describe, expect, test } from 'vitest';
import { isAdmin, isAtLeast, isManager, isReader, isSuperuser, roleDisplayName, roleNames } from './roles.ts';
import { permissions, type Permission } from './permissions.ts';
import { featureOf, may, mayForAnyTarget, targetsOf } from './rights.ts';

const everybody = [undefined, ...roleNames];
const names = Object.keys(permissions) as Permission[];

test('each letter of the table has its meaning, for each role and each kind of target', () => {
  for (const permission of names)
    for (const target of targetsOf(permission)) {
      const row = (permissions[permission] as { readonly [name: string]: string })[target] ?? '';
      const given = everybody.map((role) => may({ role }, permission, target));
      const expected = [...row].map((letter) => ({ A: 'all', L: 'limited' })[letter]);
      expect([permission, target, given]).toEqual([permission, target, expected]);
    }
});

test('rights missing in the table are denied', () => {
  expect(may({ role: 'super' }, 'profile.read', 'other')).toBeUndefined();
  expect(targetsOf('session.revokeOwn')).toEqual(['self', 'club', 'other']);
});

describe('the first check of a request', () => {
  test('passes for roles that may act on some target, and refuses those that may on none', () => {
    for (const permission of names)
      for (const role of everybody) {
        const some = targetsOf(permission).some((target) => may({ role }, permission, target) !== undefined);
        if (some) expect([permission, role, mayForAnyTarget({ role }, permission)]).toEqual([permission, role, true]);
      }
    expect(mayForAnyTarget({ role: 'editor' }, 'users.list')).toBe(false);
    expect(mayForAnyTarget({}, 'profile.read')).toBe(false);
    expect(roleNames.filter((role) => mayForAnyTarget({ role }, 'profile.linkMember'))).toEqual([]);
  });

  test('rights that only signed-in users lack are granted to visitors', () => {
    expect(roleNames.map((role) => mayForAnyTarget({ role }, 'session.signIn'))).toEqual([true, true, true, true, true]);
    expect(mayForAnyTarget({}, 'session.signOut')).toBe(false);
  });
});

test('a permission belongs to one feature of a club, or to none', () => {
  expect([featureOf('news.list'), featureOf('users.list')]).toEqual(['news', undefined]);
});

test('the roles are in their order, and each is at least itself', () => {
  const order = roleNames.map((one) => roleNames.filter((other) => isAtLeast(one, other)).length);
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(roleNames.filter(isReader)).toEqual(roleNames);
  expect(roleNames.filter(isManager)).toEqual(['editor', 'admin', 'super']);
  expect(roleNames.filter(isAdmin)).toEqual(['admin', 'super']);
  expect(roleNames.filter(isSuperuser)).toEqual(['super']);
  expect([isReader, isManager, isAdmin, isSuperuser].map((holds) => holds(undefined))).toEqual([false, false, false, false]);
  expect(roleDisplayName('editor')).toBe('Abteilungsleiter');
});
