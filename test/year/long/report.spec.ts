import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { desktop, stage } from '../../e2e/person.ts';
import { startEmpty } from '../empty.ts';
import { founding } from '../founding.ts';

// The report to the association on an empty product, from a list with gaps to the day it is handed in, through the pages alone.
const staged = stage(desktop, startEmpty);
const { begin, founderAt } = founding(staged);

const list = [
  'Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;Geschlecht;Eintritt;Abteilung',
  '1;Abel;Anna;01.02.1980;w;01.01.2010;Turnen',
  '2;Bär;Bert;03.04.1955;m;01.01.2010;Turnen',
  '3;Cordes;Cleo;05.06.2012;;01.01.2020;Turnen',
  '4;Dorn;Dana;07.08.2013;;01.01.2020;Turnen',
  '5;Ernst;Emil;;m;01.01.2015;Turnen',
  '6;Funk;Fritz;09.10.1948;m;01.01.1990;',
  '',
].join('\r\n');

test('members come in with gaps', async () => {
  await begin();

  const board = await founderAt('/admin/members');
  await board.getByText('Importieren').first().click();
  const wizard = board.getByRole('dialog');
  await board.locator('input[type=file]').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(list, 'latin1') });
  await wizard.getByRole('button', { name: 'Weiter', exact: true }).click();
  await wizard.getByRole('button', { name: 'Prüfen' }).click();
  await wizard.getByRole('heading', { name: 'Abteilungen zuordnen' }).waitFor();
  await wizard.getByRole('button', { name: /^6 .*übernehmen$/ }).click();
  await wizard.getByText('Der Import ist fertig').waitFor();
});

test('faults are repaired by cause, the key date is frozen, and the file for the association is made from it', async () => {
  const board = await founderAt('/admin/memberStatistic');
  await board.getByText('6 Mitglieder, 1 meldefertig').waitFor();

  await board.getByText('Geburtsdatum fehlt: 1', { exact: true }).click();
  await board.getByRole('textbox', { name: 'Geburtsdatum von Ernst, Emil' }).fill('11.12.1999');
  await board.getByRole('button', { name: 'Geburtsdatum von Ernst, Emil speichern' }).click();
  await board.getByText('Das Geburtsdatum von Ernst, Emil ist gespeichert.').waitFor();

  await board.getByText('Geschlecht nicht erfasst: 2', { exact: true }).click();
  await board.getByRole('combobox', { name: 'Geschlecht von Cordes, Cleo' }).selectOption({ label: 'divers' });
  await board.getByText('Cordes, Cleo: divers.').waitFor();
  await board.getByRole('button', { name: 'Alle als „ohne Angabe“ melden' }).click();
  await board.getByRole('button', { name: 'Eintragen' }).click();
  await board.getByText('„Ohne Angabe“ ist eingetragen.').waitFor();

  await board.getByText('Keiner Abteilung zugeordnet: 1', { exact: true }).click();
  await board.getByRole('combobox', { name: 'Abteilung' }).click();
  await board.getByRole('option', { name: 'Turnen' }).click();
  await board.getByRole('button', { name: 'Zuordnen', exact: true }).click();
  await board.getByText('Ein Mitglied ist jetzt in der Abteilung.').waitFor();

  await board.getByText('Abteilung ohne Fachverband: 1', { exact: true }).click();
  await board.getByRole('combobox', { name: 'Verbandsnummer von Turnen' }).fill('0123');
  await board.keyboard.press('Enter');
  await board.getByText('Der Fachverband von „Turnen“ ist gespeichert.').waitFor();
  await board.getByText('Nichts zu reparieren. 6 von 6 können gemeldet werden.').waitFor();

  await board.getByRole('textbox', { name: 'Vereinsnummer beim Landessportbund' }).fill('0123456');
  await board.getByRole('textbox', { name: 'Ansprechperson für die Meldung' }).fill('Svenja Start');
  await board.getByRole('button', { name: 'Angaben speichern' }).click();
  await board.getByText('Die Angaben zur Meldung sind gespeichert.').waitFor();
  await board.getByRole('button', { name: 'Stichtag einfrieren' }).click();
  await board.getByText('6 Mitglieder sind eingefroren.').waitFor();

  const saved = board.waitForEvent('download');
  await board.getByRole('button', { name: 'DOSB-XML (Zahlen)' }).click();
  const xml = await readFile(await (await saved).path(), 'utf8');
  expect(xml).toContain('<Nummer>0000123456</Nummer>');
  expect(xml.match(/<Typ>B<\/Typ><Fachverband>0123<\/Fachverband>/g)).toHaveLength(6);

  await board.getByRole('button', { name: 'Als abgegeben vermerken' }).click();
  await board.getByRole('textbox', { name: 'Kennung im Portal' }).fill('BE-4711');
  await board.getByRole('button', { name: 'Vermerken', exact: true }).click();
  await board.getByText(/Nr\. 1: 6 Mitglieder, abgegeben/).waitFor();
  await board.getByRole('button', { name: 'Für den GSV freigeben' }).click();
  await board.getByText('Der Gemeindesportverband sieht jetzt die Summen.').waitFor();
});
