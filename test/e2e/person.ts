import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Role } from '../../src/shared/kernel/roles.ts';
import type { ClubName } from '../../src/shared/kernel/clubs.ts';
import { launchBrowser } from '../browser.ts';
import { startServer, type TestServer } from '../harness.ts';

export const phone = { viewport: { width: 390, height: 844 }, locale: 'de-DE' } satisfies BrowserContextOptions;
export const desktop = { viewport: { width: 1280, height: 800 }, locale: 'de-DE' } satisfies BrowserContextOptions;

type Visitor = {
  club?: ClubName;
  role?: Role | undefined;
  /** The own club of who is signed in; default the club of the site. */
  as?: ClubName;
} & BrowserContextOptions;

/** A person at a browser of their own, on the host of a club; with a role already signed in. */
export async function person(
  browser: Browser,
  server: TestServer,
  { club = 'RWA', role, as = club, ...options }: Visitor = {},
): Promise<BrowserContext> {
  const host = `${club.toLowerCase()}.localhost`;
  const context = await browser.newContext({ ...desktop, baseURL: `http://${host}:${server.port}`, ...options });
  context.setDefaultTimeout(30_000);
  if (role) {
    const { cookies } = await server.signedIn(role, as);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, domain: host, path: '/' })));
  }
  return context;
}

/** A server and a browser for the journeys of one file, once it has begun. What a journey opened is closed after it. */
export type Stage<S extends TestServer = TestServer> = {
  readonly server: S;
  readonly browser: Browser;
  /** The browser of a person of their own, without a page yet. */
  enter(options?: Parameters<typeof person>[2]): Promise<BrowserContext>;
  /** A page of a person of their own. */
  visit(options?: Parameters<typeof person>[2]): Promise<Page>;
};

/** Sets the stage for a file of journeys; `usual` is how its people come unless they say otherwise. */
export function stage(usual?: Parameters<typeof person>[2]): Stage;
export function stage<S extends TestServer>(usual: Parameters<typeof person>[2], start: () => Promise<S>): Stage<S>;
export function stage(usual: Parameters<typeof person>[2] = {}, start: () => Promise<TestServer> = startServer): Stage {
  let server: TestServer;
  let browser: Browser;
  const opened: BrowserContext[] = [];
  beforeAll(async () => {
    [server, browser] = await Promise.all([start(), launchBrowser()]);
  });
  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  const enter: Stage['enter'] = async (options) => {
    const context = await person(browser, server, { ...usual, ...options });
    opened.push(context);
    return context;
  };
  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    enter,
    visit: async (options) => (await enter(options)).newPage(),
  };
}

/**
 * Waits until a page that came through the attendance worker has loaded all that it is made of, what starts after its first
 * paint too: from then on it opens without a line.
 */
export async function isKept(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name);
      const kept = (await (await caches.open('attendance-files')).keys()).map(({ url }) => url);
      // The last thing that it starts tells the server so.
      const late = files.some((file) => file.endsWith('/api/session/start')) ? [] : ['the session'];
      return [...late, ...files.filter((file) => file.includes('/assets/') && !kept.includes(file))];
    });
  await expect.poll(missing).toEqual([]);
}
