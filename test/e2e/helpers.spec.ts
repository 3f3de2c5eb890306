import { expect, test } from 'vitest';
import { desktop, phone, stage } from './person.ts';

const journey = stage();

test('a helper list fills up: made by the board, taken on phones with and without an account, seen by everybody at once', async () => {
  const board = await journey.visit({ ...desktop, role: 'admin' });
  await board.goto('/admin/operations');
  await board.getByRole('button', { name: 'Helferliste anlegen' }).click();
  await board.getByRole('textbox', { name: 'Titel' }).fill('Reise der Helfer');
  await board.getByRole('button', { name: 'Speichern' }).click();
  await board.getByText('Noch kein Dienst.').waitFor();
  await board.getByRole('button', { name: 'Dienst anlegen' }).click();
  await board.getByLabel('Aufgabe').fill('Kuchenstand');
  // The whole day, so that it is never over while this runs.
  await board.getByLabel('Von', { exact: true }).fill('00:00');
  await board.getByLabel('Bis', { exact: true }).fill('00:00');
  await board.getByLabel('Gebraucht werden').fill('2');
  await board.getByRole('button', { name: 'Speichern' }).click();
  await board.getByText('0 von 2, es fehlen noch 2').waitFor();
  await board.getByLabel('Was fehlt noch?').fill('Kuchen');
  await board.getByLabel('Wie viele?').fill('3');
  await board.getByRole('button', { name: 'Auf die Liste' }).click();
  await board.getByText('0 von 3 zugesagt').waitFor();
  await board.getByRole('button', { name: 'Öffnen' }).click();
  const href = await board.getByRole('link', { name: 'Ansehen' }).getAttribute('href');

  // Somebody without an account, on a phone.
  const guest = await journey.visit(phone);
  await guest.goto(href ?? '');
  await guest.getByText('Noch 2 Plätze frei').waitFor();
  await guest.getByRole('button', { name: /^Eintragen: Kuchenstand/ }).click();
  await guest.getByRole('button', { name: 'Dienst übernehmen' }).click();
  await guest.getByText('Bitte nennen Sie Ihren Namen.').waitFor();
  await guest.getByLabel('Name').fill('Gesa Gast');
  await guest.getByLabel('E-Mail-Adresse').fill('gesa@example.org');
  await guest.getByRole('button', { name: 'Dienst übernehmen' }).click();
  await guest.getByText(/Fast geschafft/).waitFor();
  await board.getByText(/Gesa Gast · Noch nicht bestätigt/).waitFor();
  const link = /\/helpers\/\S+/.exec(await journey.server.latestMail('gesa@example.org'))?.[0] ?? '';
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Dienst bestätigen' }).click();
  await guest.getByText('Gesa Gast: Eingetragen').first().waitFor();
  await guest.getByRole('button', { name: 'Mitbringen: Kuchen' }).click();
  await guest.getByLabel('Wie viele?').fill('2');
  await guest.getByLabel('Name').fill('Gesa Gast');
  await guest.getByLabel('E-Mail-Adresse').fill('gesa@example.org');
  await guest.getByRole('button', { name: 'Ich bringe das mit' }).click();
  await guest.getByText('noch 1 von 3 gesucht').waitFor();
  await board.getByText('Gesa Gast: 2').waitFor();

  // A reader with an account takes the last place; the guest's phone shows it by itself.
  const rosa = await journey.visit({ ...phone, role: 'reader' });
  await rosa.goto('/myClub');
  await rosa.getByRole('link', { name: 'Reise der Helfer' }).click();
  await rosa.getByRole('button', { name: /^Eintragen: Kuchenstand/ }).click();
  await rosa.getByRole('button', { name: 'Dienst übernehmen' }).click();
  await rosa.getByText('Danke! Sie sind eingetragen.').waitFor();
  await guest.getByText('Alles besetzt, danke!').waitFor();
  await board.getByText('2 von 2').first().waitFor();
  await rosa.goto('/profile/enrolments#dienste');
  await rosa.getByRole('heading', { name: 'Meine Dienste' }).waitFor();
  await rosa.getByRole('link', { name: 'Kuchenstand' }).waitFor();
  // No name of anybody else is on the public list.
  expect(await rosa.locator('main').textContent()).not.toContain('Gesa');
});
