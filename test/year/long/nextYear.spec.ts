import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, germanDate, localOf } from '../../../src/shared/kernel/calendar.ts';
import { desktop, stage } from '../../e2e/person.ts';
import { founder, startEmpty } from '../empty.ts';
import { choose, founding } from '../founding.ts';

// The step into the next year, on an empty product and through the pages alone: each journey goes on where the one before left it.
const staged = stage(desktop, startEmpty);
const { begin, founderAt } = founding(staged);
const today = localOf(new Date()).date;
// Ten weeks that began almost a year ago: what follows them a year later begins in two weeks.
const startsOn = addDays(today, 14 - 52 * 7);
const endsOn = addDays(startsOn, 63);
const nextStart = addDays(startsOn, 52 * 7);

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
  await board.getByRole('textbox', { name: 'Von' }).fill('16:00');
  await board.getByRole('textbox', { name: 'Bis' }).fill('17:00');
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
  // What is folded is filled as well; here it is unfolded to be read.
  const people = board.getByRole('button', { name: 'Leitung und Preise' });
  if ((await people.getAttribute('aria-expanded')) !== 'true') await people.click();
  expect(await board.getByRole('combobox', { name: 'Übungsleitung', exact: true }).inputValue()).toBe('Vera Vorturnerin');
  expect(await board.getByRole('textbox', { name: 'Preis in Euro' }).inputValue()).toContain('36');
  const times = board.getByRole('button', { name: 'Zeiten und Termine' });
  if ((await times.getAttribute('aria-expanded')) !== 'true') await times.click();
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
  await board.getByRole('menuitem', { name: 'Abschließen', exact: true }).click();
  await board.getByText('Es gibt noch Termine, die weder gehalten noch abgesagt sind.').waitFor();
  await board.goto(`/admin/courseStat?from=${today}&to=${addDays(today, 363)}`);
  await board
    .getByText(/^davor 1\b/)
    .first()
    .waitFor();
});
