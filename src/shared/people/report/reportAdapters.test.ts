import { expect, test } from 'vitest';
import { adapterOf, namedFormats, nextKeyDate, reportAdapters, reportFormats, windowOf } from './reportAdapters.ts';

test('an association accepts the report of a key date around the turn of the year before it', () => {
  expect(windowOf('nrw', '2027-01-01')).toEqual({ opensOn: '2026-12-12', closesOn: '2027-02-28' });
  expect(windowOf('ni', '2027-01-01')).toEqual({ opensOn: '2026-12-01', closesOn: '2027-01-31' });
  expect(windowOf('by', '2027-01-01')).toBeNull();
});

test('a club works towards the key date of this year until the end of February', () => {
  expect(nextKeyDate('2027-01-01')).toBe('2027-01-01');
  expect(nextKeyDate('2027-02-28')).toBe('2027-01-01');
  expect(nextKeyDate('2027-03-01')).toBe('2028-01-01');
  expect(nextKeyDate('2027-12-31')).toBe('2028-01-01');
});

test('an unknown name means the default association, which has all files', () => {
  expect(adapterOf('gone')).toBe(adapterOf('other'));
  expect([...adapterOf('other').formats].sort()).toEqual(Object.keys(reportFormats).sort());
});

test('files with names of people are marked, and every association has one without names', () => {
  expect(namedFormats.map((one) => reportFormats[one])).toEqual(['DOSB-CSV (mit Namen)', 'BLSV-Datei (mit Namen)']);
  for (const { formats } of reportAdapters) expect(formats.some((one) => !namedFormats.includes(one))).toBe(true);
});
