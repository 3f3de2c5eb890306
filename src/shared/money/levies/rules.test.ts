import { expect, test } from 'vitest';
import { hoursWords, meansMember, type LevyMember } from './rules.ts';

const member = (values: Partial<LevyMember> = {}): LevyMember => ({
  kind: 'active',
  birthDate: '2000-06-15',
  slices: [{ departmentId: 'turnen', from: '2020-01-01', to: '2026-10-31' }],
  ...values,
});
const all = { memberKinds: [], departmentId: null, ageFrom: null, ageTo: null };

test('minutes are shown as hours', () => {
  expect([60, 75, 225].map(hoursWords)).toEqual(['1 Stunde', '1,25 Stunden', '3,75 Stunden']);
});

test('members are selected by kind, department of that day and age on that day; without a birth date nobody is selected by age', () => {
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

test('the first and the last day in a department count, and so do the minimum and maximum age', () => {
  const turnen = { ...all, departmentId: 'turnen' };
  const on = (day: string) => meansMember(member(), turnen, day);
  expect([on('2019-12-31'), on('2020-01-01'), on('2026-10-31'), on('2026-11-01')]).toEqual([false, true, true, false]);
  const aged = (ageFrom: number | null, ageTo: number | null) => meansMember(member(), { ...all, ageFrom, ageTo }, '2026-06-15');
  expect([aged(26, null), aged(27, null), aged(null, 26), aged(null, 25)]).toEqual([true, false, true, false]);
  expect(meansMember(member({ birthDate: '2026-06-15' }), { ...all, ageTo: 5 }, '2026-06-15')).toBe(true);
});
