import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays, germanDate, localOf, mondayOf } from '../../../src/shared/kernel/calendar.ts';
import { desktop, phone, stage } from '../../e2e/person.ts';
import { makeHall } from '../../halls.ts';
import { pressesOf } from '../counted.ts';
import { choose } from '../founding.ts';

// The most frequent tasks of the desk, each from the start page of its user, on the demonstration. What is counted is every
// press of a mouse or finger, as the browser gets it; typing, and the Enter that ends it, is not.
const play = stage();

type Course = { id: string; title: string; person: string };
let course: Course;

beforeAll(async () => {
  const [one] = await play.server.sql<Course>(
    `select c.id, c.title, p.firstname || ' ' || p.lastname as person from course c join enrolment e on e.course_id = c.id
       join person p on p.id = e.person_id
       where c.club = 'RWA' and c.kind = 'course' and c.status = 'published' and e.state = 'confirmed' and c.title not like '%–%'
       order by c.title, person limit 1`,
  );
  if (!one) throw new Error('The demonstration has no course with participants.');
  course = one;
  // Whatever the hour, one date of today is still to come.
  await play.server
    .sql(`update course_session set local_date = current_date, starts_at = now() + interval '1 minute', ends_at = now() + interval '1 hour',
    state = 'planned' where id = (select s.id from course_session s join course c on c.id = s.course_id
    where c.club = 'RWA' and c.status in ('published', 'confirmed') and s.starts_at > now() and s.state = 'planned' order by s.starts_at limit 1)`);
  play.server.outdate();
});

/** The start page of somebody, and how often they have pressed since. */
async function atStart(role: 'admin' | 'trainer', device: typeof desktop | typeof phone): Promise<{ page: Page; pressed: () => number }> {
  const page = await play.visit({ role, ...device });
  const pressed = await pressesOf(page);
  await page.goto('/admin');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, pressed };
}

const menu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name, exact: true });

test('a payment that came in is noted with three clicks', async () => {
  const { page, pressed } = await atStart('admin', desktop);
  await menu(page, 'Forderungen').click();
  await page
    .getByRole('row', { name: /offen, überfällig/ })
    .first()
    .getByRole('button', { name: /^Aktionen/ })
    .click();
  await page.getByRole('menuitem', { name: 'Als bezahlt vermerken' }).click();
  await page.getByRole('dialog').getByLabel('Betrag in Euro').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('1 Forderung ist bezahlt.').waitFor();
  expect(pressed()).toBeLessThanOrEqual(3);
});

test('an applicant is admitted with two clicks', async () => {
  const { page, pressed } = await atStart('admin', desktop);
  await page.getByRole('link', { name: /^Anträge von Mitgliedern/ }).click();
  const card = page.getByRole('article', { name: 'Antrag von Jule Sommer' });
  await card.getByRole('button', { name: 'Annehmen …' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('article input'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Jule Sommer ist aufgenommen').waitFor();
  expect(pressed()).toBeLessThanOrEqual(2);
});

test('attendance is entered on a phone with three taps', async () => {
  const { page, pressed } = await atStart('trainer', phone);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Heute/ })
    .click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /erwartet|anwesend/ })
    .first()
    .click();
  const missing = page
    .getByRole('group', { name: /^Anwesenheit von/ })
    .first()
    .getByRole('button', { name: 'fehlt', exact: true });
  await missing.click();
  await expect.poll(() => missing.getAttribute('aria-pressed')).toBe('true');
  expect(pressed()).toBeLessThanOrEqual(3);
});

test('a mail to a course is open to be written with two clicks', async () => {
  const { page, pressed } = await atStart('admin', desktop);
  await menu(page, 'Teilnehmende').click();
  await page.getByRole('link', { name: `Mail an alle: ${course.title}`, exact: true }).click();
  await page.getByLabel('Betreff').waitFor();
  expect(new URL(page.url()).searchParams.get('course')).toBeTruthy();
  expect(pressed()).toBeLessThanOrEqual(2);
});

test('somebody is signed off with three clicks, the search opened by its keys', async () => {
  const { page, pressed } = await atStart('admin', desktop);
  const field = page.getByRole('textbox', { name: 'Wonach suchen Sie?' });
  await expect.poll(() => page.keyboard.press('Control+k').then(() => field.isVisible())).toBe(true);
  await field.fill(course.title);
  await page
    .getByRole('button', { name: new RegExp(`^${course.title} Teilnehmende`) })
    .first()
    .click();
  await page.getByRole('button', { name: `Aktionen für ${course.person}` }).click();
  await page.getByRole('menuitem', { name: 'Platz absagen' }).click();
  await page.keyboard.press('Enter');
  await page.getByText(`Der Platz von ${course.person} ist abgesagt.`).waitFor();
  expect(pressed()).toBeLessThanOrEqual(3);
});

test('one date is called off with three clicks, the reason chosen by keys', async () => {
  const { page, pressed } = await atStart('admin', desktop);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Heute/ })
    .click();
  const row = page.getByRole('row').filter({ hasText: 'geplant' }).first();
  await row.getByRole('button', { name: /^Aktionen für/ }).click();
  await page.getByRole('menuitem', { name: 'Stunde absagen' }).click();
  const reason = page.getByRole('radio', { name: 'Übungsleitung erkrankt' });
  await expect.poll(() => reason.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByText('Die Stunde ist abgesagt. Die Mails gehen gleich hinaus.').waitFor();
  expect(pressed()).toBeLessThanOrEqual(3);
});

test('an offer is made of a template and published with four clicks', async () => {
  const office = await play.server.signedIn('editor');
  await play.server.sql("update course set title = 'Seepferdchen im Herbst' where id = $1", [course.id]);
  const { status } = await office.post(`/api/manage/courses/${course.id}/template`, {});
  expect(status).toBe(200);
  const { page, pressed } = await atStart('admin', desktop);
  await menu(page, 'Sportangebote').click();
  await page.getByRole('link', { name: 'Vorlagen' }).click();
  await page.getByRole('button', { name: 'Neues Angebot aus Seepferdchen im Herbst' }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Neuer Beginn' })
    .fill(germanDate(addDays(localOf(new Date()).date, 300)));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Das neue Angebot ist ein Entwurf.').waitFor();
  await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await page.getByText('Seepferdchen im Herbst: Veröffentlicht.').waitFor();
  expect(pressed()).toBeLessThanOrEqual(4);
});

test('a known person is enrolled with four clicks, found by typing', async () => {
  const [other] = await play.server.sql<{ name: string }>(
    `select p.firstname || ' ' || p.lastname as name from member m join person p on p.id = m.person_id
       where m.club = 'RWA' and m.status = 'active' and p.birth_date between '1975-01-01' and '1990-12-31'
         and not exists (select from enrolment e where e.person_id = p.id)
         and (select count(*) from person q where q.lastname = p.lastname and q.firstname = p.firstname) = 1
       order by name limit 1`,
  );
  const { page, pressed } = await atStart('admin', desktop);
  const field = page.getByRole('textbox', { name: 'Wonach suchen Sie?' });
  await expect.poll(() => page.keyboard.press('Control+k').then(() => field.isVisible())).toBe(true);
  const [{ title } = course] = await play.server.sql<{ title: string }>('select title from course where id = $1', [course.id]);
  await field.fill(title);
  await page
    .getByRole('button', { name: new RegExp(`^${title} Teilnehmende`) })
    .first()
    .click();
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Jemanden anmelden' });
  await dialog.getByLabel('Person suchen').click();
  await page.keyboard.type(other?.name ?? '');
  await page.getByRole('option', { name: new RegExp(`^${other?.name}`) }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Grund (freiwillig)').fill('Auf Wunsch der Abteilung');
  await page.keyboard.press('Enter');
  await page.getByText(/ ist dabei\.$/).waitFor();
  expect(pressed()).toBeLessThanOrEqual(4);
});

test('all members of a list of hundreds are changed with four clicks, in one go', async () => {
  const { page, pressed } = await atStart('admin', desktop);
  await menu(page, 'Mitglieder').click();
  await page.getByRole('checkbox', { name: 'Alle geladenen auswählen' }).click();
  const all = page.getByRole('button', { name: /^Alle \d+ auswählen$/ });
  const count = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(300);
  await all.click();
  await page.getByText(`${count} ausgewählt`).waitFor();
  await page.getByRole('region', { name: 'Auswahl' }).getByRole('button', { name: 'Ändern', exact: true }).click();
  const group = page.getByRole('menuitem', { name: 'Beitragsgruppe ändern' });
  await group.waitFor();
  // Through the menu by its arrows.
  await expect.poll(() => page.keyboard.press('ArrowDown').then(() => group.evaluate((one) => one === document.activeElement))).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Beitragsgruppe ändern' }).getByLabel('Beitragsgruppe').fill('Jahr 2027');
  await page.keyboard.press('Enter');
  await page.getByText(`${count} Mitglieder geändert.`).waitFor();
  const [{ changed } = { changed: 0 }] = await play.server.sql<{ changed: number }>(
    "select count(*)::int as changed from member where club = 'RWA' and fee_group = 'Jahr 2027'",
  );
  expect(changed).toBe(count);
  expect(pressed()).toBeLessThanOrEqual(4);
});

test('an offer is made from nothing and published with nine clicks and one save', async () => {
  const { page, pressed } = await atStart('admin', desktop);
  await menu(page, 'Sportangebote').click();
  await page
    .getByRole('link', { name: 'Neues Angebot' })
    .or(page.getByRole('button', { name: 'Neues Angebot' }))
    .click();
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Bogenschießen am Abend');
  await choose(page, page.getByRole('combobox', { name: 'Abteilung' }), 'Turnen');
  const begin = addDays(mondayOf(localOf(new Date()).date), 70);
  await page.getByRole('textbox', { name: 'Beginn' }).fill(germanDate(begin));
  await page.getByRole('textbox', { name: /^Ende/ }).fill(germanDate(addDays(begin, 63)));
  await page.getByRole('textbox', { name: 'Von', exact: true }).fill('21:00');
  await page.getByRole('textbox', { name: 'Bis', exact: true }).fill('22:00');
  await page.getByRole('textbox', { name: 'Treffpunkt', exact: true }).fill('Wiese am Bach');
  await page.getByRole('combobox', { name: 'Übungsleitung hinzufügen' }).fill('Rotmuster');
  await page
    .getByRole('option', { name: /Rotmuster/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Preis in Euro' }).fill('36');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.waitForURL(/courses\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await page.getByText('Bogenschießen am Abend: Veröffentlicht.').waitFor();
  expect(pressed()).toBeLessThanOrEqual(9);
});

test('what is owed for courses becomes a file for the bank with seven clicks by the menu, questions included', async () => {
  const { page, pressed } = await atStart('admin', desktop);
  await menu(page, 'Auswertung').click();
  await page.getByRole('tab', { name: 'Abrechnung' }).click();
  await page.getByText(/^\d+ Forderungen über zusammen/).waitFor();
  await page.getByRole('button', { name: 'Forderungen erstellen' }).click();
  await page.getByRole('button', { name: 'Erstellen', exact: true }).click();
  await page.getByText(/^\d+ Forderungen erstellt/).waitFor();
  await page.getByLabel('Schritt der Abrechnung').getByText('Lastschrift', { exact: true }).click();
  await page.getByRole('button', { name: 'Lastschriftlauf anlegen' }).click();
  const make = page.getByRole('button', { name: 'Anlegen', exact: true });
  const [file] = await Promise.all([page.waitForEvent('download'), make.click()]);
  expect(file.suggestedFilename()).toMatch(/\.xml$/);
  expect(pressed()).toBeLessThanOrEqual(7);
});

test('the association grants fourteen requests without a clash with four clicks', async () => {
  const hall = await makeHall(play.server, 'GSV', { name: 'Klickhalle', needs_approval: true });
  const edda = await play.server.signedIn('editor');
  const first = addDays(mondayOf(localOf(new Date()).date), 14);
  for (let day = 0; day < 14; day++) {
    const date = addDays(first, day);
    const wish = {
      title: 'Ringen',
      kind: 'training',
      facilityId: hall.id,
      unitIds: hall.unitIds,
      date,
      startTime: '18:00',
      endTime: '20:00',
    };
    expect((await edda.post('/api/bookings', wish)).status).toBe(200);
  }
  const page = await play.visit({ club: 'GSV', role: 'admin', ...desktop });
  const pressed = await pressesOf(page);
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Buchungsanfragen/ }).click();
  await page.getByRole('combobox', { name: 'Sportstätte' }).click();
  await page.getByRole('combobox', { name: 'Sportstätte' }).fill('Klickhalle');
  await page.getByRole('option', { name: 'Klickhalle' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('14 Anfragen, 14 Termine').waitFor();
  await page.getByRole('checkbox', { name: 'Alle geladenen auswählen' }).click();
  await page.getByRole('button', { name: 'Zusagen, was frei ist' }).click();
  await page.getByText('14 Termine zugesagt.').waitFor();
  const [{ count } = { count: 0 }] = await play.server.sql<{ count: number }>(
    "select count(*)::int as count from booking where facility_id = $1 and state = 'approved'",
    [hall.id],
  );
  expect(count).toBe(14);
  expect(pressed()).toBeLessThanOrEqual(4);
});
