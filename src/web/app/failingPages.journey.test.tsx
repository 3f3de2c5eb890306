import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { mayOpen, pageNames, pageOf, type PageName } from '#shared/kernel/pages.ts';
import { roleNames, type Role } from '#shared/kernel/roles.ts';
import { boot } from '#web/lib/boot.ts';
import { setUser } from '#web/lib/session/session.ts';
import { DesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { userOf } from '#test/web/page.tsx';
import { pageModules } from './pageModules.ts';
import { queryClient } from './queryClient.ts';
import type { router as whole } from './router.ts';

vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe(): void {}
    disconnect(): void {}
  },
);

/** Within the two tries of a reading request; nobody looks at a page longer than this without a word. */
const toldWithinMs = 10_000;
/** What a page can do without, and is not missed by anybody. */
const dispensable = /^\/payload\/(login|feedback|support|cancelContract|withdrawContract)\.json$|^\/api\/(session|me\/presence)/;
/** Forms and tables of contents that are whole without data; the lists in them are a help. */
const complete: readonly PageName[] = ['login', 'cancelContract', 'withdrawContract', 'profile', 'adminMoney', 'adminSampleAccordion'];

const id = '0b5a1f5e-7f3c-4c3e-9a53-1d2f3a4b5c6d';
const parts: { readonly [part: string]: string } = {
  $token: 'aB3dE6gH9jK2mN5pQ8sT1vW4',
  $course: 'rwa-kinderturnen-1',
  $memberId: id,
  $id: id,
  $slug: 'turnhalle',
  $part: 'notices',
};
/** The address of a page: with an example for each name in it, and of staff pages the list, which is what stands at their root. */
function addressOf(name: PageName): string {
  const { path, layout } = pageOf(name);
  const rest = layout === 'default' ? 'impressum' : '';
  return path.replace(/\$$/, rest).replaceAll(/\$\w+/g, (part) => parts[part] ?? part);
}

/** The lowest role that may open a page; undefined for visitors. */
const lowestOf = (name: PageName): Role | undefined => [undefined, ...roleNames].find((role) => mayOpen(pageOf(name), role));

const own = boot.club;
afterEach(() => {
  setUser(null);
  queryClient.clear();
  Object.assign(boot, { club: own });
});

/** Draws a page in a browser whose reading requests all fail as those to an overloaded server; returns what failed. */
async function open(name: PageName, { role, site }: { role: Role | undefined; site: ClubName }): Promise<Set<string>> {
  Object.assign(boot, { club: boot.clubs[site] });
  setUser(role ? userOf(role) : null);
  const failed = new Set<string>();
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (!/^\/(api|payload)\//.test(pathname)) return Promise.resolve(Response.json({ prefix: 'tabler', icons: {}, build: 'test' }));
    if (!dispensable.test(pathname)) failed.add(pathname);
    return Promise.resolve(new Response('{}', { status: 503 }));
  });
  const { Page } = await pageModules[name]();
  const root = createRootRoute();
  const component = () => (
    <DesignSystem>
      <Page />
    </DesignSystem>
  );
  const route = createRoute({ getParentRoute: () => root, path: pageOf(name).path, component });
  const history = createMemoryHistory({ initialEntries: [addressOf(name)] });
  const defaultPreload: (typeof whole)['options']['defaultPreload'] = false;
  const router = createRouter({ routeTree: root.addChildren([route]), history, defaultPreload });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return failed;
}

/** Waits until a page says that something failed and offers a way on, and nothing on it loads any more. */
async function saysSo(failed: ReadonlySet<string>, isComplete: boolean): Promise<void> {
  const ways = () => [...document.querySelectorAll('button, a')].map(({ textContent }) => textContent);
  const isTold = () => ways().some((words) => words === 'Noch einmal versuchen' || words === 'Zurück zur Hauptseite');
  await waitFor(
    () => {
      expect(document.querySelector('h1, main, form, p'), 'an empty page').not.toBeNull();
      expect(document.querySelectorAll('[data-pending]').length, `${[...failed].join(', ')} failed, and the page still loads`).toBe(0);
      if (failed.size > 0 && !isComplete) expect(isTold(), `${[...failed].join(', ')} failed, and the page says nothing`).toBe(true);
    },
    { timeout: toldWithinMs },
  );
}

describe('when its requests fail, a page says so within ten seconds, with a button, and loads nothing for ever', () => {
  test.each(pageNames)('%s, opened with the lowest role that may', async (name) => {
    const failed = await open(name, { role: lowestOf(name), site: 'RWA' });
    await saysSo(failed, complete.includes(name));
  });

  const elsewhere = pageNames.filter((name) => pageOf(name).layout === 'default');
  test.each(elsewhere)('%s, on the site of another club with an account of the own one', async (name) => {
    const failed = await open(name, { role: 'reader', site: 'GSV' });
    await saysSo(failed, complete.includes(name));
  });
});

test.each([
  {
    page: 'me',
    names: ['Nachrichten, Schnupperstunden, Abwesenheiten, Karten, Notfallnummern, fehlende Mandate, E-Mail-Adresse'],
  },
  { page: 'myClub', names: ['Helferlisten', 'Beiträge', 'Angebote'] },
] as const)('parts of $page that are not shown while they are empty are named when they are missing', async ({ page, names }) => {
  await open(page, { role: 'reader', site: 'RWA' });
  await waitFor(() => {
    for (const name of names) expect(document.body.textContent).toContain(`Nicht geladen: ${name}.`);
  });
});
