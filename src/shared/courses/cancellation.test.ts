import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { cancelFee, cancelRuleInWords } from './cancellation.ts';

test('signing off is free until the deadline, its last day included, and then costs by tier', () => {
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
    'Bis 31 Tage vor Beginn (31.12.2026) ist die Abmeldung kostenlos.',
    'Ab 30 Tagen vor Beginn: 50 % des Preises.',
    'Ab 19 Tagen vor Beginn: 75 % des Preises.',
    'Ab 9 Tagen vor Beginn: 100 % des Preises.',
  ]);
});

test('a deadline that has passed is said as it is: what signing off costs from now on, and what follows', () => {
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
  expect(on('2027-01-17')[0]).toBe('Bis 14 Tage vor Beginn (17.01.2027) ist die Abmeldung kostenlos.');
  const half = 'Ab jetzt verbindlich: Eine Absage kostet 50 % des Preises.';
  expect(on('2027-01-18')).toEqual([half, `Ab 5 Tagen vor Beginn: ${euros(3000)}.`, 'Ab dem Beginn: 100 % des Preises.']);
  expect(on('2027-01-26')).toEqual([`Ab jetzt verbindlich: Eine Absage kostet ${euros(3000)}.`, 'Ab dem Beginn: 100 % des Preises.']);
  expect(on('2027-03-01')).toEqual(['Ab jetzt verbindlich: Eine Absage kostet den vollen Preis.']);
  expect(cancelRuleInWords({ ...rule, cancelTiers: [] }, '2027-03-01')).toEqual([
    'Ab jetzt verbindlich: Eine Absage kostet den vollen Preis.',
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
