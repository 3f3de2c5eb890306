import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Role } from '../../src/shared/access.ts';
import type { ClubName } from '../../src/shared/clubs.ts';
import { launchBrowser } from '../browser.ts';
import { startServer, type TestServer } from '../harness.ts';

export const phone = { viewport: { width: 390, height: 844 }, locale: 'de-DE' } satisfies BrowserContextOptions;
export const desktop = { viewport: { width: 1280, height: 800 }, locale: 'de-DE' } satisfies BrowserContextOptions;

/** A person at a browser of his own, on the host of a club; with a role already signed in. */
export async function person(
  browser: Browser,
  server: TestServer,
  { club = 'RWA', role, ...options }: { club?: ClubName; role?: Role | undefined } & BrowserContextOptions = {},
): Promise<BrowserContext> {
  const host = `${club.toLowerCase()}.localhost`;
  const context = await browser.newContext({ ...desktop, baseURL: `http://${host}:${server.port}`, ...options });
  context.setDefaultTimeout(20_000);
  if (role) {
    const { cookies } = await server.signedIn(role, club);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, domain: host, path: '/' })));
  }
  return context;
}

/** A server and a browser for the journeys of one file, once it has begun. What a journey opened is closed after it. */
export type Stage = {
  readonly server: TestServer;
  readonly browser: Browser;
  /** A page of a person of his own. */
  visit(options?: Parameters<typeof person>[2]): Promise<Page>;
};

/** Sets the stage for a file of journeys; `usual` is how its people come unless they say otherwise. */
export function stage(usual: Parameters<typeof person>[2] = {}): Stage {
  let server: TestServer;
  let browser: Browser;
  const opened: BrowserContext[] = [];
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  });
  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    visit: async (options) => {
      const context = await person(browser, server, { ...usual, ...options });
      opened.push(context);
      return context.newPage();
    },
  };
}
