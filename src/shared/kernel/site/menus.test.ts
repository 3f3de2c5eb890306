import { expect, test } from 'vitest';
import { defaultClubs } from '../clubs.ts';
import { isOffered, pageOf } from '../pages.ts';
import { publicMenuOf, staffMenu } from './menus.ts';

const staffPages = staffMenu.flatMap(({ pages }) => pages);

test('every page of the staff stands in their menu once, and none but that of the versions is for guests', () => {
  expect(staffPages.length).toBeGreaterThan(25);
  expect(new Set(staffPages).size).toBe(staffPages.length);
  expect(staffPages.filter((name) => isOffered(pageOf(name), undefined))).toEqual(['adminVersionInfo']);
});

test('a super is offered all pages of the staff, a reader only what guests see', () => {
  expect(staffPages.filter((name) => !isOffered(pageOf(name), 'super'))).toEqual([]);
  expect(staffPages.filter((name) => isOffered(pageOf(name), 'reader'))).toEqual(['adminVersionInfo']);
});

test('the plan of the halls is named by the association alone', () => {
  expect(publicMenuOf(defaultClubs.GSV)).toContain('halls');
  expect(publicMenuOf(defaultClubs.RWA)).not.toContain('halls');
});

test('what a club has switched off is not in its menu', () => {
  expect(publicMenuOf({ ...defaultClubs.RWA, hasNews: true })).toContain('news');
  expect(publicMenuOf({ ...defaultClubs.RWA, hasNews: false })).not.toContain('news');
});
