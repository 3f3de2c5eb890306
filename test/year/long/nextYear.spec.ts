import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { seasonCheck, seasonInWords, seasonOf, seasonStart } from '../../../src/shared/courses/ageSeason/seasons.ts';
import { earliestPriceDay } from '../../../src/shared/courses/priceChanges/priceChangeRules.ts';
import { addDays, germanDate, instantOf, localOf } from '../../../src/shared/kernel/calendar.ts';
import { notifyOfAgeMisfits } from '../../../src/server/courses/ageSeason/service.ts';
import { applyPrices } from '../../../src/server/courses/priceChanges/service.ts';
import { setClock } from '../../../src/server/platform/process/clock.ts';
import { desktop, phone, stage } from '../../e2e/person.ts';
import type { Client } from '../../harness.ts';
import { account } from '../account.ts';
import { founder, startEmpty } from '../empty.ts';
import { choose, founding } from '../founding.ts';

// The step into the next year, on an empty product and through the pages alone: each journey goes on where the one before left it.
const staged = stage(desktop, startEmpty);
const { begin, founderAt, mailedLink } = founding(staged);
const today = localOf(new Date()).date;
// Ten weeks that began almost a year ago: what follows them a year later begins in two weeks.
const startsOn = addDays(today, 14 - 52 * 7);
const endsOn = addDays(startsOn, 63);
const nextStart = addDays(startsOn, 52 * 7);
// Six weeks before the season whose check has not begun yet.
const season = seasonOf(seasonCheck(today).isAhead ? addDays(today, 60) : today) + 1;
const seasonDay = seasonStart(season);
const askDay = addDays(seasonDay, -41);
const then = instantOf(askDay, '09:30');
const priceDay = earliestPriceDay(askDay, ['month']);
/** Where pictures of what is played go, if anywhere. */
const shots = process.env['YEAR_SHOTS'];
const shot = async (page: Page, name: string) => shots && page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
// A journey that fails before the season leaves the days of the next ones as they are.
afterEach(() => setClock());

test('this year has an offer with a hall, a trainer and a price', async () => {
  await begin();

  const board = await founderAt('/admin/departments');
  await board.getByRole('button', { name: 'Abteilung anlegen' }).first().click();
  await board.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Turnen');
  await board.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await board.getByText('„Turnen“ ist gespeichert.').waitFor();
  await board.goto('/admin/facilities');
  await board.getByText('Sportstätte anlegen').first().click();
  await board.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Turnhalle am Sportplatz');
  await board.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await board.getByText('Turnhalle am Sportplatz').first().waitFor();
  await addTrainer(board);

  await board.goto('/admin/courses/new');
  await board.getByRole('textbox', { name: 'Titel', exact: true }).fill('Kinderturnen');
  await choose(board, board.getByRole('combobox', { name: 'Abteilung' }), 'Turnen');
  await board.getByRole('textbox', { name: 'Beginn' }).fill(germanDate(startsOn));
  await board.getByRole('textbox', { name: /^Ende/ }).fill(germanDate(endsOn));
  await choose(board, board.getByRole('combobox', { name: 'Halle' }), /Turnhalle/);
  await board.getByRole('textbox', { name: 'Von', exact: true }).fill('16:00');
  await board.getByRole('textbox', { name: 'Bis', exact: true }).fill('17:00');
  await board.getByText(/^\d+ Termine\./).waitFor();
  await board.getByRole('combobox', { name: 'Übungsleitung hinzufügen' }).fill('Vera');
  await board.getByRole('option', { name: /Vera/ }).first().click();
  await board.getByRole('textbox', { name: 'Preis in Euro' }).fill('36');
  // Who makes it answers questions, until somebody else is named.
  expect(await board.getByRole('textbox', { name: 'Ansprechpartner', exact: true }).inputValue()).toBe('Svenja Start');
  expect(await board.getByRole('textbox', { name: /E-Mail/ }).inputValue()).toBe(founder.email);
  await board.getByRole('button', { name: 'Speichern', exact: true }).click();
  await board.waitForURL(/courses\/[0-9a-f-]{36}$/);
  await board
    .getByText(/^\d+ Termine\./)
    .first()
    .waitFor();
  await board.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await board.getByText('Veröffentlicht', { exact: true }).waitFor();
});

/** Takes somebody into the club who can lead offers. */
async function addTrainer(board: Page): Promise<void> {
  await board.goto('/admin/members');
  await board.getByRole('button', { name: 'Aufnehmen' }).first().click();
  const form = board.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Vorname' }).fill('Vera');
  await form.getByRole('textbox', { name: 'Nachname' }).fill('Vorturnerin');
  await form.getByRole('textbox', { name: 'Geburtsdatum' }).fill('03.02.1988');
  await board.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Aufnehmen' }).click();
  await form.waitFor({ state: 'hidden' });
}

test('the next year begins with a copy: the same weekday, trainer, hall and price, and dates that go round the holidays', async () => {
  const board = await founderAt('/admin/courses');
  await board.getByRole('checkbox', { name: 'Kinderturnen auswählen' }).click();
  await board.getByRole('button', { name: 'Ins nächste Halbjahr kopieren …' }).click();
  await board.getByRole('dialog').getByRole('textbox', { name: 'Wochen später' }).fill('52');
  await board.getByRole('dialog').getByRole('button', { name: 'Kopieren' }).click();
  await board.getByText('Eine Kopie ist ein Entwurf.').waitFor();
  await board.goto('/admin/courses?status=draft');
  await board
    .getByRole('row', { name: new RegExp(germanDate(nextStart)) })
    .getByRole('link', { name: /Kinderturnen/ })
    .click();
  await board
    .getByText(/^\d+ Termine\./)
    .first()
    .waitFor();
  expect(await board.getByRole('combobox', { name: 'Übungsleitung', exact: true }).inputValue()).toBe('Vera Vorturnerin');
  expect(await board.getByRole('textbox', { name: 'Preis in Euro' }).inputValue()).toContain('36');
  expect(await board.getByRole('combobox', { name: 'Halle' }).inputValue()).toContain('Turnhalle');
  await board.getByRole('textbox', { name: 'Preis in Euro' }).fill('40');
  await board.getByRole('button', { name: 'Speichern', exact: true }).click();
  await board.getByText('Das Angebot ist gespeichert.').waitFor();
  await board.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await board.getByText('Veröffentlicht', { exact: true }).waitFor();
  const visitor = await staged.visit();
  await visitor.goto('/offers');
  // Last year's is over and no longer offered.
  await visitor.getByText('Kinderturnen').first().click();
  await visitor.getByText(/40,00/).first().waitFor();
  expect(await visitor.getByText(/36,00/).count()).toBe(0);
});

test('an offer with dates of which nobody said whether they were held is not closed, and the statistics set the new year beside the last one', async () => {
  const board = await founderAt('/admin/courses');
  await board
    .getByRole('row', { name: new RegExp(`${startsOn.slice(0, 4)}-001`) })
    .getByRole('link', { name: /Kinderturnen/ })
    .click();
  await board.getByRole('button', { name: 'Mehr', exact: true }).click();
  await board.getByRole('menuitem', { name: 'Abschließen …', exact: true }).click();
  await board.getByRole('dialog').getByRole('button', { name: 'Abschließen', exact: true }).click();
  await board.getByText(/^\d+ Termine sind weder gehalten noch abgesagt, der erste am/).waitFor();
  await board.goto(`/admin/courseStat?from=${today}&to=${addDays(today, 363)}`);
  await board
    .getByText(/^davor 1\b/)
    .first()
    .waitFor();
});

let edda: Client;

/** A page of the department head before the next season, who has signed in anew: earlier sessions have long ended by then. */
async function eddaAt(path: string): Promise<Page> {
  setClock(then);
  await staged.server.sql("update auth_session set created_at = $1, expires_at = $1::timestamptz + interval '1 day'", [then]);
  const page = await staged.visit();
  await page.clock.install({ time: then });
  await page.context().addCookies([...edda.cookies].map(([name, value]) => ({ name, value, domain: 'rwa.localhost', path: '/' })));
  await page.goto(path);
  return page;
}

/** A permanent group of the department for children of some ages, with a price for each month. */
async function addGroup(board: Page, title: string, [from, to]: [number, number]): Promise<void> {
  await board.goto('/admin/courses/new');
  await board.getByRole('textbox', { name: 'Titel', exact: true }).fill(title);
  await choose(board, board.getByRole('combobox', { name: 'Art' }), 'Dauerangebot');
  await choose(board, board.getByRole('combobox', { name: 'Abteilung' }), 'Turnen');
  await board.getByRole('textbox', { name: 'Von', exact: true }).fill(from === 5 ? '15:00' : '16:00');
  await board.getByRole('textbox', { name: 'Bis', exact: true }).fill(from === 5 ? '15:45' : '16:45');
  await board.getByRole('combobox', { name: 'Übungsleitung hinzufügen' }).fill('Vera');
  await board.getByRole('option', { name: /Vera/ }).first().click();
  await board.getByRole('textbox', { name: 'Preis in Euro' }).fill('12');
  await choose(board, board.getByRole('combobox', { name: 'Zeitraum' }), 'im Monat');
  await board.getByRole('textbox', { name: 'Alter ab' }).fill(String(from));
  await board.getByRole('textbox', { name: 'Alter bis' }).fill(String(to));
  await choose(board, board.getByRole('combobox', { name: 'Alter gilt' }), 'nach Jahrgang der Saison');
  await board.getByRole('button', { name: 'Speichern', exact: true }).click();
  await board.waitForURL(/courses\/[0-9a-f-]{36}$/);
  await board.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await board.getByText('Veröffentlicht', { exact: true }).waitFor();
}

/** A mother signs a child up for the group on her phone and confirms it. */
async function join(title: string, firstname: string, birthYear: number): Promise<void> {
  const mail = `${firstname.toLowerCase()}@familie.example`;
  const page = await staged.visit(phone);
  await page.goto('/offers');
  await page.getByRole('link', { name: new RegExp(title) }).click();
  await page.getByRole('button', { name: 'Jetzt anmelden' }).click();
  await page.getByLabel('Vorname', { exact: true }).fill(firstname);
  await page.getByLabel('Nachname', { exact: true }).fill('Muster');
  await page.getByLabel(/Geburtsdatum/).fill(`04.05.${birthYear}`);
  await page.getByLabel('Vorname eines Elternteils').fill('Mira');
  await page.getByLabel('Nachname eines Elternteils').fill('Muster');
  await page.getByLabel('Notfallnummer').fill('0171 1234567');
  await page.getByLabel('wird abgeholt').check();
  await page.getByLabel('E-Mail').fill(mail);
  await page.getByText('Ich melde verbindlich an').click();
  await page.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click();
  await page.getByText('Fast geschafft: Bitte Mail bestätigen').waitFor();
  await page.goto(await mailedLink(mail));
  await page.getByRole('button', { name: 'Zahlungspflichtig bestätigen' }).click();
  await page.getByText('angemeldet').first().waitFor();
}

test('two permanent groups, one after the other in age: the offer says one price for all, and two families join on the phone', async () => {
  const board = await founderAt('/admin');
  await addGroup(board, 'Minis', [5, 8]);
  await addGroup(board, 'Maxis', [9, 11]);
  const visitor = await staged.visit();
  await visitor.goto('/offers');
  await visitor
    .getByText(/^12,00.€ im Monat$/)
    .first()
    .waitFor();
  // One is nine in the next season, the other one stays.
  await join('Minis', 'Mila', season - 9);
  await join('Minis', 'Ben', season - 7);
});

test('before the next season the family of who no longer fits is asked, and the department head moves them all with one action', async () => {
  edda = await account(staged, 'Edda', 'editor');
  setClock(then);
  await notifyOfAgeMisfits(staged.server);
  const asked = await staged.server.latestMail('mila@familie.example');
  expect(asked).toContain('passt dann dem Alter nach nicht mehr zu „Minis“');
  expect(asked).toContain('Das passt: „Maxis“.');
  expect(await staged.server.latestMail('ben@familie.example')).not.toContain('Saisonwechsel');

  const board = await eddaAt('/admin/participants?tab=ageSeason');
  await board.getByText(`${seasonInWords(season)}, es zählt das Alter am ${germanDate(seasonDay)}.`, { exact: false }).waitFor();
  await board.getByText(`Familie gefragt am ${germanDate(askDay)}`).waitFor();
  expect(await board.getByText('Muster, Ben').count()).toBe(0);
  await shot(board, 'b-age');
  await board.getByRole('checkbox', { name: 'Mila Muster auswählen' }).click();
  await board.getByRole('button', { name: 'Vorschlag übernehmen …' }).click();
  await board.getByText(`1 Person wechselt zum ${germanDate(seasonDay)} in die vorgeschlagene Gruppe.`, { exact: false }).waitFor();
  await shot(board, 'b-age-ask');
  await board.getByRole('button', { name: 'Übernehmen', exact: true }).click();
  await board.getByText('1 gewechselt.').waitFor();
  await board.getByText('Alles entschieden.').waitFor();
  await shot(board, 'b-age-done');
  await board.getByText('Entschieden (1)').click();
  await board.getByText('wechselt zu „Maxis“').waitFor();
  // The ticket of the new group names no date before the season.
  const [, day, month, year] =
    /Nächster Termin: [^,]+, (\d+)\.(\d+)\.(\d+)/.exec(await staged.server.latestMail('mila@familie.example')) ?? [];
  expect(`${year}-${month}-${day}` >= seasonDay).toBe(true);
});

test('a new price is told to the families with six weeks notice; until its day the old one holds, from then on the new one', async () => {
  const board = await eddaAt('/admin/courses');
  await board.getByRole('link', { name: 'Minis' }).click();
  await board.getByText('Ein geänderter Preis gilt hier nur für neue Anmeldungen.', { exact: false }).waitFor();
  await board.getByRole('button', { name: 'Neuen Preis ankündigen …' }).click();
  await board.getByRole('dialog').getByRole('textbox', { name: 'Nichtmitglieder, im Monat' }).fill('15');
  await board.getByRole('dialog').getByRole('textbox', { name: 'Grund' }).fill('Die Halle kostet mehr.');
  await shot(board, 'b-price');
  await board.getByRole('button', { name: 'Ankündigen und Familien anschreiben' }).click();
  // The dialog says "ab" that day before anything is written; the row and its button come with the answer.
  await board.getByText('Der neue Preis ist angekündigt.').waitFor();
  await board.getByText(`Ab ${germanDate(priceDay)}`).waitFor();
  await board.getByRole('button', { name: 'Zurücknehmen …' }).waitFor();
  await shot(board, 'b-price-done');
  const told = (await staged.server.latestMail('ben@familie.example')).replaceAll('\u00a0', ' ');
  expect(told).toContain(`ab ${germanDate(priceDay)} 15,00 € im Monat statt 12,00 € im Monat`);
  expect(told).toContain('Die Halle kostet mehr.');

  const visitor = await staged.visit(phone);
  await visitor.goto('/offers');
  await visitor.getByRole('link', { name: /Minis/ }).click();
  await visitor
    .getByText(/12,00.€ im Monat/)
    .first()
    .waitFor();
  await visitor.getByText(new RegExp(`Neue Preise ab ${germanDate(priceDay)}`)).waitFor();
  await shot(visitor, 'b-price-phone');
  setClock(instantOf(priceDay, '03:00'));
  await applyPrices(staged.server);
  await visitor.reload();
  await visitor
    .getByText(/15,00.€ im Monat/)
    .first()
    .waitFor();
  expect(await visitor.getByText(/12,00.€/).count()).toBe(0);
});

test('an offer whose dates were held is closed and put into the archive from the list, and found there', async () => {
  const board = await founderAt('/admin/courses/new');
  await board.getByRole('textbox', { name: 'Titel', exact: true }).fill('Schnuppertag');
  await choose(board, board.getByRole('combobox', { name: 'Abteilung' }), 'Turnen');
  await board.getByRole('textbox', { name: 'Beginn' }).fill(germanDate(startsOn));
  await board.getByRole('textbox', { name: /^Ende/ }).fill(germanDate(startsOn));
  await board.keyboard.press('Tab');
  await board.getByRole('textbox', { name: 'Von', exact: true }).fill('10:00');
  await board.getByRole('textbox', { name: 'Bis', exact: true }).fill('11:00');
  await board.getByText(/^1 Termin\./).waitFor();
  await board.getByRole('combobox', { name: 'Übungsleitung hinzufügen' }).fill('Vera');
  await board.getByRole('option', { name: /Vera/ }).first().click();
  await board.getByRole('textbox', { name: 'Preis in Euro' }).fill('0');
  await board.getByRole('button', { name: 'Speichern', exact: true }).click();
  await board.waitForURL(/courses\/[0-9a-f-]{36}$/);
  await board.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await board.getByText('Veröffentlicht', { exact: true }).waitFor();

  // Nobody closed its date, which lies almost a year back: its page leads to the list.
  await board.reload();
  await board.getByRole('link', { name: 'Termine (1)' }).click();
  await shot(board, 'b-sessions');
  await board.getByRole('link', { name: /^Anwesenheit am/ }).click();
  await shot(board, 'b-attendance');
  await board.getByRole('button', { name: 'Termin abschließen' }).click();
  await board
    .getByText(/abgeschlossen/i)
    .first()
    .waitFor();

  await board.goto('/admin/courses');
  await board.getByRole('checkbox', { name: 'Schnuppertag auswählen' }).click();
  await shot(board, 'b-archive-bar');
  await board.getByRole('button', { name: 'Abschließen', exact: true }).click();
  await board.getByRole('dialog').getByRole('button', { name: 'Abschließen' }).click();
  await board.getByText('Ein Angebot ist abgeschlossen.').waitFor();
  await board.getByRole('checkbox', { name: 'Schnuppertag auswählen' }).click();
  await board.getByRole('button', { name: 'Archivieren', exact: true }).click();
  await board.getByRole('dialog').getByRole('button', { name: 'Archivieren' }).click();
  await board.getByText('Ein Angebot ist archiviert.').waitFor();
  expect(await board.getByRole('link', { name: 'Schnuppertag' }).count()).toBe(0);
  await board.getByText('Archiv', { exact: true }).click();
  await board.getByRole('link', { name: 'Schnuppertag' }).waitFor();
  await shot(board, 'b-archive');
});
