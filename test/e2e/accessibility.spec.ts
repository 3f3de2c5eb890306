import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clubNames, type ClubName } from '../../src/shared/clubs.ts';
import { mayOpen, pageNames, pageOf } from '../../src/shared/pages.ts';
import { launchBrowser } from '../browser.ts';
import { startServer, type TestServer } from '../harness.ts';
import { desktop, person, phone } from './person.ts';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/** What axe finds on every page that a super, or nobody, may open. */
async function violations(club: ClubName, isSignedIn: boolean, options: typeof phone): Promise<string[]> {
  const context = await person(browser, server, { club, role: isSignedIn ? 'super' : undefined, ...options, bypassCSP: true });
  const page = await context.newPage();
  const found: string[] = [];
  for (const name of pageNames) {
    if (!mayOpen(pageOf(name), isSignedIn ? 'super' : undefined)) continue;
    const address = pageOf(name)
      .path.replace(/\$$/, name.endsWith('Content') ? 'impressum' : 'seite')
      .replaceAll(/\$\w+/g, 'x');
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await page.evaluate(axe);
    const result = await page.evaluate(
      (run) =>
        (window as unknown as { axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> } }).axe.run(
          document,
          { runOnly: run },
        ),
      tags,
    );
    for (const { id, nodes } of result.violations)
      found.push(`${address}: ${id} ${JSON.stringify(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`);
  }
  await context.close();
  return found;
}

test('no page has an accessibility fault for a super on a desktop, light and dark', async () => {
  expect(await violations('RWA', true, { ...desktop, colorScheme: 'light' })).toEqual([]);
  expect(await violations('RWA', true, { ...desktop, colorScheme: 'dark' })).toEqual([]);
}, 120_000);

test('no page has an accessibility fault for a super on a phone', async () => {
  expect(await violations('RWA', true, { ...phone, colorScheme: 'light' })).toEqual([]);
}, 120_000);

test.each(clubNames)(
  'no public page of %s has an accessibility fault on a phone, light and dark',
  async (club) => {
    expect(await violations(club, false, { ...phone, colorScheme: 'light' })).toEqual([]);
    expect(await violations(club, false, { ...phone, colorScheme: 'dark' })).toEqual([]);
  },
  120_000,
);
