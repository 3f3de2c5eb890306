import { expect, test } from 'vitest';
import { roleNames } from './roles.ts';
import { clubNames, defaultClubs, type Club, type ClubName } from './clubs.ts';
import { isOffered, isSwitchedOn, mayOpen, pageAfterSignIn, pageNames, pageOf, type Page } from './pages.ts';
import { pageAt, respelled } from './site/pageAt.ts';
import { menuTabs, publicMenuOf, staffMenu } from './site/menus.ts';

test('every staff page with a short name is in the menu once, or a tab of an entry', () => {
  const listed = staffMenu.flatMap(({ pages }) => pages.flatMap((name) => menuTabs[name] ?? [name]));
  expect(new Set(listed).size).toBe(listed.length);
  const named = pageNames.filter((name) => pageOf(name).layout === 'admin' && pageOf(name).label);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !listed.includes(name))).toEqual([]);
});

test("a public page uses the club of the site, a staff page the user's own club", () => {
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

test('a page with roles opens for them only, and for no visitor; one without for everybody', () => {
  const page: Page = { ...pageOf('adminMembers'), roles: ['admin', 'super'] };
  expect([mayOpen(page, 'admin'), mayOpen(page, 'editor'), mayOpen(page, undefined)]).toEqual([true, false, false]);
  expect(mayOpen(pageOf('home'), undefined)).toBe(true);
});

test('pages that a user may open but has no use for are not offered', () => {
  const open: Page = { ...pageOf('adminMembers'), roles: ['trainer', 'admin'] };
  const page: Page = { ...open, usedBy: ['admin'] };
  expect([mayOpen(page, 'trainer'), isOffered(page, 'trainer'), isOffered(page, 'admin')]).toEqual([true, false, true]);
  expect(isOffered(open, 'trainer')).toBe(true);
});

test('a feature that is off everywhere closes its pages even to a super, and a page without a feature is always on', () => {
  const without = { ...defaultClubs.SCB, hasNews: false };
  const clubs = { RWA: without, SCB: without, GSV: without };
  const viewer = { club: 'RWA', role: 'super' } as const;
  expect(isSwitchedOn(pageOf('adminNews'), { site: 'RWA', clubs, viewer })).toBe(false);
  expect(isSwitchedOn(pageOf('adminNews'), { site: 'RWA', clubs: { ...clubs, GSV: { ...without, hasNews: true } }, viewer })).toBe(true);
  expect(isSwitchedOn(pageOf('profile'), { site: 'RWA', clubs, viewer: undefined })).toBe(true);
});

test('the header of a site has only features that are on, and the plan of the halls where they are managed', () => {
  const club = (name: ClubName, hasNews: boolean): Club => ({ ...defaultClubs[name], hasNews });
  expect(publicMenuOf(club('RWA', true))).toContain('news');
  expect(publicMenuOf(club('RWA', false))).not.toContain('news');
  expect(clubNames.filter((name) => publicMenuOf(club(name, true)).includes('halls'))).toEqual(['GSV']);
});

test('staff are sent to the admin area after the sign-in, everybody else to the start page', () => {
  expect(roleNames.filter((role) => pageAfterSignIn(role) === pageOf('admin').path)).toEqual(
    roleNames.filter((role) => mayOpen(pageOf('admin'), role)),
  );
  expect(pageAfterSignIn('reader')).toBe('/');
});

test('a path is one page, with or without a trailing slash, and a longer one is not its page', () => {
  for (const name of pageNames.filter((one) => !pageOf(one).path.includes('$'))) expect(pageAt(pageOf(name).path)).toBe(name);
  expect(pageAt('/admin/members/')).toBe('adminMembers');
  expect(pageAt('/admin/members/some/thing/else')).not.toBe('adminMembers');
  expect(pageAt('/nothing-of-this-kind')).toBeUndefined();
});

test.each([
  ['/myclub', '/myClub'],
  ['/MYCLUB/', '/myClub/'],
  ['/Id/Turnen-Am-Montag', '/id/Turnen-Am-Montag'],
  ['/RWA/Impressum/Stand', '/rwa/Impressum/Stand'],
  ['/admin/coursestat', '/admin/courseStat'],
  ['/myClub', undefined],
  ['/', undefined],
  ['/nothing', undefined],
  ['//myclub', undefined],
])('%s in another letter case is %s; ids and names stay as they are', (typed, right) => {
  expect(respelled(typed)).toBe(right);
});
