import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ClubName } from '../../../src/shared/kernel/clubs.ts';
import { addDays, addMonths, germanDate, localOf, weekdayOf } from '../../../src/shared/kernel/calendar.ts';
import { desktop, stage } from '../../e2e/person.ts';
import { account } from '../account.ts';
import { startEmpty } from '../empty.ts';
import { choose, typeDay } from '../founding.ts';
import { publishSeasons } from '../../../src/server/halls/seasons/service.ts';

// The town's hall for half a year, on an empty product and through the pages alone: each journey goes on where the one before left it.
const staged = stage(desktop, startEmpty);
const today = localOf(new Date()).date;
const [first, last] = [addDays(today, 60), addDays(today, 200)];

/** The first Monday of the round. */
const firstMonday = addDays(first, (8 - weekdayOf(first)) % 7);
const boards: { [club in ClubName]?: Awaited<ReturnType<typeof account>> } = {};

/** The board of a club at a computer, on the host of that club. */
async function boardOf(club: ClubName, path: string): Promise<Page> {
  const client = (boards[club] ??= await account(staged, { RWA: 'Rosa', SCB: 'Sami', GSV: 'Gerd' }[club], 'admin', club));
  const context = await staged.enter({ club });
  const domain = `${club.toLowerCase()}.localhost`;
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, domain, path: '/' })));
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Opens the round from the list, as everybody finds it. */
async function openSeason(club: ClubName, tab = 'Übersicht'): Promise<Page> {
  const page = await boardOf(club, '/admin/seasons');
  await page.getByRole('link', { name: 'Winter im Test' }).click();
  await page.getByRole('heading', { name: 'Winter im Test', level: 1 }).waitFor();
  await part(page, tab);
  return page;
}

async function part(page: Page, name: string): Promise<void> {
  await page.getByLabel('Teil der Hallenvergabe').getByText(name, { exact: true }).click();
}

async function step(page: Page, name: string, confirm?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await confirm?.(dialog);
  await dialog.getByRole('button').last().click();
  await dialog.waitFor({ state: 'detached' });
}

test('the association makes a hall and a round, and opens it for wishes', async () => {
  const gerd = await boardOf('GSV', '/admin/facilities');
  await gerd.getByText('Sportstätte anlegen').first().click();
  const form = gerd.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Dreifachhalle');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await gerd.getByText('Dreifachhalle').first().waitFor();

  await gerd.goto('/admin/seasons');
  await gerd.getByRole('button', { name: 'Saison anlegen' }).click();
  const season = gerd.getByRole('dialog');
  await season.getByRole('textbox', { name: 'Name' }).fill('Winter im Test');
  await typeDay(gerd, 'Erster Tag', germanDate(first));
  await typeDay(gerd, 'Letzter Tag', germanDate(last));
  await choose(gerd, season.getByRole('combobox', { name: 'Sportstätten' }), 'Dreifachhalle');
  await gerd.keyboard.press('Escape');
  await season.getByRole('button', { name: 'Speichern' }).click();
  await gerd.getByRole('heading', { name: 'Winter im Test', level: 1 }).waitFor();
  await step(gerd, 'Wünsche öffnen');
});

/** A club writes down a wish for Monday evening and sends it. */
async function wish(club: ClubName, group: string, ageGroup: string): Promise<Page> {
  const page = await openSeason(club, 'Wünsche');
  await page.getByRole('button', { name: 'Wunsch eintragen' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Gruppe' }).fill(group);
  await form.getByRole('textbox', { name: 'Sportart' }).fill('Handball');
  await choose(page, form.getByRole('combobox', { name: 'Altersgruppe' }), ageGroup);
  await form.getByRole('textbox', { name: 'Von' }).fill('18:00');
  await form.getByRole('textbox', { name: 'Bis' }).fill('19:30');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText(`„${group}“ ist gespeichert.`).waitFor();
  await page.getByRole('button', { name: 'Wünsche absenden (1)' }).click();
  await page.getByText('1 Wunsch abgesendet.').waitFor();
  return page;
}

test('two clubs wish for the same hour, and neither sees the wishes of the other', async () => {
  await wish('RWA', 'Handball-Minis', 'Jugend');
  const sami = await wish('SCB', 'Alte Herren', 'Erwachsene');
  expect(await sami.getByText('Handball-Minis').count()).toBe(0);
});

test('the proposal gives the hour to one, says to the other why not, and the association gives it a free one', async () => {
  const gerd = await openSeason('GSV');
  await gerd.getByText('Wünsche: 2 abgesendet.').waitFor();
  await step(gerd, 'Wünsche schließen und planen', (dialog) =>
    dialog.getByRole('textbox', { name: 'Grund' }).fill('Alle haben abgegeben.'),
  );
  await part(gerd, 'Plan');
  await gerd.getByRole('button', { name: 'Vorschlag berechnen' }).click();
  await gerd.getByText('Der Vorschlag steht unter „Vergleich“.').waitFor();
  await part(gerd, 'Vergleich');
  await gerd
    .getByRole('button', { name: /^Ganz übernehmen: Vorschlag/ })
    .first()
    .click();
  await gerd.getByRole('dialog').getByRole('button', { name: 'Übernehmen' }).click();
  await gerd.getByText(/ist übernommen/).waitFor();
  await part(gerd, 'Plan');
  await gerd.getByRole('button', { name: 'Zeit wählen für Alte Herren' }).click();
  // The nearest free hour stands first.
  const nearest = gerd
    .getByRole('dialog')
    .getByRole('button', { name: / geben$/ })
    .first();
  expect(await nearest.getAttribute('aria-label')).toMatch(/^Montag (16:30–18:00|19:30–21:00), Dreifachhalle/);
  await nearest.click();
  await gerd.getByText('Die Zeit ist gegeben.').waitFor();
  await part(gerd, 'Übersicht');
  await step(gerd, 'Anhörung beginnen');
});

test('a club reads its result and objects, the association answers and publishes', async () => {
  const sami = await openSeason('SCB', 'Plan');
  await sami
    .getByText(/Alte Herren/)
    .first()
    .waitFor();
  await part(sami, 'Einwände');
  await choose(sami, sami.getByRole('combobox', { name: 'Zu welchem Wunsch' }), 'Alte Herren');
  await sami.getByRole('textbox', { name: 'Was stimmt nicht?' }).fill('Um diese Zeit arbeiten die meisten noch.');
  await sami.getByRole('button', { name: 'Einwand absenden' }).click();
  await sami.getByText('Ihr Einwand ist eingegangen.').waitFor();

  // The association offers another time, which the club refuses with a word.
  const gerd = await openSeason('GSV', 'Einwände');
  await gerd.getByRole('button', { name: 'Gegenangebot …' }).click();
  const offer = gerd.getByRole('dialog');
  await offer.getByText('Welche Zeit sie ersetzt').waitFor();
  await offer
    .getByRole('button', { name: / anbieten$/ })
    .first()
    .click();
  await gerd.getByText('SC Blautal hat das Gegenangebot.').waitFor();
  await sami.getByRole('button', { name: 'Ablehnen …' }).click();
  await sami.getByRole('textbox', { name: 'Was passt daran nicht? (freiwillig)' }).fill('Da ist unser Übungsleiter nicht da.');
  await sami.getByRole('button', { name: 'Ablehnung senden' }).click();
  await gerd.getByText('Gegenangebot abgelehnt: Da ist unser Übungsleiter nicht da.').waitFor();

  await gerd.getByRole('textbox', { name: 'Antwort' }).fill('Eine spätere Zeit ist nicht frei.');
  await gerd.getByRole('button', { name: 'Antworten' }).click();
  await gerd.getByText('Die Antwort ist gesendet.').waitFor();
  await part(gerd, 'Übersicht');
  await step(gerd, 'Veröffentlichen', (dialog) => dialog.getByRole('textbox').fill('Winter im Test'));
  await gerd.getByText(/Wird veröffentlicht$/).waitFor();
  await publishSeasons(staged.server);
  await gerd.getByText(/· Veröffentlicht$/).waitFor();
});

test('what was published stands in the plan; a closure for repairs says first whom it hits, and the club sees its hour displaced', async () => {
  const plan = `/admin/bookings?view=week&day=${firstMonday}`;
  const rosa = await boardOf('RWA', plan);
  await rosa.getByText('Handball-Minis').first().waitFor();
  const anybody = await staged.visit();
  await anybody.goto('/halls');
  await anybody
    .getByRole('link', { name: /Dreifachhalle/ })
    .first()
    .click();
  await anybody.getByRole('heading', { name: 'Dreifachhalle' }).waitFor();

  const gerd = await boardOf('GSV', '/admin/facilities');
  await gerd.getByRole('button', { name: 'Dreifachhalle' }).click();
  const hall = gerd.getByRole('dialog');
  await hall.getByText('Sperrzeiten', { exact: true }).click();
  await hall.getByRole('textbox', { name: 'Grund der Sperrzeit' }).fill('Neuer Boden');
  await typeDay(gerd, 'Erster Tag', germanDate(firstMonday));
  await typeDay(gerd, 'Letzter Tag', germanDate(addDays(firstMonday, 4)));
  await hall.getByRole('button', { name: 'Wen trifft das?' }).click();
  await hall.getByRole('button', { name: 'Sperrzeit eintragen' }).waitFor();
  expect(await hall.getByRole('list', { name: 'Betroffene Termine' }).getByRole('listitem').count()).toBe(2);
  await hall.getByRole('button', { name: 'Sperrzeit eintragen' }).click();
  await gerd.getByText('Die Sperrzeit ist eingetragen, 2 Termine sind verdrängt.').waitFor();
  await rosa
    .getByText(/Neuer Boden/)
    .first()
    .waitFor();
});

test('the association asks whether an hour moves, the club agrees with a press, and the other one comes back when the closure is lifted', async () => {
  const gerd = await boardOf('GSV', '/admin/facilities');
  await gerd.getByText('Sportstätte anlegen').first().click();
  const form = gerd.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Halle am Bach');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await gerd.getByText('Halle am Bach').first().waitFor();
  await gerd.goto('/admin/facilities');
  await gerd.getByRole('button', { name: 'Dreifachhalle' }).click();
  const hall = gerd.getByRole('dialog');
  await hall.getByText('Sperrzeiten', { exact: true }).click();
  await hall.getByText('Verdrängte Termine und Nachrichten').click();
  await hall.getByLabel('Umzug').selectOption('nach Zusage');
  const ofRosa = hall.getByRole('list', { name: 'Termine ohne Halle' }).getByRole('listitem').filter({ hasText: 'RWA' });
  await ofRosa.getByRole('button', { name: /fragen$/ }).click();
  await gerd.getByText('Nach einem Termin ist gefragt.').waitFor();
  await ofRosa.getByText(/gefragt nach Halle am Bach/).waitFor();

  const rosa = await boardOf('RWA', '/admin/events');
  await rosa.getByRole('button', { name: 'Zustimmen …' }).click();
  await rosa.getByRole('dialog').getByRole('button', { name: 'Zustimmen' }).click();
  await rosa.getByText('Der Termin ist umgezogen.').waitFor();
  await hall.getByText(/^einverstanden, /).waitFor();
  await ofRosa.waitFor({ state: 'detached' });
  await rosa.goto(`/admin/bookings?view=week&day=${firstMonday}`);
  await rosa.getByRole('button', { name: /^Halle am Bach, Montag.*Handball-Minis/ }).waitFor();

  await hall.getByRole('button', { name: 'Sperrzeit löschen' }).click();
  const question = gerd.getByRole('dialog', { name: 'Das ändert sich an Terminen' });
  await question.getByRole('region', { name: 'Kommen zurück' }).getByText(/SCB/).waitFor();
  await question.getByRole('button', { name: 'Speichern' }).click();
  await rosa.getByRole('button', { name: /^Dreifachhalle, Montag.*SCB/ }).waitFor();
});

test('the next season begins like the last one a year later, and the groups that still run stand in it as wishes to confirm', async () => {
  const gerd = await openSeason('GSV');
  await gerd.getByRole('link', { name: 'Nächste Saison anlegen' }).click();
  const form = gerd.getByRole('dialog', { name: 'Saison anlegen' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.waitFor();
  expect(await name.inputValue()).toBe('Winter im Test');
  expect(await form.getByRole('textbox', { name: 'Erster Tag', exact: true }).inputValue()).toBe(germanDate(addMonths(first, 12)));
  await form.getByText('Dreifachhalle: ').waitFor();
  await name.fill('Winter danach');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await gerd.getByRole('heading', { name: 'Winter danach', level: 1 }).waitFor();
  await step(gerd, 'Wünsche öffnen');
  await part(gerd, 'Wünsche');
  for (const group of ['Handball-Minis', 'Alte Herren']) await gerd.getByRole('row', { name: group }).getByText('übernommen').waitFor();
});
