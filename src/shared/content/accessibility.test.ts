import { expect, test } from 'vitest';
import { richTextToText } from '#shared/kernel/richText.ts';
import { accessibilityStatement, accessibilityStatedAt } from './accessibility.ts';
import { accessibilityCheck } from './accessibilityCheck.ts';

test('the statement names the club, the day of the last review and its scope', () => {
  const text = richTextToText(accessibilityStatement('TV Musterdorf'));
  const [year, month, day] = accessibilityCheck.day.split('-');
  expect(text).toMatch(/^TV Musterdorf möchte/);
  expect(text).toContain(`Zuletzt am ${day}.${month}.${year}`);
  expect(text).toContain(`${accessibilityCheck.pages} Seiten`);
  for (const width of accessibilityCheck.widths) expect(text).toContain(String(width));
  expect(text).toMatch(/in Breiten von (\d+, )+\d+ und \d+ Punkten/);
  expect(accessibilityStatedAt.slice(0, 10)).toBe(accessibilityCheck.day);
});

test('the statement links to the feedback form, to the contact, and to the arbitration board', () => {
  const links = JSON.stringify(accessibilityStatement('TV Musterdorf')).match(/"href":"[^"]+"/g);
  expect(links).toEqual(['"href":"/feedback"', '"href":"/support"', '"href":"https://www.schlichtungsstelle-bgg.de"']);
});
