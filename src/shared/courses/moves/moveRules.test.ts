import { expect, test } from 'vitest';
import { moveInWords, movePlan } from './moveRules.ts';

test('a period begun in the old group is paid to its end, and the new group is charged from the day after', () => {
  const days = (startsOn: string, per: 'month' | 'quarter' | 'year') => {
    const { leavesOn, billedUntil, billedFrom } = movePlan(startsOn, { cents: 1200, per }, '2026-01-12');
    return [leavesOn, billedUntil, billedFrom];
  };
  expect(days('2026-12-15', 'month')).toEqual(['2026-12-14', '2026-12-31', '2027-01-01']);
  expect(days('2026-12-01', 'month')).toEqual(['2026-11-30', '2026-11-30', '2026-12-01']);
  expect(days('2028-02-29', 'month')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(days('2026-11-15', 'quarter')).toEqual(['2026-11-14', '2026-12-31', '2027-01-01']);
  expect(days('2026-02-01', 'year')).toEqual(['2026-01-31', '2026-12-31', '2027-01-01']);
});

test('a free group or one priced per session is billed for its own days', () => {
  for (const old of [
    { cents: 0, per: 'month' as const },
    { cents: null, per: null },
    { cents: 500, per: 'session' as const },
  ])
    expect(movePlan('2026-12-15', old, null)).toMatchObject({ billedUntil: '2026-12-14', billedFrom: '2026-12-15' });
});

test('the text of the change names both prices and their days', () => {
  const old = { title: 'Minis', cents: 1200, per: 'month' as const };
  const next = { title: 'Maxis', cents: 1500, per: 'month' as const };
  expect(moveInWords(old, next, movePlan('2026-12-15', old, null)).map((words) => words.replaceAll('\u00A0', ' '))).toEqual([
    'Bis 14.12.2026 bei „Minis“, ab 15.12.2026 bei „Maxis“.',
    '„Minis“ kostet bis 31.12.2026 weiter 12,00 € im Monat.',
    '„Maxis“ kostet ab 01.01.2027 15,00 € im Monat.',
    'Eine Gebühr oder eine neue Mindestdauer gibt es nicht.',
  ]);
});

test('an unused seat costs nothing, and the new group is charged from its first session', () => {
  const old = { title: 'Minis', cents: 1200, per: 'month' as const };
  const plan = movePlan('2026-12-15', old, '2026-12-16');
  expect(plan).toMatchObject({ hasBegun: false, billedFrom: '2026-12-15' });
  const words = moveInWords(old, { title: 'Maxis', cents: 1500, per: 'month' }, plan).map((one) => one.replaceAll('\u00A0', ' '));
  expect(words.slice(0, 2)).toEqual(['Ab 15.12.2026 bei „Maxis“ statt bei „Minis“.', '„Maxis“ kostet ab 15.12.2026 15,00 € im Monat.']);
});

test.each([
  ['2026-01-02', '2026-03-31'],
  ['2026-03-31', '2026-03-31'],
  ['2026-05-15', '2026-06-30'],
  ['2026-08-15', '2026-09-30'],
  ['2026-12-15', '2026-12-31'],
])('a begun quarter is paid to its end: a change of %s until %s', (startsOn, until) => {
  expect(movePlan(startsOn, { cents: 3000, per: 'quarter' }, null).billedUntil).toBe(until);
});

test('a seat counts as used if its first day is the one before the change', () => {
  const begun = (oldStartsOn: string) => movePlan('2026-12-15', { cents: 1200, per: 'month' }, oldStartsOn).hasBegun;
  expect([begun('2026-12-14'), begun('2026-12-15')]).toEqual([true, false]);
});
