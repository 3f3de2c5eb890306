import { expect, test } from 'vitest';
import { phone, stage } from './person.ts';

const play = stage(phone);
const { visit } = play;

test('a visitor writes on a phone, the open inbox shows it by itself, and the board answers by mail', async () => {
  const inbox = await visit({ role: 'admin', viewport: { width: 1280, height: 800 } });
  await inbox.goto('/admin/feedback');
  await inbox.getByText('Hier liegt keine Rückmeldung.').waitFor();

  const page = await visit();
  await page.goto('/events');
  await page.getByRole('link', { name: 'Rückmeldung' }).click();
  await page.getByLabel('Ihre Nachricht').fill('Kurz');
  await page.getByRole('button', { name: 'Absenden' }).click();
  await page.getByText('Bitte schreiben Sie mindestens 10 Zeichen.').waitFor();
  await page.getByLabel('Ihre Nachricht').fill('Die neue Seite gefällt mir <b>sehr</b>.');
  await page.getByLabel('Bewertung').selectOption('5');
  await page.getByLabel('E-Mail-Adresse').fill('gast@example.org');
  await page.getByRole('button', { name: 'Absenden' }).click();
  await page.getByText('Vielen Dank für Ihre Rückmeldung.').waitFor();

  await inbox.getByText('Die neue Seite gefällt mir <b>sehr</b>.').waitFor();
  await inbox.getByText(/5 von 5 · auf \/events · gast@example.org · v2.4/).waitFor();
  await inbox.getByRole('button', { name: 'Antworten' }).click();
  await inbox.getByLabel('Antwort an gast@example.org').fill('Das freut uns!');
  await inbox.getByRole('button', { name: 'Senden' }).click();
  await inbox.getByText('Die Antwort geht an gast@example.org.').waitFor();
  expect(await play.server.latestMail('gast@example.org')).toContain('Das freut uns!');
});

test('an editor finds the page, but no message', async () => {
  const page = await visit({ role: 'editor' });
  await page.goto('/admin/feedback');
  await page.getByText('Diese Rückmeldungen sehen nur Vorstand und Superuser.').waitFor();
});
