import { expect, test } from 'vitest';
import { roleNames } from '../roles.ts';
import { defaultClubs } from '../clubs.ts';
import { isOffered, pageOf } from '../pages.ts';
import { keysOf } from '../keys.ts';
import { menuTabs, publicMenuOf, staffMenu, thumbMenuOf } from './menus.ts';

const staffPages = staffMenu.flatMap(({ pages }) => pages.flatMap((name) => menuTabs[name] ?? [name]));

test('every staff page is in their menu once, or a tab of an entry, and none except that of the versions is for guests', () => {
  expect(staffPages.length).toBeGreaterThan(25);
  expect(new Set(staffPages).size).toBe(staffPages.length);
  expect(staffPages.filter((name) => isOffered(pageOf(name), undefined))).toEqual(['adminVersionInfo']);
});

test('a super is offered all staff pages, a reader only what guests see', () => {
  expect(staffPages.filter((name) => !isOffered(pageOf(name), 'super'))).toEqual([]);
  expect(staffPages.filter((name) => isOffered(pageOf(name), 'reader'))).toEqual(['adminVersionInfo']);
});

test('whoever is offered a tab is offered the entry that leads to it', () => {
  for (const entry of keysOf(menuTabs)) {
    expect(menuTabs[entry]).toContain(entry);
    for (const role of roleNames)
      for (const tab of menuTabs[entry] ?? [])
        expect(!isOffered(pageOf(tab), role) || isOffered(pageOf(entry), role), `${role}: ${tab} of ${entry}`).toBe(true);
  }
});

test("only the association's site has the plan of the halls in its menu", () => {
  expect(publicMenuOf(defaultClubs.GSV)).toContain('halls');
  expect(publicMenuOf(defaultClubs.RWA)).not.toContain('halls');
});

test('features that a club switched off are not in its menu', () => {
  expect(publicMenuOf({ ...defaultClubs.RWA, hasNews: true })).toContain('news');
  expect(publicMenuOf({ ...defaultClubs.RWA, hasNews: false })).not.toContain('news');
});

test('the bar of a phone has the pages of the head, and the halls where the club has no news', () => {
  expect(thumbMenuOf({ ...defaultClubs.RWA, hasNews: true })).toEqual(['offers', 'events', 'news', 'myClub']);
  expect(thumbMenuOf({ ...defaultClubs.SCB, hasNews: false })).toEqual(['offers', 'events', 'halls', 'myClub']);
  expect(thumbMenuOf({ ...defaultClubs.GSV, hasNews: false })).toEqual(['offers', 'events', 'halls', 'myClub']);
});
