import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { startServer, type TestServer } from '../harness.ts';
import { person, phone } from './person.ts';

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
  await browser?.close();
  await server?.close();
});

async function visit(options: Parameters<typeof person>[2] = {}): Promise<Page> {
  const context = await person(browser, server, options);
  opened.push(context);
  return context.newPage();
}

test('a visitor searches with the keyboard alone and comes to an offer', async () => {
  const page = await visit();
  await page.goto('/myClub');
  await page.getByRole('button', { name: 'Suchen' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('textbox', { name: 'Wonach suchen Sie?' });
  await field.waitFor();
  await page.getByText('Geben Sie mindestens zwei Buchstaben ein.').waitFor();
  await field.fill('xyzzyx');
  await page.getByText('Nichts gefunden zu „xyzzyx“.').waitFor();
  await field.fill('geratetur');
  await page
    .getByRole('button', { name: /Geräteturnen/ })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Geräteturnen/ }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/id\//);
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
});

test('on a phone the board finds an area of the administration and a member', async () => {
  const [one] = await server.sql<{ name: string }>(
    "select p.firstname || ' ' || p.lastname as name from member m join person p on p.id = m.person_id where m.club = 'RWA' and m.left_on is null order by m.member_no limit 1",
  );
  const name = one?.name ?? '';
  const page = await visit({ role: 'admin', ...phone });
  await page.goto('/');
  await page.getByRole('button', { name: 'Suchen' }).click();
  const field = page.getByRole('textbox', { name: 'Wonach suchen Sie?' });
  await field.fill('rundm');
  await page.getByRole('button', { name: 'Rundmails' }).waitFor();
  await field.fill(name);
  await page.getByRole('button', { name }).first().click();
  await page.waitForURL(/\/member\//);
  await page.getByRole('heading', { level: 1, name }).waitFor();
});
