import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['Neue Trikots für die Jugend', 'neue-trikots-fuer-die-jugend'],
  ['ÄÖÜ ß', 'aeoeue-ss'],
  ['Café Zoë', 'cafe-zoe'],
  ['  --- Fest!!! 2026 ---  ', 'fest-2026'],
  ['!?', ''],
  ['', ''],
])('„%s“ becomes „%s“', (title, slug) => expect(slugOf(title)).toBe(slug));

test('a truncated slug ends with no hyphen', () => {
  expect(slugOf('abc def', 4)).toBe('abc');
  expect(slugOf('abc def', 5)).toBe('abc-d');
  expect(slugOf('a'.repeat(100))).toHaveLength(80);
});

test('for any title, the slug is a valid URL segment, and its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.integer({ min: 1, max: 90 }), (title, max) => {
      const slug = slugOf(title, max);
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      expect(slug.length).toBeLessThanOrEqual(max);
      expect(slugOf(slug, max)).toBe(slug);
    }),
  );
});
