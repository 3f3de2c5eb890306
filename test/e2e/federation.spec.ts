import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { codeOfApp } from '../codeApp.ts';
import { demoPassword, emailOf, startServer } from '../harness.ts';
import { startIdentityProvider, type IdentityProvider } from '../identityProvider.ts';
import { stage } from './person.ts';

let provider: IdentityProvider;
let context: BrowserContext;

const play = stage({}, async () => {
  provider = await startIdentityProvider([
    { sub: 'mia', email: 'mia@example.org', email_verified: true, given_name: 'Mia', family_name: 'Beispiel' },
    { sub: 'anton', email: emailOf('admin'), email_verified: true },
    { sub: 'edda', email: emailOf('editor'), email_verified: true },
  ]);
  return startServer(provider.env);
});
afterAll(() => provider.close());
beforeEach(async () => {
  context = await play.enter();
});

const pathOf = (page: Page) => new URL(page.url()).pathname;
const providerButton = (page: Page) => page.getByRole('button', { name: 'Mit Gemeinde-Konto einloggen' });

/** The sign-in page, and what it logs. */
async function openLogin(prepare?: (page: Page) => Promise<unknown>): Promise<{ page: Page; logged: string[] }> {
  const page = await context.newPage();
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()));
  await prepare?.(page);
  await page.goto(`http://rwa.localhost:${play.server.port}/login`);
  await providerButton(page).waitFor();
  return { page, logged };
}

async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), providerButton(page).click()]);
  await popup.getByRole('button', { name: 'Abbrechen' }).waitFor();
  return popup;
}

const loginsOf = async (email: string) =>
  (await play.server.sql<{ logins: number }>('select logins from app_user where email = $1', [email]))[0]?.logins;

test('the popup is 500 by 600, signs in, closes itself, and counts one login', async () => {
  const { page } = await openLogin();
  const popup = await openPopup(page);
  await expect.poll(() => popup.evaluate('[innerWidth, innerHeight]')).toEqual([500, 600]);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'mia@example.org' }).click();
  await closed;
  await expect.poll(() => pathOf(page)).toBe('/');
  await page.getByRole('button', { name: 'Mein Konto' }).waitFor();
  expect(await loginsOf('mia@example.org')).toBe(1);
});

test('staff who come in through the provider go to the admin area', async () => {
  const { page } = await openLogin();
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: emailOf('admin') }).click();
  await page.waitForURL('**/admin');
});

test.each([
  ['a popup', ''],
  ['a redirect', 'window.open = () => null'],
])('by %s of the provider one comes back to the page from which one went to the sign-in', async (_way, script) => {
  const page = await context.newPage();
  if (script) await page.addInitScript(script);
  await page.goto(`http://rwa.localhost:${play.server.port}/profile/notices`);
  await page.getByRole('link', { name: 'Jetzt einloggen' }).click();
  const popup = script ? undefined : await openPopup(page);
  if (!popup) await providerButton(page).click();
  await (popup ?? page).getByRole('button', { name: 'mia@example.org' }).click();
  await page.waitForURL('**/profile/notices');
});

test.each([
  ['a popup', ''],
  ['a redirect', 'window.open = () => null'],
])('by %s of the provider whoever has a code app is asked for its code, and comes back to the page too', async (_way, script) => {
  const code = await recoveryCode();
  const page = await context.newPage();
  if (script) await page.addInitScript(script);
  await page.goto(`http://rwa.localhost:${play.server.port}/profile/notices`);
  await page.getByRole('link', { name: 'Jetzt einloggen' }).click();
  const popup = script ? undefined : await openPopup(page);
  if (!popup) await providerButton(page).click();
  const closed = popup?.waitForEvent('close');
  await (popup ?? page).getByRole('button', { name: emailOf('editor') }).click();
  await closed;
  await page.getByRole('heading', { name: 'Zweiter Schritt' }).waitFor();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Einloggen', exact: true }).click();
  await page.waitForURL('**/profile/notices');
});

/** The editor switches the code app on; returns one of the recovery codes. */
async function recoveryCode(): Promise<string> {
  await play.server.sql('delete from second_factor');
  const editor = await play.server.signedIn('editor');
  await editor.post('/api/session/confirm', { password: demoPassword });
  const { key } = (await editor.post<{ key: string }>('/api/profile/second-factor')).body;
  const { body } = await editor.post<{ codes: string[] }>('/api/profile/second-factor/confirm', { code: codeOfApp(key) });
  return body.codes[0] ?? '';
}

test('a closed popup is noticed after 8 seconds; the form is free and says nothing', async () => {
  const { page, logged } = await openLogin((one) => one.clock.install());
  const before = await page.getByRole('main').innerText();
  const popup = await openPopup(page);
  // From here on the test alone moves the time: a slow machine adds nothing to the seconds.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await popup.close();
  await page.clock.runFor(7000);
  expect(logged).toEqual([]);
  // The page may learn of the end only now.
  await page.clock.runFor(9000);
  await page.clock.resume();
  await expect.poll(() => logged).toEqual(['sign-in: popup-closed-by-user']);
  await expect.poll(() => page.getByRole('main').innerText()).toBe(before);
  expect(await providerButton(page).getAttribute('aria-disabled')).toBe('false');
});

test('whoever cancels at the provider is back at the form, which says nothing', async () => {
  const { page, logged } = await openLogin();
  const popup = await openPopup(page);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Abbrechen' }).click();
  await closed;
  await expect.poll(() => logged).toEqual(['sign-in: invalid-credential']);
  expect(pathOf(page)).toBe('/login');
});

test('where the browser opens no popup, the page itself goes to the provider and comes back signed in', async () => {
  const { page, logged } = await openLogin((one) => one.addInitScript('window.open = () => null'));
  const before = (await loginsOf('mia@example.org')) ?? 0;
  await providerButton(page).click();
  await page.getByRole('button', { name: 'mia@example.org' }).click();
  await expect.poll(() => pathOf(page)).toBe('/');
  await page.getByRole('button', { name: 'Mein Konto' }).waitFor();
  expect(logged).toEqual(['sign-in: popup-blocked']);
  await expect.poll(() => loginsOf('mia@example.org')).toBe(before + 1);
});

test('whoever cancels after the redirect is back at the form, and the old answer counts once', async () => {
  const { page, logged } = await openLogin((one) => one.addInitScript('window.open = () => null'));
  await providerButton(page).click();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.waitForURL('**/login');
  await providerButton(page).waitFor();
  await expect.poll(() => logged).toEqual(['sign-in: popup-blocked', 'sign-in: invalid-credential']);
  await page.reload();
  await providerButton(page).waitFor();
  expect(logged).toHaveLength(2);
});

test('two tabs that sign in at the same time each take their own answer', async () => {
  const first = await openLogin();
  const second = await openLogin();
  const popup = await openPopup(first.page);
  const other = await openPopup(second.page);
  await other.getByRole('button', { name: 'Abbrechen' }).click();
  await expect.poll(() => second.logged).toEqual(['sign-in: invalid-credential']);
  expect(first.logged).toEqual([]);
  await popup.close();
});
