import { expect, test } from 'vitest';
import {
  beginsPeriod,
  comingPriceOf,
  comingPricesInWords,
  earliestPriceDay,
  endBeforeRise,
  priceInWords,
  riseInWords,
} from './priceChangeRules.ts';

const coming = { from: '2027-02-01', prices: [{ category: 'member', cents: 1500, per: 'month' }] } as const;
const mila = { priceCategory: 'member', priceCents: 1200 } as const;
const plain = (words: readonly string[]) => words.map((one) => one.replaceAll('\u00A0', ' '));

test('a new price starts with a period, at least six weeks after its announcement', () => {
  expect(earliestPriceDay('2026-11-22', ['month'])).toBe('2027-02-01');
  expect(earliestPriceDay('2026-11-20', ['month'])).toBe('2027-01-01');
  expect(earliestPriceDay('2026-11-22', ['month', 'quarter'])).toBe('2027-04-01');
  expect(earliestPriceDay('2026-11-22', ['year'])).toBe('2028-01-01');
  expect([beginsPeriod('2027-02-01', ['month']), beginsPeriod('2027-02-01', ['quarter']), beginsPeriod('2027-02-02', ['month'])]).toEqual([
    true,
    false,
    false,
  ]);
});

test('people who would pay more can leave until the day before; nobody leaves later, or earlier for a lower price', () => {
  expect(endBeforeRise('2027-03-31', mila, coming, '2027-01-10')).toBe('2027-01-31');
  expect(endBeforeRise('2026-12-31', mila, coming, '2026-11-22')).toBe('2026-12-31');
  expect(endBeforeRise('2027-03-31', mila, coming, '2027-02-01')).toBe('2027-03-31');
  expect(endBeforeRise('2027-03-31', { ...mila, priceCents: 1800 }, coming, '2027-01-10')).toBe('2027-03-31');
  expect(endBeforeRise('2027-03-31', { ...mila, priceCategory: 'child' }, coming, '2027-01-10')).toBe('2027-03-31');
});

test('the new price is shown to everybody, and its effect to those who pay it', () => {
  expect(plain(comingPricesInWords(coming))).toEqual(['Neue Preise ab 01.02.2027: Mitglieder 15,00 € im Monat.']);
  expect(plain(riseInWords(mila, coming))).toEqual([
    'Ab 01.02.2027 kostet es 15,00 € im Monat.',
    'Wer deshalb bis zum 31.01.2027 kündigt, zahlt den neuen Preis nicht mehr.',
  ]);
  expect(riseInWords({ ...mila, priceCategory: null }, coming)).toEqual([]);
  expect(comingPricesInWords(null)).toEqual([]);
});

test('a price per year can change in January only, one per quarter at each quarter', () => {
  const months = Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}-01`);
  expect(months.filter((day) => beginsPeriod(day, ['month', 'year']))).toEqual(['2027-01-01']);
  expect(months.filter((day) => beginsPeriod(day, ['quarter']))).toEqual(['2027-01-01', '2027-04-01', '2027-07-01', '2027-10-01']);
});

test('an unchanged price is no change, and a new price of a free offer is an increase', () => {
  expect(comingPriceOf({ ...mila, priceCents: 1500 }, coming)).toBeUndefined();
  expect(comingPriceOf({ ...mila, priceCents: null }, coming)).toMatchObject({ cents: 1500, from: '2027-02-01', isMore: true });
  expect(comingPriceOf({ ...mila, priceCents: 1501 }, coming)).toMatchObject({ isMore: false });
  expect(priceInWords(0, 'month')).toBe('nichts');
});
