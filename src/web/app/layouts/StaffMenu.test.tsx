import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { viewsContract } from '#shared/accounts/views.ts';
import { dashboardContract } from '#shared/office/dashboard/dashboard.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { PageTabs } from './PageTabs.tsx';
import { StaffMenu } from './StaffMenu.tsx';

beforeEach(() => localStorage.clear());

const links = () => [...document.querySelectorAll('nav a')].map((link) => link.textContent);

test('the board finds its menu short: what is rarely opened is folded, unfolds, and stays as chosen in this browser', async () => {
  const server = signIn(userOf('admin'));
  server.on(viewsContract.pinned, []).on(dashboardContract.read, []);
  const hand = await showAtAddress(<StaffMenu onNavigate={() => undefined} />);
  expect(links()).toContain('Mitglieder');
  expect(links()).not.toContain('Benutzer');
  expect(hand.button('Verwalten').getAttribute('aria-expanded')).toBe('false');
  await hand.press('Verwalten');
  expect(links()).toContain('Benutzer');
  expect(hand.button('Verwalten').getAttribute('aria-expanded')).toBe('true');
  await hand.press('Geld');
  expect(links()).not.toContain('Forderungen');
  expect(JSON.parse(localStorage.getItem('menu.folded') ?? '')).toEqual({ Verwalten: false, Geld: true });
});

test('a trainer has few entries: nothing folds', async () => {
  const server = signIn(userOf('trainer'));
  server.on(viewsContract.pinned, []).on(dashboardContract.read, []);
  await showAtAddress(<StaffMenu onNavigate={() => undefined} />);
  expect(document.querySelectorAll('nav a').length).toBeGreaterThan(3);
  expect(document.querySelectorAll('nav button')).toHaveLength(0);
});

test('a pinned view stands above the menu with the number of rows of its list', async () => {
  const server = signIn(userOf('editor'));
  const id = '7c7a8a31-5b7c-4c57-8d0f-000000000001';
  server.on(viewsContract.pinned, [{ id, name: 'Entwürfe', query: 'status=draft', columns: null, page: 'courses' }]);
  server.on(viewsContract.counts, [{ id, count: 3 }]).on(dashboardContract.read, []);
  const hand = await showAtAddress(<StaffMenu onNavigate={() => undefined} />);
  await hand.reads('Gemerkt');
  const link = await screen.findByRole('link', { name: /^Entwürfe/ });
  await waitFor(() => expect(link.textContent).toBe('Entwürfe3 Zeilen'));
});

test('what waits for a decision is counted at its entry and read after the name of it; a folded group shows the sum of its entries', async () => {
  const server = signIn(userOf('admin'));
  const waiting = [
    { name: 'membershipRequests', count: 2 },
    { name: 'accessToDecide', count: 1 },
    { name: 'bookingsToDecide', count: 4 },
    { name: 'privacyCases', count: 5 },
    { name: 'unansweredFeedback', count: 0 },
  ] as const;
  server.on(viewsContract.pinned, []).on(dashboardContract.read, ({ part }) => (part === 'menu' ? [...waiting] : []));
  const hand = await showAtAddress(<StaffMenu onNavigate={() => undefined} />);
  const members = await screen.findByRole('link', { name: 'Mitglieder', description: '2 Anträge, 1 Zugang' });
  expect(members.textContent).toContain('3');
  expect(screen.getByRole('link', { name: 'Belegung', description: '4 Anfragen' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sportangebote', description: '' })).toBeTruthy();
  expect(hand.button(/^Verwalten/).textContent).toBe('Verwalten5');
});

test('as a rail of icons the menu folds nothing, and every entry keeps its name', async () => {
  const server = signIn(userOf('admin'));
  server.on(viewsContract.pinned, []).on(dashboardContract.read, []);
  await showAtAddress(<StaffMenu onNavigate={() => undefined} isRail />);
  expect(screen.getByRole('link', { name: 'Benutzer' }).getAttribute('title')).toBe('Benutzer');
  expect(document.querySelectorAll('nav button')).toHaveLength(0);
});

test('pages that belong together share one entry of the menu, are tabs of each other, and each says what waits there', async () => {
  const server = signIn(userOf('admin'));
  const waiting = [
    { name: 'membershipRequests', count: 2 },
    { name: 'contractDeclarations', count: 1 },
  ] as const;
  server.on(viewsContract.pinned, []).on(dashboardContract.read, ({ part }) => (part === 'menu' ? [...waiting] : []));
  await showAtAddress(
    <>
      <StaffMenu onNavigate={() => undefined} />
      <PageTabs />
    </>,
    '/admin/contracts',
  );
  const members = await screen.findByRole('link', { name: 'Mitglieder', description: '1 Kündigung oder Widerruf, 2 Anträge' });
  expect(members.dataset['active']).toBe('true');
  const tabs = within(screen.getByRole('navigation', { name: 'Seiten dieses Bereichs' }));
  expect(tabs.getByRole('link', { name: 'Mitglieder', description: '2 Anträge' })).toBeTruthy();
  const open = tabs.getByRole('link', { name: 'Kündigungen', description: '1 Kündigung oder Widerruf' });
  expect(open.getAttribute('aria-current')).toBe('page');
});

test('a page that is alone at its entry, or whose neighbours the viewer may not open, has no tabs', async () => {
  const server = signIn(userOf('editor'));
  server.on(viewsContract.pinned, []).on(dashboardContract.read, []);
  await showAtAddress(<PageTabs />, '/admin/courses');
  expect(screen.queryByRole('navigation')).toBeNull();
});
