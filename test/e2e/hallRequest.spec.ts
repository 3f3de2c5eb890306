import { expect, test } from 'vitest';
import { addDays, germanDate, localOf, mondayOf } from '../../src/shared/kernel/calendar.ts';
import { makeHall } from '../halls.ts';
import { phone, stage } from './person.ts';

const play = stage();
const { visit } = play;

const monday = addDays(mondayOf(localOf(new Date()).date), 14);

test('an evening school without an account asks on the phone, confirms by mail, is put to an organisation, and gets its hours', async () => {
  await makeHall(play.server, 'GSV', { name: 'Abendhalle' });
  const vera = await visit({ ...phone, club: 'GSV' });
  await vera.goto('/halls');
  await vera.getByRole('link', { name: 'Hallenzeit anfragen' }).click();
  await vera.getByLabel('Halle', { exact: true }).selectOption('Abendhalle');
  await vera.getByRole('textbox', { name: /^Tag/ }).fill(germanDate(monday));
  await vera.getByLabel('Jede Woche').check();
  await vera.getByRole('textbox', { name: /^Letzter Tag/ }).fill(germanDate(addDays(monday, 21)));
  await vera.getByRole('textbox', { name: /^Von/ }).fill('21:00');
  await vera.getByRole('textbox', { name: /^Bis/ }).fill('23:00');
  await vera.getByLabel('Sport oder Anlass').fill('Rückenschule');
  await vera.getByLabel('Verein, Schule oder Gruppe').fill('Abendschule Tal');
  await vera.getByLabel('Ihr Name').fill('Vera Volk');
  await vera.getByLabel('E-Mail').fill('vera@abend.test');
  await vera.getByRole('button', { name: 'Anfrage senden' }).click();
  await vera.getByText(/hier 08:00–22:00 Uhr geöffnet/).waitFor();
  await vera.getByRole('textbox', { name: /^Bis/ }).fill('22:00');
  await vera.getByRole('button', { name: 'Anfrage senden' }).click();
  await vera.getByText('Bitte Mail bestätigen').waitFor();

  const armin = await visit({ club: 'GSV', role: 'admin' });
  await armin.goto('/admin/bookings/requests?search=Abendschule');
  await armin.getByText('Keine Anfrage passt zu diesen Filtern.').waitFor();
  const link = /\/hallRequest\/[\w-]+/.exec(await play.server.latestMail('vera@abend.test'))?.[0] ?? '';
  await vera.goto(link);
  await vera.getByRole('button', { name: 'Ja, das fragen wir an' }).click();
  await vera.getByText(/Ihre Anfrage ist angekommen/).waitFor();

  // It comes up without a reload.
  await armin.getByRole('button', { name: 'Zuordnen oder ablehnen: Abendschule Tal' }).click();
  await armin.getByRole('button', { name: 'Als Organisation anlegen' }).click();
  await armin.getByText(/Termine stehen zum Entscheiden/).waitFor();
  await armin.getByRole('button', { name: 'Entscheiden: Abendschule Tal' }).click();
  await armin.getByRole('button', { name: 'Zusagen' }).click();
  await armin.getByText('Keine Anfrage passt zu diesen Filtern.').waitFor();
  expect(await play.server.latestMail('vera@abend.test')).toContain('Anfrage zugesagt');
});
