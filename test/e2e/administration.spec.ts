import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword, emailOf } from '../harness.ts';
import { phone, stage } from './person.ts';

const play = stage();

/** Chooses in a list that Mantine draws itself. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .last()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button, exact: true }).click()]);
  return fs.readFileSync(await download.path(), 'utf8');
}

async function openUser(page: Page, search: string, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Name oder E-Mail' }).fill(search);
  await page.getByText('1 Benutzer').waitFor();
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('heading', { name: 'Konto' }).waitFor();
}

test('a super invites somebody: faults stand on their fields, a known address too, and the mail goes out', async () => {
  const page = await play.visit({ role: 'super' });
  await page.goto('/admin/user');
  await page.getByRole('button', { name: 'Einladen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Benutzer einladen' });
  await dialog.getByRole('button', { name: 'Einladen' }).click();
  await expect.poll(() => dialog.locator('[aria-invalid=true]').count()).toBe(3);
  await dialog.getByLabel('Vorname').fill('Nora');
  await dialog.getByLabel('Nachname').fill('Neumuster');
  await dialog.getByLabel('E-Mail').fill(emailOf('reader'));
  await dialog.getByRole('button', { name: 'Einladen' }).click();
  await expect.poll(() => dialog.locator('[aria-invalid=true]').count()).toBe(1);
  expect(await dialog.getByLabel('Vorname').inputValue()).toBe('Nora');
  await dialog.getByLabel('E-Mail').fill('nora@example.org');
  await dialog.getByRole('button', { name: 'Einladen' }).click();
  await page.getByText('Nora Neumuster ist eingeladen. Die Mail geht an nora@example.org.').waitFor();
  await page.getByRole('button', { name: 'Neumuster, Nora' }).waitFor();
  expect(await play.server.latestMail('nora@example.org')).toMatch(/http/);
});

test('a super changes name, member, role and club of somebody, locks and unlocks them, and deletes them', async () => {
  const page = await play.visit({ role: 'super' });
  await page.goto('/admin/user');
  await openUser(page, emailOf('reader', 'SCB'), 'Blaumuster, Ruben');
  const drawer = page.getByRole('dialog', { name: 'Benutzer' });
  await drawer.getByLabel('Vorname').fill('');
  await drawer.getByRole('button', { name: 'Speichern' }).click();
  await drawer.locator('[aria-invalid=true]').waitFor();
  await drawer.getByLabel('Vorname').fill('Rubens');
  await drawer.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Die Angaben sind gespeichert.').waitFor();
  await choose(page, 'Rolle', 'Übungsleiter/Trainer');
  await drawer.getByRole('button', { name: 'Rolle ändern' }).click();
  await page.getByText(/Rubens Blaumuster hat jetzt die Rolle Übungsleiter/).waitFor();
  await choose(page, 'Verein', 'Rot-Weiß Auenfeld');
  await drawer.getByRole('button', { name: 'Verein wechseln' }).click();
  await page.getByText(/Rubens Blaumuster gehört jetzt zu/).waitFor();
  await drawer.getByRole('button', { name: 'Mail für neues Passwort' }).click();
  await page.getByText(`Die Mail zum neuen Passwort geht an ${emailOf('reader', 'SCB')}.`).waitFor();
  await drawer.getByRole('button', { name: 'Sperren' }).click();
  await page.getByRole('dialog', { name: 'Konto sperren?' }).getByRole('button', { name: 'Sperren' }).click();
  await page.getByText('Das Konto von Rubens Blaumuster ist gesperrt.').waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('Rubens Blaumuster kann sich wieder einloggen.').waitFor();
  await drawer.getByRole('button', { name: 'Löschen' }).click();
  const question = page.getByRole('dialog', { name: 'Benutzer endgültig löschen?' });
  await question.getByRole('button', { name: 'Endgültig löschen' }).click();
  await page.getByText('Das Konto von Rubens Blaumuster ist gelöscht.').waitFor();
  await page.getByText('Niemand gefunden.').waitFor();
});

test('who signed in long ago proves who they are before they change a role; saying no changes nothing', async () => {
  const page = await play.visit({ role: 'admin' });
  await play.server.sql("update auth_session set confirmed_at = now() - interval '1 hour'");
  await page.goto('/admin/user');
  await openUser(page, emailOf('reader'), 'Rotmuster, Rosa');
  await choose(page, 'Rolle', 'Übungsleiter/Trainer');
  await page.getByRole('button', { name: 'Rolle ändern' }).click();
  const question = page.getByRole('dialog', { name: 'Bitte bestätigen Sie Ihr Passwort' });
  await question.getByRole('button', { name: 'Schließen' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await play.server.sql('select 1 from app_user where email = $1 and role = $2', [emailOf('reader'), 'reader'])).toHaveLength(1);
  await page.getByRole('button', { name: 'Rolle ändern' }).click();
  await question.locator('input[type=password]').fill('falsch-und-lang');
  await question.getByRole('button', { name: 'Bestätigen' }).click();
  await question.getByText('Das Passwort stimmt nicht.').waitFor();
  await question.locator('input[type=password]').fill(demoPassword);
  await question.getByRole('button', { name: 'Bestätigen' }).click();
  await page.getByText(/Rosa Rotmuster hat jetzt die Rolle/).waitFor();
});

test('a board on a phone filters, ticks several people and locks them at once, and takes it back', async () => {
  const page = await play.visit({ ...phone, role: 'admin' });
  await page.goto('/admin/user');
  await page.getByRole('button', { name: 'Filter' }).click();
  await choose(page, 'Rolle', 'Abteilungsleiter');
  await page.getByText('1 Benutzer').waitFor();
  await page.getByRole('checkbox', { name: /Edda/ }).check();
  const bar = page.getByRole('region', { name: 'Auswahl' });
  await bar.getByText('1 ausgewählt').waitFor();
  await bar.getByRole('button', { name: 'Sperren', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sperren' }).click();
  await page.getByText('1 Konto ist gesperrt.').waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('1 Konto ist entsperrt.').waitFor();
});

test('a super reads before and after of a write in the log, checks and saves the log', async () => {
  const page = await play.visit({ role: 'super' });
  await (await play.server.signedIn('trainer')).send('PATCH', '/api/profile', { firstname: 'Tilda', lastname: 'Rotmuster' });
  await page.goto('/admin/audit?tab=protokoll');
  await page.getByRole('searchbox', { name: 'Name oder Inhalt' }).fill('eigenen Namen');
  await page
    .getByRole('button', { name: /eigenen Namen/i })
    .first()
    .click();
  const table = page.getByRole('table', { name: 'Änderungen' });
  await table.getByRole('cell', { name: 'Tilda', exact: true }).waitFor();
  expect(await table.getByRole('cell', { name: 'Till', exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Schließen' }).click();
  await page.getByRole('button', { name: 'Auf Echtheit prüfen' }).click();
  await page.getByText('Das Protokoll ist unverändert.').waitFor();
  expect(await saved(page, 'CSV')).toMatch(/eigenen Namen/i);
});

test('a super changes what everybody sees of a club; a wrong address of a link stands on its field', async () => {
  const page = await play.visit({ role: 'super' });
  const watching = await play.visit({ club: 'SCB' });
  await page.goto('/admin/audit');
  await page.getByRole('button', { name: /SCB/ }).click();
  const part = page
    .getByRole('region')
    .filter({ has: page.getByRole('button', { name: 'Link hinzufügen' }) })
    .last();
  await part.getByRole('button', { name: 'Link hinzufügen' }).click();
  await part.getByLabel('Text').last().fill('Satzung');
  await part.getByLabel('Adresse').last().fill('javascript:alert(1)');
  await part.getByRole('button', { name: 'Speichern' }).click();
  await expect.poll(() => part.locator('[aria-invalid=true]').count()).toBe(1);
  await part.getByLabel('Adresse').last().fill('/support');
  await part.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText(/Die Angaben zu .* sind gespeichert/).waitFor();
  await watching.goto('/');
  await watching.getByRole('navigation', { name: 'Fußzeile' }).getByRole('link', { name: 'Satzung' }).waitFor();
});

test('a super sets a parameter and sets it back to the default', async () => {
  const page = await play.visit({ role: 'super' });
  await page.goto('/admin/config');
  const card = page.getByRole('listitem', { name: 'Adresse für Rückmeldungen zum Verein' });
  await card.getByRole('button', { name: /: Ändern/ }).click();
  await card.getByRole('textbox').fill('kein-mail');
  await card.getByRole('button', { name: 'Speichern' }).click();
  await card.locator('[aria-invalid=true]').waitFor();
  await card.getByRole('textbox').fill('verein@example.org');
  await card.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Gespeichert: Adresse für Rückmeldungen zum Verein').waitFor();
  await card.getByRole('button', { name: 'Auf Standard setzen' }).click();
  await card.getByRole('button', { name: 'Speichern' }).click();
  await card.getByText('Standard', { exact: true }).waitFor();
});

test('settings show one section at a time, find across all, and keep what is typed in a section that one leaves', async () => {
  const page = await play.visit({ role: 'super' });
  await page.goto('/admin/config');
  const sections = page.getByRole('navigation', { name: 'Abschnitte' });
  const sender = page.getByRole('listitem', { name: 'Adresse für Rückmeldungen zum Verein' });
  await sender.getByRole('button', { name: /: Ändern/ }).click();
  await sender.getByRole('textbox').fill('halb@');
  await sections.getByRole('link', { name: /^Ferien und Schließtage/ }).click();
  await page.getByRole('heading', { name: 'Ferien und Schließtage' }).waitFor();
  expect(await sender.count()).toBe(0);
  expect(new URL(page.url()).hash).toBe('#ferien');

  await page.getByRole('searchbox', { name: 'Einstellung' }).fill('Rückmeldungen zum Verein');
  expect(await sender.getByRole('textbox').inputValue()).toBe('halb@');
  await page.getByRole('searchbox', { name: 'Einstellung' }).fill('gibt es nicht');
  await page.getByText('Keine Einstellung gefunden.').waitFor();

  const hand = await play.visit({ ...phone, role: 'super' });
  await hand.goto('/admin/config');
  await hand
    .getByRole('navigation', { name: 'Abschnitte' })
    .getByRole('link', { name: /^Verein/ })
    .waitFor();
  expect(await hand.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(0);
  expect(await hand.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1400);
  await hand.getByRole('link', { name: /^Beitrag und Bank/ }).click();
  await hand.getByRole('heading', { name: 'Beitrag und Bank' }).waitFor();
  await hand
    .getByRole('main')
    .getByRole('link', { name: /Einstellungen$/ })
    .click();
  await hand.getByRole('link', { name: /^Ferien und Schließtage/ }).waitFor();
});
