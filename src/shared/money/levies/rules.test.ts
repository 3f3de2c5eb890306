import { expect, test } from 'vitest';
import { hoursWords, meansMember, type LevyMember } from './rules.ts';

const member = (values: Partial<LevyMember> = {}): LevyMember => ({
  kind: 'active',
  birthDate: '2000-06-15',
  slices: [{ departmentId: 'turnen', from: '2020-01-01', to: '2026-10-31' }],
  ...values,
});
const all = { memberKinds: [], departmentId: null, ageFrom: null, ageTo: null };

test('minutes are told as hours', () => {
  expect([60, 75, 225].map(hoursWords)).toEqual(['1 Stunde', '1,25 Stunden', '3,75 Stunden']);
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
