import { expect, test } from 'vitest';
import { desktop, phone, stage } from './person.ts';

const staged = stage();

test('a club without departments makes its first one, and uses it in an offer and at a member', async () => {
  // Emptied: no departments, and nothing that names any.
  await staged.server.sql('truncate department cascade');
  const page = await staged.visit({ role: 'admin', ...desktop });
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name: 'Abteilungen' }).click();
  await page.getByText('Noch keine Abteilung.').waitFor();
  await page.getByRole('button', { name: 'Abteilung anlegen' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Turnen');
  await drawer.getByRole('combobox', { name: 'Leitung' }).fill('ma');
  await page
    .getByRole('option', { name: /geboren/ })
    .first()
    .click();
  await drawer.getByRole('button', { name: 'Fachverband hinzufügen' }).click();
  await drawer.getByRole('textbox', { name: 'Verbandsnummer' }).fill('0071');
  await drawer.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('„Turnen“ ist gespeichert.').waitFor();
  await drawer.getByRole('button', { name: 'Schließen' }).click();
  await page.getByRole('row', { name: /Turnen.*0071/ }).waitFor();

  await page.goto('/admin/members');
  await page.getByRole('button', { name: 'Aufnehmen' }).click();
  const member = page.getByRole('dialog');
  await member.getByRole('textbox', { name: 'Vorname' }).fill('Tina');
  await member.getByRole('textbox', { name: 'Nachname' }).fill('Turnerin');
  await member.getByRole('combobox', { name: 'Abteilungen' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Turnen' }).click();
  await page.keyboard.press('Escape');
  await member.getByRole('button', { name: 'Aufnehmen' }).click();
  await page
    .getByText(/Tina Turnerin/)
    .first()
    .waitFor();

  await page.goto('/admin/courses/new');
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Kinderturnen');
  await page.getByRole('combobox', { name: 'Abteilung' }).click();
  await page.getByRole('option', { name: 'Turnen' }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForURL(/\/admin\/courses\/(?!new)/);

  await page.goto('/admin/departments');
  const cells = page.getByRole('row', { name: /Turnen.*0071/ }).getByRole('cell');
  await cells.first().waitFor();
  // One member, one offer.
  expect((await cells.allTextContents()).slice(4, 6)).toEqual(['1', '1']);
});

test('on a phone a department ends after a question and comes back with one press', async () => {
  const made = await (await staged.server.signedIn('admin')).post<{ id: string }>('/api/departments', { name: 'Kegeln' });
  expect(made.status).toBe(200);
  const page = await staged.visit({ role: 'admin', ...phone });
  await page.goto('/admin/departments');
  await page.getByRole('button', { name: 'Kegeln' }).click();
  await page.getByRole('button', { name: 'Enden lassen' }).click();
  await page.getByRole('dialog', { name: 'Abteilung enden lassen?' }).getByRole('button', { name: 'Enden lassen' }).click();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('„Kegeln“ ist wieder offen.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
