import { expect, test } from 'vitest';
import { hoursWords, meansMember, memberMonths, missingMinutes, type LevyMember } from './rules.ts';

const member = (values: Partial<LevyMember> = {}): LevyMember => ({
  kind: 'active',
  birthDate: '2000-06-15',
  joinedOn: '2020-01-01',
  leftOn: null,
  slices: [{ departmentId: 'turnen', from: '2020-01-01', to: '2026-10-31' }],
  ...values,
});
const all = { memberKinds: [], departmentId: null, ageFrom: null, ageTo: null };

test('five hours due and 3 h 40 done are 1,25 hours missing, 18,75 € at 15,00 €', () => {
  const missing = missingMinutes(300, 12, 220);
  expect(missing).toBe(75);
  expect(Math.round((missing * 1500) / 60)).toBe(1875);
  expect(hoursWords(missing)).toBe('1,25 Stunden');
});

test('who joined in April owes nine twelfths, in full quarters of an hour; who did enough owes nothing', () => {
  expect(memberMonths([member({ joinedOn: '2026-04-15' })], 2026)).toBe(9);
  expect(missingMinutes(300, 9, 0)).toBe(225);
  expect(missingMinutes(300, 1, 0)).toBe(15);
  expect(missingMinutes(300, 12, 286)).toBe(0);
  expect(missingMinutes(300, 12, 600)).toBe(0);
});

test('who leaves and comes back in a year owes the months of both, each month once', () => {
  const first = member({ joinedOn: '2020-01-01', leftOn: '2026-03-31' });
  expect(memberMonths([first, member({ joinedOn: '2026-03-31' })], 2026)).toBe(12);
  expect(memberMonths([first, member({ joinedOn: '2026-11-01' })], 2026)).toBe(5);
  expect(memberMonths([member({ joinedOn: '2027-01-01' })], 2026)).toBe(0);
});

test('members are meant by kind, department of that day and age on that day; without a birth date nobody guesses', () => {
  const day = '2026-06-15';
  expect(meansMember(member(), all, day)).toBe(true);
  expect(meansMember(member(), { ...all, memberKinds: ['passive'] }, day)).toBe(false);
  expect(meansMember(member(), { ...all, departmentId: 'turnen' }, day)).toBe(true);
  expect(meansMember(member(), { ...all, departmentId: 'turnen' }, '2026-11-01')).toBe(false);
  expect(meansMember(member(), { ...all, ageTo: 25 }, '2026-06-14')).toBe(true);
  expect(meansMember(member(), { ...all, ageTo: 25 }, day)).toBe(false);
  expect(meansMember(member({ birthDate: null }), { ...all, ageFrom: 18 }, day)).toBe('Das Geburtsdatum fehlt.');
  expect(meansMember(member({ birthDate: null }), all, day)).toBe(true);
});
