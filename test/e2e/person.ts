import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Role } from '../../src/shared/access.ts';
import type { ClubName } from '../../src/shared/clubs.ts';
import type { TestServer } from '../harness.ts';

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
  if (role) {
    const { cookies } = await server.signedIn(role, club);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, domain: host, path: '/' })));
  }
  return context;
}
