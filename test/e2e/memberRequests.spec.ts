import fs from 'node:fs';
import { expect, test } from 'vitest';
import { paper } from '../stage/files.ts';
import { desktop, phone, stage } from './person.ts';

const staged = stage();

test('the board imports a file on a desktop: it sees what is wrong, takes the good row over, and finds the member', async () => {
  const page = await staged.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/members');
  await page.getByRole('button', { name: 'Importieren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mitglieder importieren' });
  const text = 'Nr;Familie;Vorname;Geburtsdatum;Eintritt\nR-1;Reisig;Romy;04.05.2012;01.01.2026\nR-2;Fehler;Falk;31.02.1990;01.01.2026\n';
  await dialog.locator('input[type=file]').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByRole('button', { name: 'Weiter' }).click();
  // The program could not know this heading.
  await dialog.getByRole('combobox', { name: 'Familie' }).click();
  await page.getByRole('option', { name: 'Nachname', exact: true }).click();
  await dialog.getByRole('button', { name: 'Prüfen' }).click();
  await dialog.getByText('Geburtsdatum: „31.02.1990“ ist nicht zu verstehen.').waitFor();
  await dialog.getByRole('button', { name: '1 Zeile übernehmen' }).click();
  await dialog.getByText('1 neu, 0 geändert, 0 unverändert, 1 nicht übernommen.').waitFor();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Fehlerhafte Zeilen' }).click();
  expect((await download).suggestedFilename()).toBe('nicht-importiert.csv');
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  // Coming back shows the outcome.
  await page.getByRole('button', { name: 'Importieren' }).click();
  await dialog.getByRole('button', { name: 'liste.csv' }).click();
  await dialog.getByText('1 neu, 0 geändert, 0 unverändert, 1 nicht übernommen.').waitFor();
  await dialog.getByRole('button', { name: 'Fertig' }).click();
  await page.getByLabel('Name, Nummer oder Ort suchen').fill('reisig');
  await page.getByRole('button', { name: 'Reisig, Romy' }).waitFor();
});

test('somebody applies on a phone, and the board takes them in', async () => {
  const page = await staged.visit({ ...phone });
  await page.goto('/myClub');
  await page.getByRole('link', { name: 'Mitgliedsantrag ausfüllen' }).click();
  for (const [label, value] of [
    ['Vorname', 'Heiko'],
    ['Nachname', 'Handyfrau'],
    ['Geburtsdatum', '4.5.1990'],
    ['Straße', 'Am Sportplatz'],
    ['Hausnummer', '3'],
    ['Postleitzahl', '59999'],
    ['Ort', 'Auenfeld'],
    ['E-Mail', 'heiko@example.org'],
    ['IBAN', 'DE00 0000'],
    ['Kontoinhaber', 'Heiko Handyfrau'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(value);
  await page.getByLabel('Ich erkenne Satzung').check();
  await page.getByLabel('Ich habe die Datenschutzhinweise').check();
  await page.getByRole('button', { name: /Mitgliedschaft beantragen/ }).click();
  await page.getByText('Diese IBAN stimmt nicht.').waitFor();
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00');
  await page.getByLabel('darf Beiträge von diesem Konto einziehen').check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: /Mitgliedschaft beantragen/ }).click();
  await page.getByText('Ihr Antrag ist eingegangen.').waitFor();

  const board = await staged.visit({ role: 'admin', ...desktop });
  await board.goto('/admin/members');
  await board.getByRole('button', { name: /^Anträge/ }).click();
  const card = board.getByRole('article', { name: 'Antrag von Heiko Handyfrau' });
  await card.getByText('DE•• •••• 3000').waitFor();
  await card.getByRole('button', { name: 'Annehmen …' }).click();
  await card.getByRole('button', { name: 'Aufnehmen' }).click();
  await board.getByText('Heiko Handyfrau ist aufgenommen').waitFor();
  await card.waitFor({ state: 'detached' });
});

test('on the host of the association the club is chosen first, with its own fees and texts; the application reaches that club', async () => {
  const page = await staged.visit({ club: 'GSV', ...phone });
  await page.goto('/myClub');
  await page.getByRole('link', { name: 'Verein wählen' }).click();
  await page.getByRole('link', { name: 'SC Blautal', exact: true }).click();
  await page.getByRole('heading', { name: 'Mitglied bei SC Blautal' }).waitFor();
  for (const [label, value] of [
    ['Vorname', 'Gesa'],
    ['Nachname', 'Gastgeber'],
    ['Geburtsdatum', '4.5.1990'],
    ['Straße', 'Am Sportplatz'],
    ['Hausnummer', '3'],
    ['Postleitzahl', '59999'],
    ['Ort', 'Auenfeld'],
    ['E-Mail', 'gesa@example.org'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(value);
  expect(await page.getByRole('link', { name: 'Hinweise zum Datenschutz' }).getAttribute('href')).toBe('/scb/datenschutz');
  await page.getByLabel('Ich erkenne Satzung').check();
  await page.getByLabel('Ich habe die Datenschutzhinweise').check();
  await page.getByRole('button', { name: /Mitgliedschaft beantragen/ }).click();
  await page.getByText('Ihr Antrag ist eingegangen.').waitFor();

  const board = await staged.visit({ role: 'admin', club: 'SCB', ...desktop });
  await board.goto('/admin/members');
  await board.getByRole('button', { name: /^Anträge/ }).click();
  await board.getByRole('article', { name: 'Antrag von Gesa Gastgeber' }).waitFor();
});

test('ticked members are written to or changed together', async () => {
  const page = await staged.visit({ role: 'admin', ...desktop });
  await page.goto('/admin/members?kind=trial');
  const list = page.getByRole('table', { name: 'Mitglieder' });
  const boxes = list.getByRole('checkbox', { name: / auswählen$/ });
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  const bar = page.getByRole('region', { name: 'Auswahl' });
  await bar.getByText('2 ausgewählt').waitFor();
  await bar.getByRole('button', { name: 'Rundmail' }).click();
  await page.getByText('2 ausgewählte Mitglieder.').waitFor();
  await page.goBack();
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await bar.getByRole('button', { name: 'Ändern' }).click();
  await page.getByRole('menuitem', { name: 'Art ändern' }).click();
  await page.getByRole('dialog', { name: 'Art ändern' }).getByRole('button', { name: 'Art ändern' }).click();
  await page.getByText('2 Mitglieder geändert.').waitFor();
  await bar.waitFor({ state: 'detached' });
});

test('the board puts a paper down on a phone, and the member finds it from their profile and saves it', async () => {
  const reader = await staged.visit({ role: 'reader', ...phone });
  await reader.goto('/profile/family#mitgliedschaft');
  const part = reader.getByRole('region', { name: 'Mitgliedschaft und Unterlagen' });
  await part.getByRole('link').first().waitFor();
  expect(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const own = (await part.getByRole('link').first().getAttribute('href')) ?? '';

  const board = await staged.visit({ role: 'admin', ...phone });
  await board.goto(own);
  const bytes = paper(300_000, 7);
  await board.locator('input[type=file]').setInputFiles({ name: 'Spielerpass.pdf', mimeType: 'application/pdf', buffer: bytes });
  await board.getByText('„Spielerpass.pdf“ ist gespeichert.').waitFor();

  await part.getByRole('link').first().click();
  const download = reader.waitForEvent('download');
  await reader.getByRole('button', { name: 'Spielerpass.pdf' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Spielerpass.pdf');
  expect(fs.readFileSync(await saved.path()).equals(bytes)).toBe(true);
});
