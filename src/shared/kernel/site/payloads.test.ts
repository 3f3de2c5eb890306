import { expect, test } from 'vitest';
import { allPayloadCollections, isInPayload } from './payloads.ts';

test('the payload of a page changes with the club, and with what it shows', () => {
  for (const page of ['home', 'news', 'myClub', 'offers'] as const) expect([page, isInPayload(page, 'config')]).toEqual([page, true]);
  expect(isInPayload('home', 'news')).toBe(true);
  expect(isInPayload('myClub', 'courses')).toBe(true);
});

test('changes of data that a page does not show make no new payload', () => {
  expect(isInPayload('home', 'charges')).toBe(false);
  expect(isInPayload('news', 'courses')).toBe(false);
  expect(isInPayload('offers', 'news')).toBe(false);
});

test('a page of a newer program may contain anything', () => {
  expect(isInPayload('pageOfTomorrow', 'charges')).toBe(true);
  expect(isInPayload(undefined, 'news')).toBe(true);
});

test('the collections of all payloads are each listed once, and nothing private is among them', () => {
  expect([...allPayloadCollections].toSorted()).toEqual(['config', 'courses', 'departments', 'events', 'news', 'pages']);
});
