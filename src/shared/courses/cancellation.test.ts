import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { bindingSentence, cancelFee, cancelRuleBefore, cancelRuleInWords, freeUntil } from './cancellation.ts';

test('cancelling is free until the deadline, its last day included, and then costs by tier', () => {
  const rule = {
    cancelFreeUntilDays: 31,
    startsOn: '2027-01-31',
    cancelTiers: [
      { days: 30, percent: 50 },
      { days: 19, percent: 75 },
      { days: 9, percent: 100 },
    ],
  };
  const feeOn = (day: string) => cancelFee(rule, 8001, day);
  expect([feeOn('2026-12-31'), feeOn('2027-01-01'), feeOn('2027-01-12'), feeOn('2027-01-22'), feeOn('2027-02-05')]).toEqual([
    0, 4001, 6001, 8001, 8001,
  ]);
  expect(cancelRuleInWords(rule)).toEqual([
    'Bis 31 Tage vor Beginn (31.12.2026) sagen Sie kostenlos ab.',
    'Ab 30 Tagen vor Beginn: 50 % des Preises.',
    'Ab 19 Tagen vor Beginn: 75 % des Preises.',
    'Ab 9 Tagen vor Beginn: 100 % des Preises.',
  ]);
});

test('after the deadline the text says what cancelling costs from now on, and what follows', () => {
  const rule = {
    cancelFreeUntilDays: 14,
    startsOn: '2027-01-31',
    cancelTiers: [
      { days: 10, percent: 50 },
      { days: 5, cents: 3000 },
      { days: 0, percent: 100 },
    ],
  };
  const on = (day: string) => cancelRuleInWords(rule, day);
  expect(on('2027-01-17')[0]).toBe('Bis 14 Tage vor Beginn (17.01.2027) sagen Sie kostenlos ab.');
  const half = 'Ab jetzt verbindlich: Eine Absage kostet 50 % des Preises.';
  expect(on('2027-01-18')).toEqual([half, `Ab 5 Tagen vor Beginn: ${euros(3000)}.`, 'Ab dem Beginn: 100 % des Preises.']);
  expect(on('2027-01-26')).toEqual([`Ab jetzt verbindlich: Eine Absage kostet ${euros(3000)}.`, 'Ab dem Beginn: 100 % des Preises.']);
  expect(on('2027-03-01')).toEqual(['Ab jetzt verbindlich: Eine Absage kostet den vollen Preis.']);
  expect(cancelRuleInWords({ ...rule, cancelTiers: [] }, '2027-03-01')).toEqual([
    'Ab jetzt verbindlich: Eine Absage kostet den vollen Preis.',
  ]);
});

test('a tier has an amount or a share; without either it is the whole price, and an amount never exceeds the price', () => {
  const rule = (tier: { percent?: number; cents?: number }) => ({
    cancelFreeUntilDays: 7,
    startsOn: '2027-01-31',
    cancelTiers: [{ days: 6, ...tier }],
  });
  const day = '2027-01-30';
  expect([cancelFee(rule({}), 8000, day), cancelRuleInWords(rule({}), day)]).toEqual([8000, [bindingSentence('den vollen Preis')]]);
  expect(cancelRuleInWords(rule({}))[1]).toBe('Ab 6 Tagen vor Beginn: 100 % des Preises.');
  expect(cancelFee(rule({ cents: 9000 }), 8000, day)).toBe(8000);
  expect(cancelFee(rule({ cents: 0 }), 8000, day)).toBe(0);
});

test('one day is in the singular, a deadline at the start is given by date, and without tiers the whole price follows', () => {
  const rule = { cancelFreeUntilDays: 1, startsOn: '2027-01-31', cancelTiers: [{ days: 1, percent: 50 }] };
  expect(cancelRuleInWords(rule)).toEqual([
    'Bis 1 Tag vor Beginn (30.01.2027) sagen Sie kostenlos ab.',
    'Ab 1 Tag vor Beginn: 50 % des Preises.',
  ]);
  expect(cancelRuleInWords({ ...rule, cancelFreeUntilDays: 0, cancelTiers: [] })).toEqual([
    'Bis zum Beginn am 31.01.2027 sagen Sie kostenlos ab.',
    'Danach wird der volle Preis fällig.',
  ]);
});

test('a later cancellation never costs less, and never more than the price', () => {
  const tier = fc.record({ days: fc.nat(60), percent: fc.nat(100) });
  fc.assert(
    fc.property(
      fc.array(tier, { maxLength: 4 }),
      fc.nat(60),
      fc.nat(50_000),
      fc.integer({ min: -10, max: 90 }),
      (tiers, free, price, left) => {
        const rising = tiers
          .toSorted((a, b) => b.days - a.days)
          .map((one, at, all) => ({ ...one, percent: Math.max(...all.slice(0, at + 1).map((t) => t.percent)) }));
        const rule = { cancelFreeUntilDays: free, cancelTiers: rising, startsOn: '2027-06-01' };
        const fee = cancelFee(rule, price, addDays('2027-06-01', -left));
        const later = cancelFee(rule, price, addDays('2027-06-01', 1 - left));
        expect(Number.isInteger(fee) && fee >= 0 && fee <= price && later >= fee).toBe(true);
      },
    ),
  );
});

describe('a person who joins after the free days', () => {
  const rule = { cancelFreeUntilDays: 14, cancelTiers: [], startsOn: '2026-08-11', graceHours: 48 };
  const order = new Date('2026-11-22T09:00:00Z');

  test.each([
    ['the next date is later', '2026-11-26T17:00:00Z', '2026-11-24T09:00:00.000Z'],
    ['the next date comes first', '2026-11-23T17:00:00Z', '2026-11-23T17:00:00.000Z'],
  ])('can cancel for free for 48 hours, never beyond the first session: %s', (_what, first, end) => {
    expect(freeUntil(rule, order, new Date(first)).toISOString()).toBe(end);
  });

  test('is told that an offer starts soon; from its first day that it is running', () => {
    const first = (today: string) => cancelRuleBefore(rule, today)[0]?.split(':')[0];
    expect([first('2026-08-10'), first('2026-08-11')]).toEqual(['Der Kurs beginnt bald', 'Der Kurs läuft schon']);
  });

  test('is told no past day, and the cost afterwards', () => {
    expect(cancelRuleBefore(rule, '2026-11-22')).toEqual([
      'Der Kurs läuft schon: nach der Anmeldung 48 Stunden kostenlos, höchstens bis zum ersten Termin.',
      'Danach kostet eine Absage den vollen Preis.',
    ]);
    expect(cancelRuleBefore({ ...rule, graceHours: 0 }, '2026-11-22')).toEqual(cancelRuleInWords(rule, '2026-11-22'));
  });

  test("a person who joins in time can cancel for free until the end of the deadline's day", () => {
    expect(freeUntil({ ...rule, startsOn: '2027-02-01' }, order, undefined).toISOString()).toBe('2027-01-18T23:00:00.000Z');
    expect(cancelRuleBefore({ ...rule, startsOn: '2027-02-01' }, '2026-11-22')).toEqual(
      cancelRuleInWords({ ...rule, startsOn: '2027-02-01' }, '2026-11-22'),
    );
  });
});
