import { expect, test } from 'vitest';
import { desktop, phone, stage } from './person.ts';

const staged = stage();

const roundOf = async () => {
  const [row] = await staged.server.sql<{ id: string }>('select id from holiday_round order by created_at limit 1');
  return row?.id ?? '';
};

test('a mother wishes on her phone: stars, how many, and a code for a friend; an unsaved star is there again after a reload', async () => {
  const id = await roundOf();
  const page = await staged.visit({ role: 'reader', ...phone });
  await page.goto(`/holiday/${id}`);
  await page.getByRole('button', { name: 'Kind eintragen' }).click();
  await page.getByLabel('Vorname').fill('Mila');
  await page.getByLabel('Nachname').fill('Ferien');
  await page.getByLabel('Geburtsdatum').fill('03.02.2017');
  await page.getByLabel('Notfallnummer').fill('0170 1234567');
  await page.getByLabel('wird abgeholt').check();
  await page.getByRole('button', { name: 'Eintragen' }).click();
  const wishes = page.getByRole('region', { name: 'Wünsche für Mila' });
  const pony = wishes.getByRole('group', { name: 'Sterne für Ponytag' });
  await pony.getByLabel('3 Sterne').check();
  await page.reload();
  await wishes.getByText('Noch nicht gespeichert.').waitFor();
  expect(await pony.getByLabel('3 Sterne').isChecked()).toBe(true);
  await wishes.getByRole('group', { name: 'Sterne für Zirkuswerkstatt' }).getByLabel('1 Stern').check();
  await wishes.getByLabel('Am liebsten so viele Angebote').selectOption('2');
  await wishes.getByLabel('Mit Freunden').selectOption('join');
  await wishes.getByLabel('Code der Freunde').fill('falsch');
  await wishes.getByRole('button', { name: 'Wünsche speichern' }).click();
  await wishes.getByText('Diesen Code gibt es in diesem Ferienprogramm nicht.').waitFor();
  await wishes.getByLabel('Code der Freunde').fill('freund');
  await wishes.getByRole('button', { name: 'Wünsche speichern' }).click();
  await wishes.getByText('Gespeichert. Ändern können Sie').waitFor();
  await wishes.getByText('FREUND', { exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('the board of the association looks at the preview after the last day and fixes the seats', async () => {
  const id = await roundOf();
  await staged.server.sql('update holiday_round set wishes_until = current_date - 2, sends_on = current_date + 3 where id = $1', [id]);
  const page = await staged.visit({ role: 'admin', club: 'GSV', ...desktop });
  await page.goto('/admin/holiday/');
  await page.getByRole('list', { name: 'Runden' }).getByRole('link').first().click();
  const preview = page.getByRole('region', { name: 'Vorschau' });
  await preview
    .getByText(/4 Plätze, \d+ Wünsche/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Plätze festlegen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Plätze festlegen' }).click();
  await page.getByRole('region', { name: 'Ergebnis' }).waitFor();
});
