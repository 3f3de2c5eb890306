import { expect, test } from 'vitest';
import { isAdmin, isAtLeast, isManager, isReader, isSuperuser, roleDisplayName, roleNames, type Role } from './roles.ts';

const everybody: (Role | undefined)[] = [undefined, ...roleNames];
const allowed = (may: (role: Role | undefined) => boolean) => everybody.filter(may);

test('each term for a group of people means exactly these roles', () => {
  expect(allowed(isReader)).toEqual(['reader', 'trainer', 'editor', 'admin', 'super']);
  expect(allowed(isManager)).toEqual(['editor', 'admin', 'super']);
  expect(allowed(isAdmin)).toEqual(['admin', 'super']);
  expect(allowed(isSuperuser)).toEqual(['super']);
});

test('a role includes itself and those below it', () => {
  for (const [at, role] of roleNames.entries())
    expect(roleNames.map((other) => isAtLeast(role, other))).toEqual(roleNames.map((_other, below) => below <= at));
});

test('each role has its German name', () => {
  expect(roleNames.map(roleDisplayName)).toEqual([
    'Registrierter Benutzer',
    'Übungsleiter/Trainer',
    'Abteilungsleiter',
    'Vorstand',
    'Superuser',
  ]);
});
