import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '../harness.ts';
import { deviceOf, type Device } from './device.ts';
import { phone, stage } from './person.ts';

const play = stage(phone);

const credentialsOf = async ({ line, authenticatorId }: Device) =>
  (await line.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

async function signIn(page: Page, role: 'admin' | 'editor'): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-Mail-Adresse').fill(emailOf(role));
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: 'Einloggen', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** A sign-in that comes to nothing says nothing: the button can be pressed again, and nobody is in. */
async function staysOutside(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-loading]') === null);
  const user = await page.evaluate(async () => ((await (await fetch('/api/session')).json()) as { user: unknown }).user);
  expect([user, new URL(page.url()).pathname]).toEqual([null, '/login']);
}

async function signInByPasskey(page: Page): Promise<void> {
  // A page that hears of its end leaves for another one by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Mit Passkey einloggen' }).click();
}

test('a passkey is made on the profile, signs in without an address, proves who one is, and a lost device is removed', async () => {
  const page = await play.visit();
  const handset = await deviceOf(page);
  await signIn(page, 'admin');
  await page.goto('/profile/security#passkeys');
  await page.getByLabel('Name für dieses Gerät').fill('Mein Handy');
  await page.getByRole('button', { name: 'Passkey anlegen' }).click();
  await page.getByText('Der Passkey ist angelegt. Er gilt unter rwa.localhost.').waitFor();
  await page.getByText('noch nicht benutzt').waitFor();
  expect(await credentialsOf(handset)).toMatchObject([{ rpId: 'rwa.localhost', isResidentCredential: true }]);

  await signInByPasskey(page);
  await page.waitForURL('**/admin');
  await page.goto('/profile/security#passkeys');
  await page.getByText('zuletzt benutzt').waitFor();

  // A second device, which takes the place of the first one; the second needs a fresh proof, given by the passkey.
  await play.server.sql("update auth_session set confirmed_at = now() - interval '3 hours'");
  await page.getByLabel('Name für dieses Gerät').fill('Laptop');
  await page.getByRole('button', { name: 'Passkey anlegen' }).click();
  await page.getByRole('button', { name: 'Mit Passkey bestätigen' }).click();
  // A device that has a passkey of this account is not given a second one.
  await page.getByText('Dieses Gerät hat für Ihr Konto schon einen Passkey').waitFor();
  const [lost] = await credentialsOf(handset);
  if (!lost) throw new Error('the device keeps no passkey');
  await handset.line.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: handset.authenticatorId });
  const laptop = await deviceOf(page);
  await page.getByRole('button', { name: 'Passkey anlegen' }).click();
  await page.getByText('Der Passkey ist angelegt.').waitFor();

  await page.getByRole('button', { name: 'Entfernen: Mein Handy' }).click();
  await page.getByRole('button', { name: 'Passkey entfernen' }).click();
  await page.getByText('Mein Handy', { exact: true }).waitFor({ state: 'detached' });

  // The first device no longer gets in; the second one does.
  const [kept] = await credentialsOf(laptop);
  if (!kept) throw new Error('the second device keeps no passkey');
  await laptop.line.send('WebAuthn.removeCredential', { authenticatorId: laptop.authenticatorId, credentialId: kept.credentialId });
  await laptop.line.send('WebAuthn.addCredential', { authenticatorId: laptop.authenticatorId, credential: lost });
  await signInByPasskey(page);
  await expect.poll(() => play.server.sql("select 1 from security_log where event = 'passkey-refused'")).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe('/login');
  await laptop.line.send('WebAuthn.removeCredential', { authenticatorId: laptop.authenticatorId, credentialId: lost.credentialId });
  await laptop.line.send('WebAuthn.addCredential', { authenticatorId: laptop.authenticatorId, credential: kept });
  await page.getByRole('button', { name: 'Mit Passkey einloggen' }).click();
  await page.waitForURL('**/admin');
});

test('what the browser sent is good once; a copied key is refused by its counter, and whoever does not show a finger is refused', async () => {
  const page = await play.visit();
  const handset = await deviceOf(page);
  await signIn(page, 'admin');
  await page.goto('/profile/security#passkeys');
  await page.getByLabel('Name für dieses Gerät').fill('Zum Kopieren');
  await page.getByRole('button', { name: 'Passkey anlegen' }).click();
  await page.getByText('Der Passkey ist angelegt.').waitFor();
  const [copied] = await credentialsOf(handset);
  if (!copied) throw new Error('the device keeps no passkey');

  // The page itself keeps what it sent: the browser tells no test the body of a request.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith('/api/session/passkey')) sessionStorage.setItem('sent', await request.clone().text());
      return fetch(request);
    };
  });
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/session/passkey'));
  await signInByPasskey(page);
  await page.waitForURL('**/admin');
  const body: unknown = JSON.parse((await page.evaluate(() => sessionStorage.getItem('sent'))) ?? '');
  const refused = async () => (await play.server.sql("select 1 from security_log where event = 'passkey-refused'")).length;
  // The same answer of the device once more, with the cookies of the first time.
  const { cookie = '' } = await (await asked).allHeaders();
  const again = await play.server.visitor().post('/api/session/passkey', body, { cookie });
  expect([again.status, again.headers['set-cookie']?.join('').includes('session=') ?? false]).toEqual([401, false]);
  const before = await refused();

  // The copy does not know how often the original has signed since.
  await handset.line.send('WebAuthn.removeCredential', { authenticatorId: handset.authenticatorId, credentialId: copied.credentialId });
  await handset.line.send('WebAuthn.addCredential', { authenticatorId: handset.authenticatorId, credential: { ...copied, signCount: 1 } });
  await play.server.sql('update passkey set counter = 50');
  await signInByPasskey(page);
  await expect.poll(refused).toBeGreaterThan(before);
  expect(new URL(page.url()).pathname).toBe('/login');

  // Presence alone is not enough: the device has to know its owner.
  await play.server.sql('update passkey set counter = 0');
  await handset.line.send('WebAuthn.setUserVerified', { authenticatorId: handset.authenticatorId, isUserVerified: false });
  await signInByPasskey(page);
  await staysOutside(page);

  // On the address of another club this passkey does not exist.
  await handset.line.send('WebAuthn.setUserVerified', { authenticatorId: handset.authenticatorId, isUserVerified: true });
  await page.goto(`http://scb.localhost:${play.server.port}/login`);
  await page.getByRole('button', { name: 'Mit Passkey einloggen' }).click();
  await staysOutside(page);
});

test('whose role wants a second factor goes on from the password with the passkey', async () => {
  await play.server.sql(`insert into config_parameter (name, value, updated_at) values ('secondFactor.roles', '["editor"]', now())`);
  const page = await play.visit();
  await deviceOf(page);
  await signIn(page, 'editor');
  await page.waitForURL((url) => url.pathname === '/profile/security' && url.hash === '#zweiter-faktor');
  const demand = page.getByText('Für Ihre Rolle ist der zweite Faktor Pflicht');
  await expect.poll(() => demand.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await demand.getByRole('link', { name: 'Passkey' }).click();
  await page.getByRole('button', { name: 'Passkey anlegen' }).click();
  await page.getByText('Der Passkey ist angelegt').waitFor();
  await demand.waitFor({ state: 'detached' });

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('E-Mail-Adresse').fill(emailOf('editor'));
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: 'Einloggen', exact: true }).click();
  await page.getByText('Ihr Passwort stimmt.').waitFor();
  await page.getByRole('button', { name: 'Mit Passkey einloggen' }).click();
  await page.waitForURL('**/admin');
});
