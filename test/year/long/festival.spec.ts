import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { setClock } from '../../../src/server/platform/process/clock.ts';
import { addDays, germanDate, instantOf, localOf } from '../../../src/shared/kernel/calendar.ts';
import { desktop, phone, stage } from '../../e2e/person.ts';
import { startEmpty } from '../empty.ts';
import { founding } from '../founding.ts';

// The summer festival, on an empty product and through the pages alone: each journey goes on where the one before left it.
const staged = stage(desktop, startEmpty);
const { begin, founderAt, mailedLink } = founding(staged);
const festival = addDays(localOf(new Date()).date, 3);
const lastYear = addDays(festival, -364);
afterAll(() => setClock());

/** The address at which somebody on a phone signs up for the shifts of the list that stands open. */
async function wayIn(page: Page): Promise<string> {
  return (await page.getByRole('link', { name: 'Ansehen' }).getAttribute('href')) ?? '';
}

test('a date with one seat is published; on phones without an account one family gets it, and the next one waits', async () => {
  await begin();

  const board = await founderAt('/admin/events?tab=events');
  await board.getByRole('button', { name: 'Termin anlegen' }).click();
  await board.getByRole('textbox', { name: 'Titel' }).fill('Sommerfest');
  await board.getByRole('textbox', { name: 'Beginn' }).fill(germanDate(festival));
  await board.getByRole('textbox', { name: 'Ende', exact: true }).fill(germanDate(festival));
  await board.getByRole('combobox', { name: 'Anmeldung' }).click();
  await board.getByRole('option', { name: 'Mit Anmeldung', exact: true }).click();
  await board.getByRole('textbox', { name: /^Plätze/ }).fill('1');
  await board.getByRole('button', { name: 'Speichern' }).click();
  await board.getByText('Der Termin ist als Entwurf gespeichert.').waitFor();
  await board.getByRole('button', { name: 'Veröffentlichen' }).click();
  await board.getByRole('cell', { name: 'Veröffentlicht' }).waitFor();

  for (const [child, state] of [
    ['Lina', 'angemeldet'],
    ['Ben', 'Warteliste, Platz 1'],
  ] as const) {
    const page = await staged.visit(phone);
    await page.goto('/events');
    await page.getByRole('link', { name: 'Sommerfest', exact: true }).click();
    await page.getByRole('button', { name: /Jetzt anmelden|Warteliste/ }).click();
    await page.getByLabel('Vorname', { exact: true }).first().fill(child);
    await page.getByLabel('Nachname', { exact: true }).first().fill('Mustermann');
    await page.getByLabel(/Geburtsdatum/).fill('04.05.2018');
    await page
      .getByLabel(/Vorname/)
      .nth(1)
      .fill('Mira');
    await page
      .getByLabel(/Nachname/)
      .nth(1)
      .fill('Mustermann');
    await page.getByLabel('Notfallnummer').fill('0171 1234567');
    await page.getByLabel('wird abgeholt').check();
    await page.getByLabel('E-Mail').fill(`${child.toLowerCase()}@familie.example`);
    await page.getByText(/Ich melde verbindlich an|Ich möchte auf die Warteliste/).click();
    await page.getByRole('button', { name: /anmelden$|Warteliste/ }).click();
    await page.getByText('Fast geschafft: Bitte Mail bestätigen').waitFor();
    await page.goto(await mailedLink(`${child.toLowerCase()}@familie.example`));
    await page.getByRole('button', { name: /bestätigen$/ }).click();
    await page.getByText(`${child} Mustermann · ${state}`).waitFor();
  }
  await board.getByRole('button', { name: 'Sommerfest' }).click();
  await board.getByText('1 von 1 Plätzen vergeben').waitFor();
});

test("last year's list becomes this year's: its shifts at their hours, on the new day", async () => {
  const board = await founderAt('/admin/operations');
  await board.getByRole('button', { name: 'Helferliste anlegen' }).click();
  await board.getByRole('textbox', { name: 'Titel' }).fill('Sommerfest');
  await board.getByRole('textbox', { name: 'Erster Tag' }).fill(germanDate(lastYear));
  await board.keyboard.press('Tab');
  await board.getByRole('textbox', { name: 'Letzter Tag' }).fill(germanDate(lastYear));
  await board.getByRole('button', { name: 'Speichern' }).click();
  await board.getByRole('button', { name: 'Dienst anlegen' }).click();
  await board.getByRole('textbox', { name: 'Aufgabe' }).fill('Grill');
  await board.getByRole('textbox', { name: 'Von', exact: true }).fill('14:00');
  await board.getByRole('textbox', { name: 'Bis', exact: true }).fill('16:30');
  await board.getByRole('textbox', { name: 'Gebraucht werden' }).fill('1');
  await board.getByRole('button', { name: 'Speichern' }).click();
  await board.getByText('0 von 1, es fehlt noch 1').waitFor();

  await board.getByRole('button', { name: 'Alle Listen' }).click();
  await board.getByRole('button', { name: 'Helferliste anlegen' }).click();
  await board.getByRole('combobox', { name: 'Vorlage' }).click();
  await board.getByRole('option', { name: /^Sommerfest/ }).click();
  await expect.poll(() => board.getByRole('textbox', { name: 'Titel' }).inputValue()).toBe('Sommerfest');
  await board.getByRole('textbox', { name: 'Erster Tag' }).fill(germanDate(festival));
  await board.keyboard.press('Tab');
  await board.getByRole('combobox', { name: 'Termin' }).click();
  await board.getByRole('option', { name: 'Sommerfest' }).click();
  await board.getByRole('button', { name: 'Speichern' }).click();
  await board.getByText('14:00–16:30 Uhr').waitFor();
  await board.getByText(`Entwurf · ${germanDate(festival)} · Sommerfest`).waitFor();
  await board.getByRole('button', { name: 'Öffnen' }).click();
  await board.getByText('Stand: Offen.').waitFor();
});

test('one helper takes the shift on a phone, the next one stands by, and both get a mail with the plan from the list', async () => {
  const board = await founderAt('/admin/operations');
  await board.getByRole('button', { name: 'Sommerfest' }).first().click();
  await board.getByText(germanDate(festival)).first().waitFor();
  for (const [name, button, state] of [
    ['Gesa', 'Eintragen', 'Eingetragen'],
    ['Stefan', 'Auf die Ersatzliste', 'Ersatzliste'],
  ] as const) {
    const page = await staged.visit(phone);
    await page.goto(await wayIn(board));
    await page.getByRole('button', { name: new RegExp(`^${button}: Grill`) }).click();
    await page.getByLabel('Name').fill(`${name} Gast`);
    await page.getByLabel('E-Mail-Adresse').fill(`${name.toLowerCase()}@example.org`);
    await page
      .getByRole('button', { name: /übernehmen|Ersatzliste/ })
      .last()
      .click();
    await page.getByText(/Fast geschafft/).waitFor();
    const link = /\/helpers\/\S+/.exec(await staged.server.latestMail(`${name.toLowerCase()}@example.org`))?.[0] ?? '';
    await page.goto(link);
    await page.getByRole('button', { name: /bestätigen/ }).click();
    await page.getByText(`${name} Gast: ${state}`).first().waitFor();
  }
  await board.getByText('1 von 1, 1 auf der Ersatzliste').waitFor();

  await board.getByRole('link', { name: 'Rundmail an die Helfenden' }).click();
  await board.getByLabel('Betreff').fill('Der Plan für das Sommerfest');
  await board.getByRole('textbox', { name: 'Text' }).fill('Im Anhang steht, wo der Grill steht.');
  await board.getByRole('button', { name: 'Datei anhängen' }).click();
  const plan = { name: 'Lageplan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await board.locator('input[type=file]').setInputFiles(plan);
  await board.getByRole('button', { name: 'Lageplan.pdf herausnehmen' }).waitFor();
  await board.getByRole('button', { name: 'Vorschau und Empfänger' }).click();
  await board.getByRole('heading', { name: /2 Empfänger/ }).waitFor();
  await board.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
  await board.getByRole('button', { name: 'Senden', exact: true }).click();
  await board.getByRole('button', { name: 'Der Plan für das Sommerfest' }).waitFor();
  for (const name of ['gesa', 'stefan']) expect(await staged.server.latestMail(`${name}@example.org`)).toContain('wo der Grill steht');
});

test('an article with a picture is read by everybody, and a screen in the foyer turns to the next day by itself', async () => {
  const board = await founderAt('/admin/news');
  await board.getByRole('button', { name: 'Neuer Beitrag' }).click();
  await board.getByLabel('Titel').fill('Wir feiern Sommerfest');
  await board.getByRole('textbox', { name: 'Text', exact: true }).fill('Kommen Sie alle!');
  await board.locator('input[type=file]').setInputFiles('public/clubs/rwa-touch.png');
  await board.getByRole('button', { name: 'Bild entfernen' }).waitFor();
  await board.getByLabel('Alternativtext').fill('Das Wappen über dem Grill');
  await board.getByRole('combobox', { name: 'Sichtbarkeit' }).click();
  await board.getByRole('option', { name: 'Veröffentlicht' }).click();
  await board.getByRole('button', { name: 'Speichern' }).click();
  await board.getByText('Der Beitrag ist gespeichert.').waitFor();
  const reader = await staged.visit(phone);
  await reader.goto('/news');
  await reader.getByRole('link', { name: 'Wir feiern Sommerfest' }).click();
  await reader.getByRole('img', { name: 'Das Wappen über dem Grill' }).waitFor();

  await board.goto('/admin/facilities');
  await board.getByText('Sportstätte anlegen').first().click();
  await board.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Turnhalle am Sportplatz');
  await board.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await board.getByText('Turnhalle am Sportplatz').first().waitFor();
  const screen = await staged.visit();
  await screen.clock.install({ time: new Date(instantOf(festival, '23:59').getTime() + 30_000) });
  await screen.goto('/halls');
  await screen.getByRole('heading', { name: new RegExp(germanDate(festival)) }).waitFor();
  await screen.getByRole('button', { name: 'Für einen Bildschirm' }).click();
  await screen.getByRole('heading', { name: new RegExp(germanDate(festival)) }).waitFor();
  expect(await screen.getByRole('banner').isVisible()).toBe(false);
  await screen.getByText('Heute ist nichts eingetragen.').waitFor();
  await screen.clock.fastForward(60_000);
  await screen.getByRole('heading', { name: new RegExp(germanDate(addDays(festival, 1))) }).waitFor();
});

test('after the festival the hours are confirmed with one tap each, and the thanks go with them to who helped', async () => {
  const after = instantOf(addDays(festival, 1), '09:00');
  setClock(after);
  const board = await founderAt('/admin/operations', { time: after });
  await board.getByRole('button', { name: 'Sommerfest' }).first().click();
  await board.getByRole('button', { name: 'Gesa Gast war da' }).click();
  await board.getByText('Geleistet, 2,5 Std.').waitFor();
  await board.getByRole('link', { name: 'Rundmail an die Helfenden' }).click();
  await board.getByLabel('Betreff').fill('Danke, {Vorname}!');
  await board.getByRole('textbox', { name: 'Text' }).fill('Danke für {Stunden}! Das war ein schönes Fest.');
  await board.getByRole('button', { name: 'Vorschau und Empfänger' }).click();
  await board.locator('pre').getByText('Danke für 2,5 Std.! Das war ein schönes Fest.').waitFor();
  await board.getByRole('button', { name: 'An 1 Empfänger senden' }).click();
  await board.getByRole('button', { name: 'Senden', exact: true }).click();
  await board.getByRole('button', { name: 'Danke, {Vorname}!' }).waitFor();
  expect(await staged.server.latestMail('gesa@example.org')).toContain('Danke für 2,5 Std.!');
  expect(await staged.server.latestMail('stefan@example.org')).not.toContain('Danke');
  await board.goto('/admin/operations');
  await board.getByRole('tab', { name: 'Helferstunden' }).click();
  await board.getByRole('cell', { name: 'Gesa Gast' }).waitFor();
});
