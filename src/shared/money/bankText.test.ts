import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareHeading, withoutUmlauts } from './bankText.ts';

test('banks write umlauts out, and drop the accents of other letters', () => {
  expect(withoutUmlauts('Jörg Müller-Weiß')).toBe('joerg mueller-weiss');
  expect(withoutUmlauts('ÄÖÜ')).toBe('aeoeue');
  expect(withoutUmlauts('Renée Dvořák')).toBe('renee dvorak');
});

test("a heading is the same in any bank's spelling", () => {
  const ways = ['Begünstigter/Zahlungspflichtiger', 'Beguenstigter/Zahlungspflichtiger', ' BEGÜNSTIGTER / ZAHLUNGSPFLICHTIGER'];
  expect(new Set(ways.map(bareHeading))).toEqual(new Set(['beguenstigterzahlungspflichtiger']));
});

test('a normalised text stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(bareHeading(bareHeading(text))).toBe(bareHeading(text));
      expect(bareHeading(text)).toMatch(/^[a-z0-9]*$/);
    }),
  );
});
