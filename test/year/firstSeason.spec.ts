import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, phone, stage } from '../e2e/person.ts';
import { pressesOf } from './counted.ts';
import { founder, startEmpty } from './empty.ts';
import { choose, founding } from './founding.ts';
import { memberList } from './memberList.ts';
import { addBankAccount } from './bankAccount.ts';

// One club's beginning on an empty product, through the pages alone: each journey goes on where the one before left it.
const staged = stage(desktop, startEmpty);
const { begin, founderAt, mailedLink } = founding(staged);
const mother = { firstname: 'Mira', lastname: 'Mustermann', email: 'mira@familie.example', password: 'Sieben-bunte-Baelle-9' };

/** Follows a step of the guide on the start page of the staff. */
async function follow(page: Page, step: string): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('link', { name: `${step}: öffnen` }).click();
}

/** How many of the first steps are done. */
async function stepsDone(page: Page): Promise<number> {
  await page.goto('/admin');
  const words = await page.getByText(/\d von 10 erledigt/).innerText();
  return Number.parseInt(words, 10);
}

test('the founder sets a password and is led through legal pages, departments, halls and the bank account', async () => {
  await begin();

  const admin = await founderAt('/admin');
  // The school holidays of the state are there from the beginning.
  expect(await stepsDone(admin)).toBe(1);
  for (const kind of ['Impressum', 'Datenschutz']) {
    await admin.goto('/admin/pages?page=neu');
    await admin.getByRole('textbox', { name: 'Titel' }).fill(kind);
    await admin.locator('[contenteditable=true]').first().fill('Rot-Weiß Auenfeld e. V., Am Sportplatz 1, 59999 Auenfeld.');
    await choose(admin, admin.getByRole('combobox', { name: 'Rechtliche Seite' }), kind);
    await admin.getByText('Veröffentlicht').click();
    await admin.getByRole('button', { name: 'Speichern' }).click();
    await admin.waitForURL((url) => !url.search.includes('page=neu'));
  }

  await follow(admin, 'Abteilungen anlegen');
  await admin.getByRole('button', { name: 'Abteilung anlegen' }).first().click();
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Turnen');
  await admin.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await admin.getByText('„Turnen“ ist gespeichert.').waitFor();

  await follow(admin, 'Hallen mit Öffnungszeiten');
  await admin.getByText('Sportstätte anlegen').first().click();
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Turnhalle am Sportplatz');
  await admin.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await admin.getByText('Turnhalle am Sportplatz').first().waitFor();

  await follow(admin, 'Bankverbindung');
  await addBankAccount(admin, 'Rot-Weiß Auenfeld e. V.');
  expect(await stepsDone(admin)).toBe(5);
});

test('400 members of the old program come in at once, with their departments; what is wrong is told row by row', async () => {
  const admin = await founderAt('/admin');
  await follow(admin, 'Mitglieder einlesen');
  const wizard = admin.getByRole('dialog');
  await admin.locator('input[type=file]').setInputFiles({ name: 'mitglieder.csv', mimeType: 'text/csv', buffer: memberList(400) });
  await wizard.getByRole('button', { name: 'Weiter', exact: true }).click();
  await wizard.getByRole('button', { name: 'Prüfen' }).click();
  await wizard.getByRole('heading', { name: 'Abteilungen zuordnen' }).waitFor();
  // Two rows name a day that never was.
  await wizard.getByRole('button', { name: /^398 .*übernehmen$/ }).click();
  await wizard.getByText(/2 nicht übernommen/).waitFor();
  await admin.goto('/admin/departments');
  for (const name of ['Handball', 'Schach', 'Turnen']) await admin.getByRole('row', { name: new RegExp(name) }).waitFor();
});

test('an offer is published once nothing lacks, and a clash in the hall is told before a second one is saved', async () => {
  const admin = await founderAt('/admin');
  const pressed = await pressesOf(admin);
  await follow(admin, 'Erstes Angebot veröffentlichen');
  await admin.getByText('Neues Angebot').first().click();
  await weekly(admin, 'Kinderturnen am Mittwoch', '16:00', '17:00');
  await admin.getByText('Die Halle ist an allen 10 kommenden Terminen frei.').waitFor();
  await admin.getByRole('combobox', { name: 'Übungsleitung hinzufügen' }).fill('Vor10');
  await admin
    .getByRole('option', { name: /Vor10 / })
    .first()
    .click();
  await admin.getByRole('textbox', { name: 'Preis in Euro' }).fill('36');
  await admin.getByRole('textbox', { name: /^Plätze/ }).fill('1');
  // Who makes it answers questions, until somebody else is named.
  expect(await admin.getByRole('textbox', { name: 'Ansprechpartner', exact: true }).inputValue()).toBe('Svenja Start');
  expect(await admin.getByRole('textbox', { name: /E-Mail/ }).inputValue()).toBe(founder.email);
  await admin.getByRole('button', { name: 'Speichern', exact: true }).click();
  // The dates are counted while one types; what is kept has an address of its own.
  await admin.waitForURL(/courses\/[0-9a-f-]{36}$/);
  await admin.getByText('10 Termine. Es fallen aus: 06.01. Weihnachtsferien.').waitFor();
  expect(await admin.getByRole('combobox', { name: 'Abteilung' }).inputValue()).toBe('Turnen');
  await admin.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await admin.getByText('Veröffentlicht', { exact: true }).waitFor();
  // Nine for an offer from nothing, and one for the part with the seats.
  expect(pressed()).toBeLessThanOrEqual(10);

  await admin.goto('/admin/courses/new');
  await weekly(admin, 'Yoga', '16:30', '17:30');
  await admin.getByText('10 von 10 Terminen: Halle nicht frei').waitFor();
  await admin.getByRole('button', { name: 'Speichern', exact: true }).click();
  await admin.getByText('10 Termine haben keine Halle').waitFor();
  await admin.getByText('Belegt am 13.01.2027, 16:00–17:00 Uhr: RWA, Kinderturnen am Mittwoch').waitFor();
});

/** A weekly offer in the hall on Wednesdays. */
async function weekly(page: Page, title: string, from: string, to: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill(title);
  await choose(page, page.getByRole('combobox', { name: 'Abteilung' }), 'Turnen');
  await page.getByRole('textbox', { name: 'Beginn' }).fill('06.01.2027');
  await page.getByRole('textbox', { name: /^Ende/ }).fill('17.03.2027');
  await choose(page, page.getByRole('combobox', { name: 'Halle' }), /Turnhalle/);
  await page.getByRole('textbox', { name: 'Von', exact: true }).fill(from);
  await page.getByRole('textbox', { name: 'Bis', exact: true }).fill(to);
}

test('a mother without an account finds it on the site of the association: one child comes in, the other waits, both stand confirmed', async () => {
  for (const [child, born, state] of [
    ['Lina', '04.05.2018', 'angemeldet'],
    ['Ben', '09.09.2019', 'Warteliste, Platz 1'],
  ] as const) {
    const page = await staged.visit({ ...phone, club: 'GSV' });
    await page.goto('/');
    await page.getByText('Kinderturnen am Mittwoch').click();
    await page.getByRole('button', { name: /Jetzt anmelden|Warteliste/ }).click();
    await page.getByLabel('Vorname', { exact: true }).first().fill(child);
    await page.getByLabel('Nachname', { exact: true }).first().fill(mother.lastname);
    await page.getByLabel(/Geburtsdatum/).fill(born);
    await page
      .getByLabel(/Vorname/)
      .nth(1)
      .fill(mother.firstname);
    await page
      .getByLabel(/Nachname/)
      .nth(1)
      .fill(mother.lastname);
    await page.getByLabel('Notfallnummer').fill('0171 1234567');
    await page.getByLabel('wird abgeholt').check();
    await page.getByLabel('E-Mail').fill(mother.email);
    await page.getByText(/Ich melde verbindlich an|Ich möchte auf die Warteliste/).click();
    await page.getByRole('button', { name: /Zahlungspflichtig|Warteliste/ }).click();
    await page.getByText('Fast geschafft: Bitte Mail bestätigen').waitFor();
    await page.goto(await mailedLink(mother.email));
    await page.getByRole('button', { name: /bestätigen$/ }).click();
    await page.getByText(`${child} ${mother.lastname} · ${state}`).waitFor();
    await page.getByText('Preis: 36,00 €').first().waitFor();
  }
});

test('she makes an account afterwards, comes back to the enrolment, and takes both children along', async () => {
  const page = await staged.visit(phone);
  await page.goto(await mailedLink(mother.email));
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.getByText('Wir haben eine Mail an die Adresse dieser Anmeldung geschickt.').waitFor();
  await page.goto(await mailedLink(mother.email));
  await page.getByLabel('Passwort wählen').fill(mother.password);
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.waitForURL('**/me');
  await page.goto('/profile/enrolments');
  await page.getByText('Lina Mustermann').first().waitFor();
  await page.getByText('Ben Mustermann').first().waitFor();
});

test('the board switches the sale of cards on and makes a kind; the mother buys one for a child and sees it', async () => {
  const admin = await founderAt('/admin/participants?tab=cards');
  await admin.getByRole('main').getByRole('link', { name: 'Einstellungen' }).click();
  const row = admin.getByRole('listitem', { name: 'Karten mit mehreren Besuchen verkaufen (RWA)' });
  await row.getByRole('button', { name: /Ändern/ }).click();
  await row.getByRole('switch').press('Space');
  await row.getByRole('button', { name: 'Speichern' }).click();
  await row.getByText(/^Gespeichert um/).waitFor();

  await admin.goto('/admin/participants?tab=cards');
  await admin.getByRole('button', { name: 'Art von Karte anlegen' }).click();
  const kind = admin.getByRole('dialog');
  await kind.getByRole('textbox', { name: 'Name' }).fill('Zehnerkarte Turnen');
  await kind.getByRole('textbox', { name: 'Preis' }).fill('80');
  await choose(admin, kind.getByRole('combobox', { name: 'Angebote' }), /Kinderturnen am Mittwoch/);
  await kind.getByRole('button', { name: 'Speichern' }).click();
  // What was made stays in view.
  await admin.getByRole('list', { name: 'Arten von Karten' }).getByText('Zehnerkarte Turnen').waitFor();

  const page = await staged.visit(phone);
  await page.goto('/login?back=%2Foffers');
  await page.getByLabel('E-Mail').fill(mother.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(mother.password);
  await page.keyboard.press('Enter');
  await page.getByText('Kinderturnen am Mittwoch').click();
  await page.getByRole('button', { name: 'Zehnerkarte Turnen kaufen' }).click();
  await page.getByRole('group', { name: 'Für wen?' }).getByText('Ben Mustermann').click();
  await page.getByText('Preis: 80,00 €').waitFor();
  await page.getByText(/^Ich kaufe die Karte verbindlich/).click();
  await page.getByRole('button', { name: 'Zahlungspflichtig kaufen' }).click();
  await page.getByText(/^Ben Mustermann: noch 10 Besuche, gültig bis/).waitFor();
  expect(await staged.server.latestMail(mother.email)).toContain('„Zehnerkarte Turnen“ ist gekauft, für Ben Mustermann.');
  await page.goto('/me');
  await page.getByText('noch 10 von 10 Besuchen').waitFor();
  await page.getByText('Offen: 80,00').first().waitFor();
});
