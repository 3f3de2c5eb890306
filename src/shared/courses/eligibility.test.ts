import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import { ageOn } from '#shared/kernel/age.ts';
import { priceFor, proRata, reasonsAgainst, ruleInWords } from './eligibility.ts';

const child = { ageMin: 6, ageMax: 10, ageReference: 'course_start', gender: 'any', startsOn: '2027-01-11', requiresGuardian: true };

test('a child must be six on the day the course begins', () => {
  expect(reasonsAgainst(child, { birthDate: '2021-01-12', gender: null }, '2026-11-21')).toEqual(['Zu jung: ab 6 Jahren am 11.01.2027.']);
  expect(reasonsAgainst(child, { birthDate: '2021-01-11', gender: null }, '2026-11-21')).toEqual([]);
  expect(ruleInWords(child)).toBe('von 6 bis 10 Jahren (bei Kursbeginn)');
});

test('whoever was born on 29 February turns on 1 March', () => {
  expect(ageOn('2020-02-29', '2026-02-28')).toBe(5);
  expect(ageOn('2020-02-29', '2026-03-01')).toBe(6);
  expect(ageOn('2020-02-29', '2028-02-29')).toBe(8);
});

test('the age grows by one on each birthday and at no other time', () => {
  const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days));
  fc.assert(
    fc.property(day, day, (birth, other) => {
      const step = ageOn(birth, addDays(other, 1)) - ageOn(birth, other);
      const isBirthday = addDays(other, 1).slice(5) === birth.slice(5) || (birth.endsWith('02-29') && addDays(other, 1).endsWith('03-01'));
      expect(step === 0 || (step === 1 && isBirthday)).toBe(true);
    }),
  );
});

test('the price is the first that fits, and the partner price only for partners', () => {
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

test('a share of a price is whole cents, never more than the price, and half a cent goes up', () => {
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
