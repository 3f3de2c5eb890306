import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, germanDate, localOf } from '../../../src/shared/kernel/calendar.ts';
import type { MemberRecord } from '../../../src/shared/people/members.ts';
import { notifyOfBirthdays } from '../../../src/server/people/persons/service.ts';
import { remindOfProofs } from '../../../src/server/people/trainers/reminders.ts';
import { setClock } from '../../../src/server/platform/process/clock.ts';
import { desktop, phone, stage } from '../../e2e/person.ts';
import type { Client } from '../../harness.ts';
import { account } from '../account.ts';
import { startEmpty } from '../empty.ts';

// People change, on an empty product: each journey goes on where the one before left it.
const staged = stage(desktop, startEmpty);
const today = localOf(new Date()).date;
// Never the 29 February, on which nobody was born 18 years before.
const birthday = addDays(today, today.endsWith('-01-20') ? 39 : 40);
const bornOn = `${Number(birthday.slice(0, 4)) - 18}${birthday.slice(4)}`;
let board: Client;
let mira: Client;
let paul: Client;
let sven: Client;
let lina: MemberRecord;

beforeAll(async () => {
  [board, mira, paul, sven] = [
    await account(staged, 'Berta', 'admin'),
    await account(staged, 'Mira', 'reader'),
    await account(staged, 'Paul', 'reader'),
    await account(staged, 'Sven', 'reader'),
  ];
  const { status, body } = await board.post<MemberRecord>('/api/members', {
    firstname: 'Lina',
    lastname: 'Muster',
    birthDate: bornOn,
    gender: 'w',
    memberNo: '1001',
    kind: 'active',
    joinedOn: '2020-01-01',
  });
  expect(status).toBe(200);
  lina = body;
});
afterAll(() => setClock());

/** Moves the clock to an instant, at which everybody has signed in anew: earlier sessions have long ended by then. */
async function moveTo(instant: Date): Promise<void> {
  setClock(instant);
  await staged.server.sql("update auth_session set created_at = $1, expires_at = $1::timestamptz + interval '1 day'", [instant]);
}

/** A page of somebody who is signed in; on a phone unless said otherwise. */
async function pageOf({ cookies }: Client, path: string, device = phone): Promise<Page> {
  const page = await staged.visit(device);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, domain: 'rwa.localhost', path: '/' })));
  await page.goto(path);
  return page;
}

/** The record of the member beside the board's list. */
async function drawerOf(client: Client) {
  const page = await pageOf(client, '/admin/members', desktop);
  await page.getByRole('button', { name: 'Muster, Lina' }).click();
  return { page, drawer: page.getByRole('dialog', { name: 'Mitglied', exact: true }) };
}

const mailTo = (firstname: string) => staged.server.latestMail(`${firstname.toLowerCase()}@familie.example`);
const photos = 'Zustimmen: Fotos auf der Website, Lina Muster';
const seesLina = async (client: Client) => (await client.get(`/api/members/${lina.id}`)).status;

test('the board links the parents by the addresses of their accounts; both read who else may act', async () => {
  const { page, drawer } = await drawerOf(board);
  for (const name of ['mira', 'paul']) {
    await drawer.getByLabel('E-Mail des Kontos').fill(`${name}@familie.example`);
    await drawer.getByRole('button', { name: 'Konto verknüpfen' }).click();
    await drawer.getByText(`(${name}@familie.example), Elternteil`).waitFor();
  }
  await page.close();
  expect(await mailTo('Mira')).toContain('Paul Muster');
  const phoneOfMira = await pageOf(mira, '/profile/family#zugang');
  await phoneOfMira.getByText(/Paul Muster \(Elternteil\)/).waitFor();
});

test('a stranger who names the child gets a record of their own; the board makes one of two and ticks nobody', async () => {
  const claim = await sven.post('/api/people/mine', {
    club: 'RWA',
    relation: 'guardian',
    firstname: 'Lina',
    lastname: 'Muster',
    birthDate: bornOn,
    emergencyPhone: '0171 1234567',
  });
  expect(claim.status).toBe(200);
  expect(await seesLina(sven)).toBe(404);
  const page = await pageOf(board, '/admin/members', desktop);
  await page.getByRole('button', { name: 'Doppelte' }).click();
  const card = page.getByRole('article', { name: 'Vergleich: Lina Muster' });
  await card.getByText('(mira@familie.example), Elternteil, seit').waitFor();
  expect(await card.getByRole('checkbox', { name: /sven@familie/ }).isChecked()).toBe(false);
  await card.getByRole('button', { name: 'Zusammenführen …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Personen zusammenführen?' });
  await dialog.getByText('Neuen Zugang bekommt niemand.').waitFor();
  await dialog.getByRole('button', { name: 'Zusammenführen' }).click();
  await page.getByText('Lina Muster ist jetzt eine Person.').waitFor();
  expect([await seesLina(sven), await seesLina(mira)]).toEqual([404, 200]);
});

test('parents part: the board ends one access, what was entered stays, the other parent goes on', async () => {
  const { page, drawer } = await drawerOf(board);
  await drawer.getByRole('button', { name: 'Verknüpfung mit Paul Muster beenden' }).click();
  await page.getByRole('dialog', { name: 'Verknüpfung beenden?' }).getByRole('button', { name: 'Beenden' }).click();
  await page.getByText('Die Verknüpfung ist beendet.').waitFor();
  expect([await seesLina(paul), await seesLina(mira)]).toEqual([404, 200]);
});

test('sixty days before 18 the family and the board are told; the mother invites, and on the day her access ends by itself', async () => {
  await notifyOfBirthdays(staged.server);
  expect(await mailTo('Mira')).toContain(`Lina Muster wird am ${germanDate(birthday)} volljährig`);
  const tasks = await pageOf(board, '/admin', desktop);
  await tasks.getByText('Bald 18').waitFor();
  const mother = await pageOf(mira, '/profile/family#zugang');
  await mother.getByRole('button', { name: 'Einladen: Lina Muster' }).click();
  await mother.getByLabel('E-Mail', { exact: true }).fill('lina@familie.example');
  await mother.getByLabel('Wen laden Sie ein?').selectOption({ label: 'Lina, mit eigenem Konto' });
  await mother.getByRole('button', { name: 'Einladung senden' }).click();
  await mother.getByText('Eingeladen: lina@familie.example').waitFor();
  const link = /https?:\/\/\S+(\/invitation\/\S+)/.exec(await mailTo('Lina'))?.[1] ?? '';
  const own = await account(staged, 'Lina', 'reader');
  const page = await pageOf(own, link);
  await page.getByRole('button', { name: 'Annehmen' }).click();
  await expect.poll(() => seesLina(own)).toBe(200);

  const consents = await pageOf(mira, '/profile/consents#moeglich');
  await consents.getByRole('button', { name: photos }).click();
  await consents.getByText('Ihre Zustimmung ist gespeichert.').waitFor();
  await moveTo(new Date(`${birthday}T10:00:00Z`));
  expect([await seesLina(mira), await seesLina(own)]).toEqual([404, 200]);
  const asked = await pageOf(own, '/profile/consents');
  await asked.getByRole('button', { name: photos }).click();
  await asked.getByText('Ihre Zustimmung ist gespeichert.').waitFor();
  await asked.getByLabel('Handy').fill('0170 7654321');
  await asked.getByRole('button', { name: 'Kontakt bestätigen' }).click();
  await asked.getByText('Ihr Kontakt ist bestätigt.').waitFor();
  await asked.getByRole('button', { name: 'So soll es bleiben' }).click();
  await asked.getByRole('heading', { name: 'Mit 18 entscheiden Sie selbst' }).waitFor({ state: 'detached' });
  setClock();
  await moveTo(new Date());
});

test('a member moves, leaves and comes back; the old membership stays', async () => {
  const { page, drawer } = await drawerOf(board);
  await drawer.getByLabel('Straße').fill('Neuer Weg');
  await drawer.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect.poll(async () => (await board.get<MemberRecord>(`/api/members/${lina.id}`)).body.street).toBe('Neuer Weg');
  await drawer.getByRole('textbox', { name: 'Austritt zum' }).fill(germanDate(addDays(today, -1)));
  await page.keyboard.press('Tab');
  await drawer.getByRole('button', { name: 'Austritt eintragen' }).click();
  await page.getByText(/Der Austritt zum .* ist eingetragen/).waitFor();
  await drawer.getByRole('button', { name: 'Wieder aufnehmen' }).click();
  await page.getByText(/Lina Muster ist wieder aufgenommen/).waitFor();
  expect((await board.get<MemberRecord>(`/api/members/${lina.id}`)).body.others).toHaveLength(1);
});

test('a member dies: what ends is read before, nobody is written to, and the record is erased when the family asks', async () => {
  const opa = { firstname: 'Opa', lastname: 'Letzt', birthDate: '1941-03-02', gender: 'm', email: 'opa@familie.example' };
  const member = (await board.post<MemberRecord>('/api/members', { ...opa, memberNo: '7001', kind: 'active', joinedOn: '1999-01-01' }))
    .body;
  const page = await pageOf(board, '/admin/members', desktop);

  await page.getByRole('button', { name: 'Letzt, Opa' }).click();
  const drawer = page.getByRole('dialog', { name: 'Mitglied', exact: true });
  await drawer.getByRole('button', { name: 'Todesfall eintragen …' }).click();
  await drawer.getByText('Mitgliedschaft 7001 mit allen Abteilungen').waitFor();
  await drawer.getByRole('textbox', { name: 'Verstorben am' }).fill(germanDate(addDays(today, -2)));
  await page.keyboard.press('Tab');
  await drawer.getByRole('button', { name: 'Todesfall eintragen', exact: true }).click();
  await drawer.getByText(`Verstorben am ${germanDate(addDays(today, -2))}.`).waitFor();
  expect((await board.get<MemberRecord>(`/api/members/${member.id}`)).body).toMatchObject({ leftOn: addDays(today, -2), email: '' });
  expect(await staged.server.sql("select 1 from outbox_mail where recipient = 'opa@familie.example'")).toEqual([]);

  await page.goto('/admin/privacy');
  await page.getByRole('combobox', { name: 'Person' }).fill('Letzt');

  await page.getByRole('option', { name: /Opa Letzt.*verstorben/ }).click();
  await page.getByRole('button', { name: 'Person löschen …' }).click();
  await page.getByLabel(/Zur Sicherheit/).fill('Opa Letzt');
  await page.getByRole('button', { name: 'Endgültig löschen' }).click();
  await page.getByText('Die Person ist gelöscht.').waitFor();
  await page.goto('/admin/members?phase=all&search=Letzt');
  await page
    .getByText('Keine Mitglieder')
    .or(page.getByText(/Niemand|0 Mitglieder/))
    .first()
    .waitFor();
});

test('somebody asks for their data and reads all of it; the board is told when a certificate of a trainer runs out', async () => {
  const page = await pageOf(board, '/admin/privacy', desktop);
  await page.getByRole('combobox', { name: 'Person' }).fill('Lina');
  await page
    .getByRole('option', { name: /Lina Muster/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Auskunft für Lina Muster' }).waitFor();
  await page.getByRole('button', { name: 'Auskunft ansehen' }).click();
  await page.getByText('Neuer Weg').first().waitFor();
  await page.getByText('Fotos auf der Website').first().waitFor();

  const noted = { certificateOn: addDays(today, -30), seenOn: today, result: 'noEntry', dutyEndedOn: '', version: 0 };
  expect((await board.send('PUT', `/api/clearances/${lina.personId}`, noted)).status).toBe(200);
  const runsOut = `${Number(noted.certificateOn.slice(0, 4)) + 5}${noted.certificateOn.slice(4)}`;
  const later = new Date(`${addDays(runsOut, -30)}T08:00:00Z`);
  await moveTo(later);
  await remindOfProofs(staged.server);
  expect(await mailTo('Lina')).toContain('Erweitertes Führungszeugnis');
  // Somebody new in the board: who has been there for years has a second factor by then.
  const newcomer = await account(staged, 'Berthold', 'admin');
  await moveTo(later);
  const trainers = await pageOf(newcomer, '/admin/trainers', desktop);
  await trainers
    .getByRole('row', { name: /Lina Muster/ })
    .getByText('Läuft bald ab')
    .waitFor();
  setClock();
});
