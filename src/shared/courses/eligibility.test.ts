import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import { ageOn } from '#shared/kernel/age.ts';
import { needsGuardian, priceFor, proRata, reasonsAgainst, ruleInWords, type CourseRule } from './eligibility.ts';

const child = { ageMin: 6, ageMax: 10, ageReference: 'course_start', gender: 'any', startsOn: '2027-01-11', requiresGuardian: true };

test('a child must be six on the day the course begins', () => {
  expect(reasonsAgainst(child, { birthDate: '2021-01-12', gender: null }, '2026-11-21')).toEqual(['Zu jung: ab 6 Jahren am 11.01.2027.']);
  expect(reasonsAgainst(child, { birthDate: '2021-01-11', gender: null }, '2026-11-21')).toEqual([]);
  expect(ruleInWords(child)).toBe('von 6 bis 10 Jahren (bei Kursbeginn)');
});

test('a person born on 29 February has the birthday on 1 March', () => {
  expect(ageOn('2020-02-29', '2026-02-28')).toBe(5);
  expect(ageOn('2020-02-29', '2026-03-01')).toBe(6);
  expect(ageOn('2020-02-29', '2028-02-29')).toBe(8);
});

test('the age increases by one on each birthday only', () => {
  const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days));
  fc.assert(
    fc.property(day, day, (birth, other) => {
      const step = ageOn(birth, addDays(other, 1)) - ageOn(birth, other);
      const isBirthday = addDays(other, 1).slice(5) === birth.slice(5) || (birth.endsWith('02-29') && addDays(other, 1).endsWith('03-01'));
      expect(step === 0 || (step === 1 && isBirthday)).toBe(true);
    }),
  );
});

test('the first matching price applies, and the partner price only to partners', () => {
  const prices = [
    { category: 'non_member', cents: 9000, per: 'course' },
    { category: 'partner_member', cents: 7000, per: 'course' },
    { category: 'member', cents: 5000, per: 'course' },
    { category: 'child', cents: 4000, per: 'course' },
  ] as const;
  const nobody = { isMember: false, isPartnerMember: false, isUnder18: false };
  expect(priceFor(prices, nobody)?.cents).toBe(9000);
  expect(priceFor(prices, { ...nobody, isPartnerMember: true })?.cents).toBe(7000);
  expect(priceFor(prices, { ...nobody, isPartnerMember: true, isMember: true })?.cents).toBe(5000);
  expect(priceFor(prices, { ...nobody, isUnder18: true })?.cents).toBe(4000);
  expect(priceFor(prices.slice(1, 3), nobody)).toBeUndefined();
});

test('a share of a price is whole cents, never more than the price, and half a cent is rounded up', () => {
  expect(proRata(5000, 7, 10)).toBe(3500);
  expect(proRata(101, 1, 2)).toBe(51);
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(60), fc.integer({ min: 1, max: 60 }), (cents, remaining, all) => {
      const share = proRata(cents, remaining, all);
      expect(Number.isInteger(share) && share >= 0 && share <= cents).toBe(true);
      if (remaining <= all) expect(Math.abs(share - (cents * remaining) / all)).toBeLessThanOrEqual(0.5);
    }),
  );
});

test('a group counts ages by the day of joining, a course by its first day, and an event by its own day', () => {
  const born = { birthDate: '2016-05-01', gender: null };
  const over = (change: Partial<CourseRule>) => reasonsAgainst({ ...child, ...change }, born, '2027-06-01');
  expect(over({})).toEqual([]);
  expect(over({ ageReference: 'session' })).toEqual(['Zu alt: bis 10 Jahre am 01.06.2027.']);
  expect(over({ kind: 'permanent' })).toEqual(['Zu alt: bis 10 Jahre am 01.06.2027.']);
  expect(over({ kind: 'permanent', startsOn: '2027-07-01' })).toEqual(['Zu alt: bis 10 Jahre am 01.07.2027.']);
});

test('by birth year everybody of a year has one age; a group counts by the season, which begins in August', () => {
  const rule = { ...child, ageReference: 'birth_year' };
  const against = (birthDate: string, today: string, kind = 'course') =>
    reasonsAgainst({ ...rule, kind }, { birthDate, gender: null }, today);
  expect(against('2021-12-31', '2026-11-21')).toEqual([]);
  expect(against('2022-01-01', '2026-11-21')).toEqual(['Zu jung: ab 6 Jahren Jahrgang 2027.']);
  expect(against('2016-12-31', '2027-07-31', 'permanent')).toEqual([]);
  expect(against('2016-12-31', '2027-08-01', 'permanent')).toEqual(['Zu alt: Jahrgänge 2017 bis 2021 (Saison 2027/28).']);
});

test.each<[Partial<CourseRule>, string, string]>([
  [{ ageMin: 6, ageMax: 6 }, '2019-01-01', 'Zu alt: Jahrgang 2020 (Saison 2026/27).'],
  [{ ageMin: 18, ageMax: null }, '2019-01-01', 'Zu jung: Jahrgang 2008 und älter (Saison 2026/27).'],
  [{ ageMin: null, ageMax: 6 }, '2019-01-01', 'Zu alt: Jahrgang 2020 und jünger (Saison 2026/27).'],
])('a group of %o names the birth years that it accepts', (ages, birthDate, sentence) => {
  const rule = { ...child, kind: 'permanent', ageReference: 'birth_year', startsOn: '2026-09-01', ...ages };
  expect(reasonsAgainst(rule, { birthDate, gender: null }, '2026-11-21')).toEqual([sentence]);
});

test('without a birth date nobody is accepted by age, in either direction, nor where a guardian must sign', () => {
  const free = { ...child, ageMin: null, ageMax: null, requiresGuardian: false };
  const against = (change: Partial<CourseRule>) => reasonsAgainst({ ...free, ...change }, { birthDate: null, gender: null }, '2026-11-21');
  for (const change of [{ ageMin: 6 }, { ageMax: 10 }, { requiresGuardian: true }])
    expect(against(change)).toEqual(['Das Geburtsdatum fehlt.']);
  expect(against({})).toEqual([]);
});

test.each([
  ['w', 'm', 1],
  ['w', 'w', 0],
  ['w', 'd', 0],
  ['w', null, 0],
  ['m', 'w', 1],
  ['m', 'm', 0],
  ['m', 'd', 0],
  ['any', 'w', 0],
  ['any', 'm', 0],
])('an offer for %s against somebody who is %s: %i reasons', (gender, own, count) => {
  expect(reasonsAgainst({ ...child, gender }, { birthDate: '2020-05-01', gender: own }, '2026-11-21')).toHaveLength(count);
});

test('only minors need a guardian, and only where the offer asks for one', () => {
  const needs = (requiresGuardian: boolean, birthDate: string | null) => needsGuardian({ requiresGuardian }, birthDate, '2026-11-21');
  expect([needs(true, '2008-11-22'), needs(true, '2008-11-21'), needs(true, null), needs(false, '2015-01-01')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each<[Partial<CourseRule>, string]>([
  [{ ageMin: 6, ageMax: 6 }, '6 Jahre (bei Kursbeginn)'],
  [{ ageMax: null }, 'ab 6 Jahren (bei Kursbeginn)'],
  [{ ageMin: null }, 'bis 10 Jahre (bei Kursbeginn)'],
  [{ ageMin: null, ageMax: null }, ''],
  [{ ageMin: null, ageMax: null, gender: 'w' }, 'nur Frauen und Mädchen'],
  [{ kind: 'permanent' }, 'von 6 bis 10 Jahren (am Tag des Termins)'],
  [{ kind: 'permanent', ageReference: 'birth_year', gender: 'm' }, 'von 6 bis 10 Jahren (nach Jahrgang), nur Männer und Jungen'],
])('the rule %o reads "%s"', (change, words) => {
  expect(ruleInWords({ ...child, ...change })).toBe(words);
});

test('the reduced price applies only to people known to have it, and after that of a child', () => {
  const prices = (['reduced', 'child', 'non_member'] as const).map((category, at) => ({
    category,
    cents: 1000 + at,
    per: 'course' as const,
  }));
  const nobody = { isMember: false, isPartnerMember: false, isUnder18: false };
  const category = (facts: Partial<Parameters<typeof priceFor>[1]>) => priceFor(prices, { ...nobody, ...facts })?.category;
  expect([category({}), category({ isReduced: true }), category({ isReduced: true, isUnder18: true })]).toEqual([
    'non_member',
    'reduced',
    'child',
  ]);
});

test('joining after the last session is free, and an offer without sessions costs its whole price', () => {
  expect([proRata(5000, 0, 10), proRata(5000, -1, 10), proRata(5000, 0, 0)]).toEqual([0, 0, 5000]);
});
