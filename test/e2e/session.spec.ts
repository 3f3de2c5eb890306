import type { BrowserContext, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { roleNames, type Role } from '../../src/shared/kernel/roles.ts';
import type { ClubName } from '../../src/shared/kernel/clubs.ts';
import { demoPassword, emailOf } from '../harness.ts';
import { stage } from './person.ts';

const play = stage();
let context: BrowserContext;
beforeEach(async () => {
  context = await play.enter();
});

const siteOf = (club: ClubName = 'RWA') => `http://${club.toLowerCase()}.localhost:${play.server.port}`;
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function open(path: string, club: ClubName = 'RWA'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(siteOf(club) + path);
  return page;
}

async function submit(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Einloggen', exact: true }).click();
}

async function signIn(role: Role, club: ClubName = 'RWA', host: ClubName = club): Promise<Page> {
  const page = await open('/login', host);
  await submit(page, emailOf(role, club), demoPassword);
  await page.waitForURL((url) => url.pathname !== '/login');
  return page;
}

const loginsOf = async (email: string) =>
  Number((await play.server.sql<{ logins: number }>('select logins from app_user where email = $1', [email]))[0]?.logins);

/** The page has read all it wants: what it still asked for would meet the end of the session before the stream tells of it. */
async function isCalm(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);
}

const isSignedIn = (page: Page) => page.getByRole('button', { name: 'Mein Konto' }).isVisible();

test('staff go straight to the admin area after the sign-in, a reader to the start page', async () => {
  for (const role of roleNames) {
    const page = await signIn(role);
    expect(pathOf(page)).toBe(role === 'reader' ? '/' : '/admin');
    await context.clearCookies();
    await page.close();
  }
});

test('passwords are hidden, are pasted like any text, and bear the words that a password manager goes by', async () => {
  const page = await open('/login');
  const password = page.getByLabel('Passwort', { exact: true });
  await password.waitFor();
  const asked = await page
    .locator('main input')
    .evaluateAll((inputs) => inputs.map((input) => [input.getAttribute('type'), input.getAttribute('autocomplete')].join(' ')));
  expect(asked).toEqual(expect.arrayContaining([expect.stringContaining('username'), 'password current-password']));
  await page.getByLabel('E-Mail-Adresse').fill(emailOf('reader'));
  await password.focus();
  await password.evaluate((input, text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    // A field that refuses to be pasted into stops the event.
    if (input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })))
      document.execCommand('insertText', false, text);
  }, demoPassword);
  expect(await password.inputValue()).toBe(demoPassword);
  await page.getByRole('main').getByRole('button', { name: 'Einloggen', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');

  await page.goto(`${siteOf()}/profile/security#passwort`);
  const own = page.locator('main input[type=password]');
  await own.first().waitFor({ state: 'attached' });
  expect(await own.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))).toEqual(
    expect.arrayContaining(['current-password', 'new-password']),
  );
});

test('on GSV, which shows no sign-in link, staff go to the admin area too', async () => {
  const page = await open('/', 'GSV');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('link', { name: 'Einloggen' }).count()).toBe(0);
  expect(pathOf(await signIn('trainer', 'GSV'))).toBe('/admin');
});

test('whoever is signed in already is led on from the sign-in page', async () => {
  await signIn('admin');
  const page = await open('/login');
  await page.waitForURL('**/admin');
});

test.each([
  ['reader', '/admin'],
  ['trainer', '/admin/user'],
  ['editor', '/admin/members'],
  ['admin', '/admin/audit'],
] as const)('the role %s is turned away from %s', async (role, path) => {
  const page = await signIn(role);
  await page.goto(siteOf() + path);
  await expect.poll(() => pathOf(page)).toBe('/');
});

test('a visitor is turned away from their profile', async () => {
  const page = await open('/profile');
  await expect.poll(() => pathOf(page)).toBe('/');
});

test('a failed sign-in is only logged: no message, the password emptied and in focus, the address kept', async () => {
  const page = await context.newPage();
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()));
  await page.goto(`${siteOf()}/login`);
  await page.getByLabel('Passwort', { exact: true }).waitFor();
  const before = await page.getByRole('main').innerText();

  await submit(page, emailOf('admin'), 'ganz-falsch-2026');
  await expect.poll(() => logged).toEqual(['sign-in: invalid-credential']);
  const password = page.getByLabel('Passwort', { exact: true });
  await expect.poll(() => password.inputValue()).toBe('');
  expect(await password.evaluate((field) => field.matches(':focus'))).toBe(true);
  expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe(emailOf('admin'));
  expect(await page.getByRole('main').innerText()).toBe(before);
  expect(await page.getByRole('alert').count()).toBe(0);

  await password.fill(demoPassword);
  await password.press('Enter');
  await page.waitForURL('**/admin');
});

test('a failed sign-up is only logged too, and keeps the names and the address', async () => {
  const page = await context.newPage();
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()));
  await page.goto(`${siteOf()}/login#registrieren`);
  await page.getByLabel('Nachname').waitFor();
  const before = await page.getByRole('main').innerText();
  await page.getByLabel('Vorname').fill('Mia');
  await page.getByLabel('Nachname').fill('Beispiel');
  await page.getByLabel('E-Mail-Adresse').fill('mia@example.org');
  // The form itself sends no weak password, so the server refuses one that the form lets pass.
  const refusal = { type: 'about:blank', title: 'x', status: 422, code: 'weak-password', requestId: 'x' };
  await page.route('**/api/session/sign-up', (route) =>
    route.fulfill({ status: 422, contentType: 'application/problem+json', json: refusal }),
  );
  await page.getByLabel('Passwort', { exact: true }).fill('sieben-bunte-Baelle');
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await expect.poll(() => logged).toEqual(['sign-up: weak-password']);
  await expect.poll(() => page.getByLabel('Passwort', { exact: true }).inputValue()).toBe('');
  expect(await page.getByLabel('Nachname').inputValue()).toBe('Beispiel');
  expect(await page.getByRole('main').innerText()).toBe(before);
});

test('the parameter showSignInErrors turns one neutral sentence on', async () => {
  const superuser = await play.server.signedIn('super');
  expect((await superuser.send('PUT', '/api/config/showSignInErrors', { value: true, version: 0 })).status).toBe(200);
  try {
    const page = await open('/login');
    await submit(page, emailOf('admin'), 'ganz-falsch-2026');
    await page.getByRole('alert').getByText('Das hat nicht geklappt').waitFor();
  } finally {
    await superuser.send('PUT', '/api/config/showSignInErrors', { value: false, version: 1 });
  }
});

test('a login is counted once per sign-in and once per start of the app, and for nothing else', async () => {
  const email = emailOf('editor', 'SCB');
  const before = await loginsOf(email);
  const watching = await open('/', 'SCB');
  await watching.getByRole('link', { name: 'Einloggen' }).waitFor();

  const page = await signIn('editor', 'SCB');
  await expect.poll(() => loginsOf(email)).toBe(before + 1);
  // The other tab learns of it and is signed in, which is no login.
  await expect.poll(() => isSignedIn(watching)).toBe(true);

  await page.reload();
  await expect.poll(() => loginsOf(email)).toBe(before + 2);
  await open('/', 'SCB');
  await expect.poll(() => loginsOf(email)).toBe(before + 3);

  // Another stream of notices (the tab that held it is gone), a way inside the app and a new token are no logins.
  const streams: string[] = [];
  context.on('request', (request) => request.url().includes('/live') && streams.push(request.url()));
  await watching.close();
  await page.getByRole('link', { name: 'Version' }).click();
  await page.getByRole('heading', { name: 'Versionsinformationen' }).waitFor();
  const status: unknown = await page.evaluate("fetch('/api/session/token', { method: 'POST' }).then(({ status }) => status)");
  expect(status).toBe(200);
  await expect.poll(() => streams.length).toBeGreaterThan(0);
  expect(await loginsOf(email)).toBe(before + 3);
});

test('sign-out in one tab signs out the other; both go to the start page', async () => {
  const first = await signIn('reader');
  const second = await open('/profile');
  await second.getByRole('heading', { name: 'Mein Profil' }).waitFor();
  await first.goto(`${siteOf()}/profile`);
  await first.getByRole('main').getByRole('button', { name: 'Ausloggen' }).click();
  for (const page of [first, second]) {
    await expect.poll(() => pathOf(page)).toBe('/');
    await page.getByRole('link', { name: 'Einloggen' }).waitFor();
  }
  await expect.poll(async () => (await context.cookies()).filter(({ name }) => name.endsWith('.session'))).toEqual([]);
});

test('a sign-out leads to the start page, also when the session has just ended and a request before it was refused', async () => {
  const page = await signIn('reader');
  const signedOut = Promise.withResolvers<void>();
  await page.route('**/api/charges/mine', async (route) => {
    await signedOut.promise;
    await route.continue();
  });
  await page.route('**/api/session/sign-out', async (route) => {
    await play.server.sql("update auth_session set expires_at = now() - interval '1 minute'");
    const refused = page.waitForResponse((one) => one.url().endsWith('/api/charges/mine') && one.status() === 401);
    signedOut.resolve();
    await refused;
    await page.waitForTimeout(300);
    await route.continue();
  });
  await page.goto(`${siteOf()}/profile`);
  await page.getByRole('main').getByRole('button', { name: 'Ausloggen' }).click();
  await page.getByRole('link', { name: 'Einloggen' }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/');
});

test('a disabled account is signed out live', async () => {
  const page = await signIn('trainer', 'SCB');
  await isCalm(page);
  const [row] = await play.server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf('trainer', 'SCB')]);
  const board = await play.server.signedIn('admin', 'SCB');
  expect((await board.post(`/api/users/${row?.id}/disable`)).status).toBe(200);
  await expect.poll(() => pathOf(page)).toBe('/');
  await page.getByRole('link', { name: 'Einloggen' }).waitFor();
  await board.post(`/api/users/${row?.id}/enable`);
});

test('a session that ended while the browser had no stream is noticed when the next one opens', async () => {
  const page = await signIn('editor');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const holder = await open('/');
  await expect.poll(() => isSignedIn(holder)).toBe(true);
  // Nothing tells of this; the next stream does, which the second tab opens when the first is gone.
  await play.server.sql("update auth_session set expires_at = now() - interval '1 minute'");
  await page.close();
  await holder.getByRole('link', { name: 'Einloggen' }).waitFor();
});

test('a call that meets an expired session signs out and asks to sign in again', async () => {
  const page = await signIn('reader', 'SCB');
  await page.goto(`${siteOf('SCB')}/profile/family#name`);
  await page.getByRole('button', { name: 'Name speichern' }).waitFor();
  await page.getByRole('region', { name: 'Profilbild' }).waitFor();
  await isCalm(page);
  await play.server.sql("update auth_session set expires_at = now() - interval '1 minute'");
  await page.getByRole('button', { name: 'Name speichern' }).click();
  await page.getByText('Sie wurden ausgeloggt:').waitFor();
  await expect.poll(() => pathOf(page)).toBe('/login');
  await page.getByRole('button', { name: 'Einloggen', exact: true }).waitFor();
});
