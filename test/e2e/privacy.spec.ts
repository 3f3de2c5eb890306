import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { phone, stage } from './person.ts';

const play = stage();
const { visit } = play;

test('the board gives a person their data, enters a withdrawal, sees what must stay, and erases them on a phone', async () => {
  const id = randomUUID();
  await play.server.sql(
    "insert into person (id, club, firstname, lastname, birth_date, street, created_at, updated_at) values ($1, 'RWA', 'Paula', 'Fortgang', '1980-02-03', 'Musterweg', now(), now())",
    [id],
  );
  await play.server.sql(
    `insert into consent (id, club, person_id, purpose, text_version, granted_by_name, relation, granted_at, method)
     values (gen_random_uuid(), 'RWA', $1, 'newsletter', '1', 'Paula', 'self', now(), 'online')`,
    [id],
  );
  const charge = (state: string) =>
    play.server.sql(
      `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, paid_on, settled_cents, created_at)
       values (gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, 'other', 'Kursgebühr', 2500, '2026-12-01', 'transfer', $2::text,
         case when $2::text = 'paid' then date '2026-12-01' end, case when $2::text = 'paid' then 2500 else 0 end, '2026-11-01')`,
      [id, state],
    );
  await charge('paid');
  await charge('open');

  const page = await visit({ role: 'admin', ...phone });
  await page.goto('/admin/privacy');
  await page.getByRole('combobox', { name: 'Person' }).fill('Fortg');
  await page.getByRole('option', { name: /Paula Fortgang/ }).click();
  await page.getByRole('heading', { name: 'Auskunft für Paula Fortgang' }).waitFor();
  await page.getByText('Offene Forderungen: 1 über zusammen 25,00 €.').waitFor();
  expect(await page.getByRole('button', { name: 'Person löschen …' }).isDisabled()).toBe(true);
  await page.getByText('bis 31.12.2034').waitFor();

  await page.getByRole('button', { name: 'Auskunft ansehen' }).click();
  await page.getByText('Musterweg').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als JSON-Datei' }).click();
  expect((await download).suggestedFilename()).toBe('auskunft-paula-fortgang.json');

  await page.getByRole('button', { name: 'Widerruf eintragen: Paula Fortgang, Rundbrief' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Widerruf eintragen' }).click();
  await page.getByText(/widerrufen am/).waitFor();

  await play.server.sql("update charge set state = 'paid', paid_on = '2026-12-01', settled_cents = cents where person_id = $1", [id]);
  await page.reload();
  await page.getByRole('button', { name: 'Person löschen …' }).click();
  const last = page.getByRole('button', { name: 'Endgültig löschen' });
  expect(await last.isDisabled()).toBe(true);
  await page.getByLabel(/Zur Sicherheit/).fill('Paula Fortgang');
  await last.click();
  await page.getByText('Die Person ist gelöscht.').waitFor();
  const [row] = await play.server.sql('select firstname, lastname, street, birth_date from person where id = $1', [id]);
  expect(row).toEqual({ firstname: 'Gelöschte', lastname: 'Person', street: null, birth_date: null });
});

test('a parent on a phone reads the new words of a consent beside the old ones and agrees once', async () => {
  const id = randomUUID();
  await play.server.sql(
    "insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, 'RWA', 'Mila', 'Neufassung', '2016-02-03', now(), now())",
    [id],
  );
  await play.server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select id, $1, 'RWA', 'guardian', 'board', now() from app_user where email = 'reader@rwa.test'`,
    [id],
  );
  await play.server.sql(
    `insert into consent (id, club, person_id, purpose, text_version, granted_by_name, relation, granted_at, method)
     values (gen_random_uuid(), 'RWA', $1, 'photo_web', '1', 'Rosa', 'guardian', '2026-01-02', 'online')`,
    [id],
  );
  await play.server.sql(
    `insert into consent_text (id, club, purpose, version, text, from_day, asks_again, created_at)
     values (gen_random_uuid(), 'RWA', 'photo_web', 2, 'Fotos vom ganzen Vereinsleben dürfen auf der Website des Vereins stehen.', '2026-02-01', true, now())`,
  );
  await play.server.outdate();
  const page = await visit({ role: 'reader', ...phone });
  await page.goto('/profile/consents#erteilt');
  const asked = page.getByRole('list', { name: 'Neue Fassungen' });
  await asked.getByText('Fotos vom ganzen Vereinsleben dürfen auf der Website des Vereins stehen.').waitFor();
  await asked.getByText('Bisher: Fotos aus den Stunden dürfen auf der Website des Vereins stehen.').waitFor();
  await asked.getByRole('button', { name: 'Zustimmen: Fotos auf der Website, Mila Neufassung' }).click();
  await page.getByText('Ihre Zustimmung ist gespeichert.').waitFor();
  await page.getByText(/Fassung 2/).waitFor();
  await page.reload();
  await page.getByText(/Fassung 2/).waitFor();
  expect(await page.getByText('Bitte neu entscheiden').count()).toBe(0);
});

test('a breach is entered on a phone, turns red when its 72 hours are over, gets a step and is closed; the browser leads back', async () => {
  const page = await visit({ role: 'admin', as: 'GSV', club: 'GSV', ...phone });
  await page.goto('/admin/privacy');
  await page.getByText('Nichts offen').waitFor();
  await page.getByRole('button', { name: 'Ansehen und eintragen' }).click();
  await page.getByRole('button', { name: 'Vorfall oder Anfrage eintragen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Vorfall').check();
  await dialog.getByLabel('Wen betrifft es?').fill('12 Ansprechpersonen');
  await dialog.getByRole('textbox', { name: 'Bekannt seit' }).fill('02.11.2026');
  await dialog.getByLabel('Was ist geschehen?').fill('Liste an den falschen Verteiler geschickt.');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText(/seit \d+ Tagen überfällig/).waitFor();
  await page.getByLabel('Neuer Schritt').fill('Alle gebeten, die Mail zu löschen.');
  await page.getByRole('button', { name: 'Schritt eintragen' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Alle gebeten, die Mail zu löschen.' }).waitFor();

  await page.goto('/admin');
  await page.getByRole('link', { name: /Datenschutz.*Frist läuft ab.*1/ }).click();
  await page.getByRole('button', { name: 'Vorfall', exact: true }).click();
  await page.getByRole('heading', { name: 'Verlauf' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Vorfall', exact: true }).click();
  await page.getByRole('button', { name: 'Abschließen …' }).click();
  await dialog.getByLabel('Als nicht meldepflichtig bewertet').check();
  await dialog.getByLabel('Warum?').fill('Alle Empfänger kennen die Adressen schon.');
  await dialog.getByRole('button', { name: 'Abschließen' }).click();
  await page.getByRole('button', { name: 'Wieder öffnen …' }).waitFor();
  await page.goBack();
  await page.getByText('Zurzeit ist nichts offen.').waitFor();
});
