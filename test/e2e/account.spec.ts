import fs from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Client, demoPassword, emailOf } from '../harness.ts';
import { phone, stage } from './person.ts';

const play = stage(phone);
const { visit } = play;

/** The path and secret of the link in the latest mail; its host carries the port of the settings, not of this test. */
async function linkTo(recipient: string): Promise<string> {
  const [link = ''] = /https?:\/\/\S+/.exec(await play.server.latestMail(recipient)) ?? [];
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}

const password = (page: Page, label = 'Passwort') => page.getByLabel(label, { exact: true });

test('somebody registers, confirms the address with a press of the button, and signs in', async () => {
  const page = await visit({ club: 'SCB' });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Jetzt Konto anlegen' }).click();
  await page.getByLabel('Vorname').fill('Mia');
  await page.getByLabel('Nachname').fill('Beispiel');
  await page.getByLabel('E-Mail-Adresse').fill('mia@example.org');
  await password(page).fill('sieben-bunte-Baelle');
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.getByText('Wir haben eine Mail an mia@example.org gesendet').waitFor();

  const link = await linkTo('mia@example.org');
  // Opening the link alone, as a mail scanner does, uses nothing up.
  await page.goto(link);
  await page.goto('/');
  await page.goto(link);
  await page.getByRole('button', { name: 'Bestätigen' }).click();
  // The browser that signed up is in at once.
  await page.getByRole('button', { name: 'Mein Konto' }).waitFor();

  await page.goto('/verify');
  await page.getByText('Dieser Link gilt nicht mehr').waitFor();
});

test('a known address gets the same answer at the sign-up', async () => {
  const page = await visit();
  await page.goto('/login#registrieren');
  await page.getByLabel('Vorname').fill('Anna');
  await page.getByLabel('Nachname').fill('Anders');
  await page.getByLabel('E-Mail-Adresse').fill(emailOf('admin'));
  await password(page).fill('sieben-bunte-Baelle');
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.getByText(`Wir haben eine Mail an ${emailOf('admin')} gesendet`).waitFor();
});

test('a forgotten password is set anew by mail; a refused one is told, a used link leads to a new one', async () => {
  const page = await visit();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await page.getByLabel('E-Mail-Adresse').fill('unknown@example.org');
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await page.getByText('Wenn es zu unknown@example.org ein Konto gibt').waitFor();

  await page.goto('/login#passwort');
  await page.reload();
  await page.getByLabel('E-Mail-Adresse').fill(emailOf('trainer'));
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await page.getByText(`Wenn es zu ${emailOf('trainer')} ein Konto gibt`).waitFor();

  const link = await linkTo(emailOf('trainer'));
  await page.goto(link);
  await password(page, 'Neues Passwort').fill('passwort');
  await page.getByRole('button', { name: 'Passwort speichern' }).click();
  await page.getByText('steht auf den Listen').waitFor();
  await password(page, 'Neues Passwort').fill('acht-bunte-Baelle');
  await page.getByRole('button', { name: 'Passwort speichern' }).click();
  await page.getByText('Ihr neues Passwort gilt ab sofort').waitFor();
  expect((await play.server.visitor().signIn(emailOf('trainer'), 'acht-bunte-Baelle')).status).toBe(200);

  await page.goto('/');
  await page.goto(link);
  await password(page, 'Neues Passwort').fill('neun-bunte-Baelle');
  await page.getByRole('button', { name: 'Passwort speichern' }).click();
  await page.getByRole('link', { name: 'Neuen Link anfordern' }).click();
  await page.getByRole('heading', { name: 'Passwort vergessen' }).waitFor();
});

test('who forgot the password on the way to a page stands on that page after the new one', async () => {
  const page = await visit();
  await page.goto('/profile/notices');
  await page.getByRole('link', { name: 'Jetzt einloggen' }).click();
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await page.getByLabel('E-Mail-Adresse').fill(emailOf('editor', 'SCB'));
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await page.getByText(`Wenn es zu ${emailOf('editor', 'SCB')} ein Konto gibt`).waitFor();
  // The mail is read in another browser: nothing but its link knows where to.
  const elsewhere = await visit();
  await elsewhere.goto(await linkTo(emailOf('editor', 'SCB')));
  await password(elsewhere, 'Neues Passwort').fill('zehn-bunte-Baelle');
  await elsewhere.getByRole('button', { name: 'Passwort speichern' }).click();
  await elsewhere.getByRole('link', { name: 'Jetzt einloggen' }).click();
  await elsewhere.getByLabel('E-Mail').fill(emailOf('editor', 'SCB'));
  await password(elsewhere, 'Passwort').fill('zehn-bunte-Baelle');
  await elsewhere.getByRole('button', { name: 'Einloggen', exact: true }).click();
  await elsewhere.waitForURL('**/profile/notices');
});

test('the profile is a list of its parts: each opens on an address of its own, and an older link to the second factor still leads there', async () => {
  const page = await visit({ role: 'reader', ...phone });
  await page.goto('/profile');
  const parts = page.getByRole('navigation', { name: 'Teile des Profils' });
  await parts.waitFor();
  const names = await parts.getByRole('link').locator('strong').allTextContents();
  expect(names.length).toBe(9);
  for (const name of names) {
    await parts.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('region').first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Mein Profil' }).click();
    await parts.waitFor();
  }
  await page.goto('/profile#zweiter-faktor');
  await page.waitForURL('**/profile/security#zweiter-faktor');
  await page.getByRole('heading', { name: 'Zweiter Faktor' }).waitFor();
  await page.goto('/profile/unbekannt');
  await page.getByText('Page not found: /profile/unbekannt').waitFor();
});

test('on the profile one changes the name, the address and the password', async () => {
  const page = await visit({ role: 'reader' });
  await page.goto('/profile/security#konto');
  await page.locator('dl').getByText('Registrierter Benutzer').waitFor();
  await page.goto('/profile/family#name');
  await page.getByLabel('Nachname').fill('Neumuster');
  await page.getByRole('button', { name: 'Name speichern' }).click();
  await page.getByText('Ihr Name ist gespeichert').waitFor();

  await page.goto('/profile/security');
  await page.getByText('E-Mail-Adresse', { exact: true }).click();
  await page.getByLabel('Neue E-Mail-Adresse').fill('rosa.neu@example.org');
  await page.getByRole('button', { name: 'Bestätigungsmail senden' }).click();
  await page.getByText('in der Mail an rosa.neu@example.org').waitFor();
  expect(await play.server.latestMail(emailOf('reader'))).toContain('rosa.neu@example.org');

  await page.getByText('Passwort', { exact: true }).click();
  await password(page, 'Bisheriges Passwort').fill('ganz-falsch-2026');
  await password(page, 'Neues Passwort').fill('acht-bunte-Baelle');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await page.getByText('Das Passwort stimmt nicht').waitFor();
  await password(page, 'Bisheriges Passwort').fill(demoPassword);
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await page.getByText('Ihr Passwort ist geändert').waitFor();
  await page.getByText('in der Mail an rosa.neu@example.org').waitFor();
});

test('a new address counts once its link was confirmed', async () => {
  const page = await visit({ role: 'editor' });
  await page.goto('/profile/security');
  await page.getByText('E-Mail-Adresse', { exact: true }).click();
  await page.getByLabel('Neue E-Mail-Adresse').fill('edda.neu@example.org');
  await page.getByRole('button', { name: 'Bestätigungsmail senden' }).click();
  await page.getByText('in der Mail an edda.neu@example.org').waitFor();
  await page.goto(await linkTo('edda.neu@example.org'));
  await page.getByRole('button', { name: 'Bestätigen' }).click();
  await page.getByRole('link', { name: 'Zu meinem Profil' }).click();
  await page.getByText('edda.neu@example.org').first().waitFor();
});

test('another device is signed out from the list of devices; the own one is marked and has no such button', async () => {
  const other: Client = await play.server.signedIn('reader', 'SCB');
  const page = await visit({ role: 'reader', club: 'SCB' });
  await page.goto('/profile/security#geraete');
  await page.getByText('dieses Gerät', { exact: true }).waitFor();
  const buttons = page.getByRole('button', { name: /^Beenden/ });
  expect(await buttons.count()).toBe(1);
  await buttons.click();
  await expect.poll(() => buttons.count()).toBe(0);
  expect((await other.get<{ user: null }>('/api/session')).body.user).toBeNull();
});

test('the own data come as a file, after the password where the sign-in is old', async () => {
  const page = await visit({ role: 'trainer', club: 'SCB' });
  await play.server.sql("update auth_session set confirmed_at = now() - interval '1 hour'");
  await page.goto('/profile/data#mitnehmen');
  await page.getByRole('button', { name: 'Daten herunterladen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=password]').fill(demoPassword);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Bestätigen' }).click();
  const file = await (await download).path();
  expect(JSON.parse(await fs.readFile(file, 'utf8'))).toMatchObject({
    Benutzerkonto: { 'E-Mail': emailOf('trainer', 'SCB') },
    'Angemeldete Geräte': [{ 'Dieses Gerät': true }],
  });
});

test('an account is deleted after a plain yes; the last of a board stays and is told why', async () => {
  const board = await visit({ role: 'admin', club: 'SCB' });
  await board.goto('/profile/security#loeschen');
  await confirmDeletion(board);
  await board.getByText('Der letzte Vorstand eines Vereins muss bleiben').waitFor();

  const reader = await visit({ role: 'reader', club: 'GSV' });
  await reader.goto('/profile/security#loeschen');
  await confirmDeletion(reader);
  await expect.poll(() => new URL(reader.url()).pathname).toBe('/');
  expect(await play.server.sql('select id from app_user where email = $1', [emailOf('reader', 'GSV')])).toEqual([]);
});

async function confirmDeletion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Konto löschen …' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Endgültig löschen' }).click();
}
