import { expect, test } from 'vitest';
import { clubNames } from '#shared/kernel/clubs.ts';
import { clubOfParameter, groupOfParameter, parameterGroups, parameterNames, parameters } from './config.ts';

test('every parameter has a default that is valid for its own shape', () => {
  for (const name of parameterNames) {
    const { shape, default: value } = parameters[name];
    expect(shape.safeParse(value).success, name).toBe(true);
  }
});

test('the public parameters are only those required for sign-in', () => {
  expect(parameterNames.filter((name) => parameters[name].isPublic)).toEqual(['showSignInErrors']);
});

test('a parameter of one club is found by its name, and each club has the same ones', () => {
  expect([clubOfParameter('orders.SCB.cash'), clubOfParameter('feedbackMail'), clubOfParameter('secondFactor.roles')]).toEqual([
    'SCB',
    undefined,
    undefined,
  ]);
  const [first = [], ...others] = clubNames.map((club) =>
    parameterNames
      .filter((name) => clubOfParameter(name) === club && !name.startsWith('members.'))
      .map((name) => name.replace(`.${club}.`, '.')),
  );
  expect(first.length).toBeGreaterThan(0);
  for (const other of others) expect(other).toEqual(first);
  // The association has clubs as members, who send no applications.
  expect(parameterNames.filter((name) => name.startsWith('members.'))).toEqual(['members.RWA.applications', 'members.SCB.applications']);
});

test('every parameter is in one section of the settings page, and no section is empty', () => {
  const groups = parameterNames.map(groupOfParameter);
  expect(new Set(groups)).toEqual(new Set(parameterGroups.map(({ id }) => id)));
  expect([groupOfParameter('fees.RWA.yearStart'), groupOfParameter('orders.RWA.cash')]).toEqual(['bank', 'weiteres']);
});

test.each([
  ['fees.RWA.yearStart', 1, true],
  ['fees.RWA.yearStart', 12, true],
  ['fees.RWA.yearStart', 0, false],
  ['fees.RWA.yearStart', 13, false],
  ['orders.RWA.cash', 'ja', false],
  ['lsb.RWA.clubNumber', '12345678901', false],
] as const)('%s with the value %o: %s', (name, value, isTaken) => {
  expect(parameters[name].shape.safeParse(value).success).toBe(isTaken);
});
