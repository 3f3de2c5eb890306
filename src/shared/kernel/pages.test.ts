import { expect, test } from 'vitest';
import { defaultClubs } from './clubs.ts';
import { staffMenu } from './site/menus.ts';
import { isSwitchedOn, pageNames, pageOf } from './pages.ts';

test('every page of the staff that has a short name stands in the menu once', () => {
  const listed = staffMenu.flatMap(({ pages }) => pages);
  expect(new Set(listed).size).toBe(listed.length);
  const named = pageNames.filter((name) => pageOf(name).layout === 'admin' && pageOf(name).label);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !listed.includes(name))).toEqual([]);
});

test('a public page asks the club of the site, a page of the staff the club that somebody works for', () => {
  const on = (
    name: 'news' | 'adminNews' | 'mobileParticipantList',
    site: 'RWA' | 'SCB',
    club: 'RWA' | 'SCB',
    role: 'admin' | 'super' = 'admin',
  ) => isSwitchedOn(pageOf(name), { site, clubs: defaultClubs, viewer: { club, role } });
  expect([on('news', 'RWA', 'SCB'), on('news', 'SCB', 'RWA')]).toEqual([true, false]);
  for (const name of ['adminNews', 'mobileParticipantList'] as const) {
    expect([on(name, 'RWA', 'SCB'), on(name, 'SCB', 'RWA')]).toEqual([false, true]);
    expect(on(name, 'SCB', 'SCB', 'super'), 'a super works for every club').toBe(true);
  }
});
