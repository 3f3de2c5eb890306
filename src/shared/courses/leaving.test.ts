import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#shared/kernel/calendar.ts';
import { noticeEnds } from './courseWords.ts';
import { leavesOn, leavingInWords, noEarlierThan, noticeInWords, paidUntilInWords, type NoticeRule } from './leaving.ts';

const fourWeeks: NoticeRule = { noticeAmount: 4, noticeUnit: 'week', noticeTo: 'any', minTermMonths: 0 };
const rules: NoticeRule[] = [
  fourWeeks,
  { ...fourWeeks, noticeTo: 'month_end' },
  { ...fourWeeks, noticeTo: 'quarter_end' },
  { ...fourWeeks, noticeAmount: 1, noticeUnit: 'month', noticeTo: 'month_end' },
];

test('the last day of a group equals that of the table, for twelve days of notice and four rules', () => {
  const ends: [string, string[]][] = [
    ['2026-11-22', ['2026-12-20', '2026-12-31', '2026-12-31', '2026-12-31']],
    ['2026-11-30', ['2026-12-28', '2026-12-31', '2026-12-31', '2026-12-31']],
    ['2026-12-03', ['2026-12-31', '2026-12-31', '2026-12-31', '2027-01-31']],
    ['2026-12-04', ['2027-01-01', '2027-01-31', '2027-03-31', '2027-01-31']],
    ['2026-12-31', ['2027-01-28', '2027-01-31', '2027-03-31', '2027-01-31']],
    ['2027-01-29', ['2027-02-26', '2027-02-28', '2027-03-31', '2027-02-28']],
    ['2027-01-31', ['2027-02-28', '2027-02-28', '2027-03-31', '2027-02-28']],
    ['2027-02-01', ['2027-03-01', '2027-03-31', '2027-03-31', '2027-03-31']],
    ['2027-03-03', ['2027-03-31', '2027-03-31', '2027-03-31', '2027-04-30']],
    ['2027-03-04', ['2027-04-01', '2027-04-30', '2027-06-30', '2027-04-30']],
    ['2027-08-31', ['2027-09-28', '2027-09-30', '2027-09-30', '2027-09-30']],
    ['2028-02-01', ['2028-02-29', '2028-02-29', '2028-03-31', '2028-03-31']],
  ];
  expect(ends.map(([day]) => [day, rules.map((rule) => leavesOn(day, rule, '2026-09-01'))])).toEqual(ends);
});

test('nobody leaves before the end of the minimum term: six months from 01.09.2026 end on 28.02.2027', () => {
  const rule: NoticeRule = { ...fourWeeks, noticeTo: 'month_end', minTermMonths: 6 };
  expect(leavesOn('2026-11-22', rule, '2026-09-01')).toBe('2027-02-28');
  expect(leavesOn('2027-02-10', rule, '2026-09-01')).toBe('2027-03-31');
  expect(noticeInWords(rule)).toBe('mit einer Frist von 4 Wochen zum Monatsende, frühestens nach 6 Monaten');
  expect(leavingInWords({ ...rule, minTermMonths: 0 }, null, '2026-11-22')).toEqual([
    'Läuft, bis Sie kündigen: mit einer Frist von 4 Wochen zum Monatsende.',
    'Wer heute kündigt, ist bis zum 31.12.2026 dabei und bezahlt bis dahin.',
  ]);
});

test('nobody leaves before the end of the notice period, nor later than a quarter after it, and a later notice never ends earlier', () => {
  const rule = fc.record({
    noticeAmount: fc.integer({ min: 0, max: 12 }),
    noticeUnit: fc.constant('week' as const),
    noticeTo: fc.constantFrom(...noticeEnds),
    minTermMonths: fc.constant(0),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), rule, (at, one) => {
      const day = addDays('2026-01-01', at);
      const end = leavesOn(day, one, null);
      const over = daysBetween(addDays(day, one.noticeAmount * 7), end);
      expect(over).toBeGreaterThanOrEqual(0);
      expect(over).toBeLessThanOrEqual(92);
      expect(leavesOn(addDays(day, 1), one, null) >= end).toBe(true);
    }),
  );
});

test.each<[Partial<NoticeRule>, string]>([
  [{ noticeAmount: 0 }, 'jederzeit'],
  [{ noticeAmount: 0, noticeTo: 'quarter_end' }, 'jederzeit zum Quartalsende'],
  [{ noticeAmount: 1 }, 'mit einer Frist von 1 Woche'],
  [{ noticeAmount: 1, noticeUnit: 'month' }, 'mit einer Frist von 1 Monat'],
  [{ noticeAmount: 3, noticeUnit: 'month', noticeTo: 'month_end' }, 'mit einer Frist von 3 Monaten zum Monatsende'],
  [{ minTermMonths: 1 }, 'mit einer Frist von 4 Wochen, frühestens nach 1 Monat'],
])('the rule %o reads "%s"', (change, words) => {
  expect(noticeInWords({ ...fourWeeks, ...change })).toBe(words);
});

test('a minimum term of one month counts, and ends the day before the same day of the next month', () => {
  const rule: NoticeRule = { ...fourWeeks, noticeAmount: 0, minTermMonths: 1 };
  expect(leavesOn('2026-09-02', rule, '2026-09-01')).toBe('2026-09-30');
  expect(leavesOn('2026-09-02', rule, null)).toBe('2026-09-02');
});

test('a later day than the earliest can be requested, an earlier one is ignored', () => {
  const earliest = '2026-12-31';
  expect(noEarlierThan(earliest, null, 'month_end')).toBe(earliest);
  expect(noEarlierThan(earliest, '2026-12-05', 'month_end')).toBe(earliest);
  expect(noEarlierThan(earliest, '2027-02-05', 'month_end')).toBe('2027-02-28');
  expect(noEarlierThan(earliest, '2027-02-05', 'any')).toBe('2027-02-05');
});

test.each([
  [{ priceCents: 1200, pricePer: 'month' }, 'Bis dahin zahlen Sie weiter 12,00 € im Monat, zuletzt für 12/2026'],
  [{ priceCents: 3000, pricePer: 'quarter' }, 'Bis dahin zahlen Sie weiter 30,00 € im Quartal, zuletzt für 4. Quartal 2026'],
  [{ priceCents: 300, pricePer: 'session' }, 'Bis dahin zahlen Sie weiter 3,00 € je Termin'],
  [{ priceCents: 0, pricePer: 'month' }, ''],
  [{ priceCents: null, pricePer: null }, ''],
] as const)('before the notice stands what is paid until the last day: %o', (price, words) => {
  expect(paidUntilInWords(price, '2026-12-31', '2026-12-03').replaceAll('\u00a0', ' ')).toBe(words);
});

test('a seat that begins later is paid from its own first day, not from the day of the notice', () => {
  const price = { priceCents: 1200, pricePer: 'month', paidFrom: '2026-12-01' } as const;
  expect(paidUntilInWords(price, '2026-12-31', '2026-11-29').replaceAll('\u00a0', ' ')).toBe(
    'Bis dahin zahlen Sie weiter 12,00 € im Monat, zuletzt für 12/2026',
  );
  // After a change of groups the month may be paid for the former one.
  expect(paidUntilInWords({ ...price, paidFrom: '2027-01-01' }, '2026-12-31', '2026-12-03')).toBe('');
});

test.each([
  [
    { priceCents: 1200, pricePer: 'month' },
    '2026-11-30',
    'Bis dahin zahlen Sie weiter 12,00 € im Monat: von 11/2026 bis 01/2027 zusammen höchstens 36,00 €, schon Bezahltes eingerechnet',
  ],
  [
    { priceCents: 3000, pricePer: 'quarter' },
    '2026-10-01',
    'Bis dahin zahlen Sie weiter 30,00 € im Quartal: von 4. Quartal 2026 bis 1. Quartal 2027 zusammen höchstens 60,00 €, schon Bezahltes eingerechnet',
  ],
] as const)('of several periods the sum is named before the notice: %o on %s', (price, today, words) => {
  expect(paidUntilInWords(price, '2027-01-31', today).replaceAll('\u00a0', ' ')).toBe(words);
});
