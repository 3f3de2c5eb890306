import { expect, test } from 'vitest';
import { knownEmergency } from './knownEmergency.ts';
import type { OwnPerson } from './people.ts';

const day = '2026-11-22';

test('the same child in another club comes first, then another child of the account', () => {
  const mila = child('Mila', { emergencyContactPhone: '0170 1' });
  const ben = child('Ben', { emergencyContactName: 'Oma', emergencyContactPhone: '0170 2', club: 'SCB' });
  expect(knownEmergency([mila, ben], child('Ben', {}), day)).toEqual({ name: 'Oma', phone: '0170 2', of: 'Ben' });
  expect(knownEmergency([mila, ben], child('Ida', {}), day)).toEqual({ name: '', phone: '0170 1', of: 'Mila' });
  expect(knownEmergency([mila], undefined, day)).toEqual({ name: '', phone: '0170 1', of: 'Mila' });
});

test('the number of an adult is not proposed for a child, and without a known number there is none', () => {
  expect(
    knownEmergency([child('Oma', { birthDate: '1950-01-01', emergencyContactPhone: '0170 1' })], child('Ben', {}), day),
  ).toBeUndefined();
  expect(knownEmergency([child('Mila', {})], child('Mila', {}), day)).toBeUndefined();
});

function child(firstname: string, changes: Partial<OwnPerson>): OwnPerson {
  return {
    id: '9c1d2e3f-4a5b-4c6d-8e7f-000000000002',
    club: 'RWA',
    relation: 'guardian',
    firstname,
    lastname: 'Vogel',
    birthDate: '2018-05-04',
    gender: null,
    emergencyContactName: '',
    emergencyContactPhone: '',
    emergencyOthers: [],
    goesHome: 'unknown',
    asksEmergency: false,
    mayBeChild: false,
    collectors: '',
    ...changes,
  };
}
