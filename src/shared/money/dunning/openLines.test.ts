import { expect, test } from 'vitest';
import { lineOf, plain, type OpenLine } from './openLines.ts';

const line = (name: string, purpose = ''): OpenLine => ({
  bookedOn: '2027-02-26',
  cents: 6000,
  name: plain(name),
  purpose: plain(purpose),
});
const asks = (name: string, references: string[], ...lines: OpenLine[]) => lineOf({ name, references }, lines) !== null;

test('a line is matched by a reference, in any spelling of the bank, and not by a mere prefix', () => {
  expect(asks('Ohm, Ole', ['RWA-100001'], line('Firma', 'Beitrag rwa 100001'))).toBe(true);
  expect(asks('Ohm, Ole', ['RWA-100001'], line('Firma', 'RWA-1000012'))).toBe(false);
});

test('a line is matched by first and last name, with umlauts written out; one of the two is not enough', () => {
  expect(asks('Müller, Jürgen', [], line('JUERGEN MUELLER UND EVA'))).toBe(true);
  expect(asks('Müller, Jürgen', [], line('Eva Mueller'))).toBe(false);
  expect(asks('Ohm, Ole', [], line('Oleander Ohm'))).toBe(false);
});
