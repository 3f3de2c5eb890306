import { describe, expect, test } from 'vitest';
import { isAdmin, isAtLeast, isManager, isReader, isSuperuser, roleDisplayName, roleNames } from './access.ts';
import { permissions, type Permission } from './permissions.ts';
import { featureOf, may, mayAtAll, targetsOf } from './rights.ts';

const everybody = [undefined, ...roleNames];
const names = Object.keys(permissions) as Permission[];

test('each letter of the table is what it says, for each role and each kind of target', () => {
  for (const permission of names)
    for (const target of targetsOf(permission)) {
      const row = (permissions[permission] as { readonly [name: string]: string })[target] ?? '';
      const given = everybody.map((role) => may({ role }, permission, target));
      const expected = [...row].map((letter) => ({ A: 'all', L: 'limited' })[letter]);
      expect([permission, target, given]).toEqual([permission, target, expected]);
    }
});

test('what the table does not know is denied', () => {
  expect(may({ role: 'super' }, 'profile.read', 'other')).toBeUndefined();
  expect(targetsOf('session.revokeOwn')).toEqual(['self', 'club', 'other']);
});

describe('the first question at the door', () => {
  test('whoever may do it to some target may knock, whoever may to none may not', () => {
    for (const permission of names)
      for (const role of everybody) {
        const some = targetsOf(permission).some((target) => may({ role }, permission, target) !== undefined);
        if (some) expect([permission, role, mayAtAll({ role }, permission)]).toEqual([permission, role, true]);
      }
    expect(mayAtAll({ role: 'editor' }, 'users.list')).toBe(false);
    expect(mayAtAll({}, 'profile.read')).toBe(false);
    expect(roleNames.filter((role) => mayAtAll({ role }, 'profile.linkMember'))).toEqual([]);
  });

  test('what only does not apply to somebody signed in stays as open as to a visitor', () => {
    expect(roleNames.map((role) => mayAtAll({ role }, 'session.signIn'))).toEqual([true, true, true, true, true]);
    expect(mayAtAll({}, 'session.signOut')).toBe(false);
  });
});

test('a permission belongs to the switchable part of a club, or to none', () => {
  expect([featureOf('news.list'), featureOf('users.list')]).toEqual(['news', undefined]);
});

test('the roles stand in their order, and each is at least itself', () => {
  const order = roleNames.map((one) => roleNames.filter((other) => isAtLeast(one, other)).length);
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(roleNames.filter(isReader)).toEqual(roleNames);
  expect(roleNames.filter(isManager)).toEqual(['editor', 'admin', 'super']);
  expect(roleNames.filter(isAdmin)).toEqual(['admin', 'super']);
  expect(roleNames.filter(isSuperuser)).toEqual(['super']);
  expect([isReader, isManager, isAdmin, isSuperuser].map((holds) => holds(undefined))).toEqual([false, false, false, false]);
  expect(roleDisplayName('editor')).toBe('Abteilungsleiter');
});
