import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays, germanDate, localOf, weekdayOf } from '../../src/shared/kernel/calendar.ts';
import type { EditedCourse } from '../../src/shared/courses/courseShapes.ts';
import { phone, stage } from '../e2e/person.ts';
import type { Client } from '../harness.ts';
import { account } from './account.ts';
import { startEmpty } from './empty.ts';

// An ordinary week of one group, on the phones of a mother and of the trainer; the product was empty before.
const staged = stage(phone, startEmpty);
const tomorrow = addDays(localOf(new Date()).date, 1);
let mother: Client;
let trainer: Client;
let group = '';

beforeAll(async () => {
  const editor = await account(staged, 'Edda', 'editor');
  [trainer, mother] = [await account(staged, 'Till', 'trainer'), await account(staged, 'Mira', 'reader')];
  const self = { club: 'RWA', relation: 'self', firstname: 'Till', lastname: 'Mustermann', birthDate: '1988-02-03', gender: 'x' };
  const { body: till } = await trainer.post<{ id: string }>('/api/people/mine', self);
  const { body: draft } = await editor.post<EditedCourse>('/api/manage/courses', {
    kind: 'course',
    title: 'Handball-Minis',
    startsOn: tomorrow,
    endsOn: addDays(tomorrow, 15),
    holidayMode: 'keep',
    slots: [{ weekday: weekdayOf(tomorrow), startTime: '16:30', endTime: '17:30', place: 'Turnhalle Süd', facilityId: null, unitIds: [] }],
    prices: [{ category: 'non_member', cents: 0 }],
    trainers: [{ personId: till.id, role: 'lead' }],
    contactName: 'Edda Mustermann',
    contactEmail: 'edda@familie.example',
  });
  const { id, version, slug } = draft;
  expect((await editor.post(`/api/manage/courses/${id}/status`, { to: 'published', version })).status).toBe(200);
  group = `/id/${slug}`;
});

/** The phone of somebody who is signed in. */
async function phoneOf({ cookies }: Client): Promise<Page> {
  const page = await staged.visit();
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, domain: 'rwa.localhost', path: '/' })));
  return page;
}

/** The list of tomorrow, from the dates on the trainer's phone. */
async function openList(page: Page): Promise<void> {
  await page.goto('/admin/mobile/eventList');
  await page.getByText('Handball-Minis').first().click();
  await page.getByRole('button', { name: 'Alle da' }).waitFor();
}

const said = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();

test('a mother enters her two children and whom to call for them, and both are in the group', async () => {
  const page = await phoneOf(mother);
  await page.goto(group);
  for (const firstname of ['Mila', 'Ben']) {
    if (firstname === 'Ben') await page.getByRole('button', { name: 'Weitere Person eintragen' }).click();
    await page.getByLabel('mein Kind').check();
    await page.getByLabel('Vorname').fill(firstname);
    await page.getByLabel('Nachname').fill('Mustermann');
    await page.getByLabel('Geburtsdatum (TT.MM.JJJJ)').fill('04.05.2018');
    await page.getByLabel('Notfallnummer').fill('0171 1234567');
    await page.getByLabel('wird abgeholt').check();
    await page.getByRole('button', { name: 'Eintragen', exact: true }).click();
    await page.getByLabel(new RegExp(`^${firstname} Mustermann,`)).check();
  }
  await page.getByLabel('Ich melde verbindlich an').check();
  await page.getByRole('button', { name: 'Verbindlich anmelden' }).click();
  await said(page, 'Ben Mustermann ist angemeldet.');
});

test('a mother excuses one child with a tap and the other for some days, and sees what stands', async () => {
  const page = await phoneOf(mother);
  await page.goto('/');
  await page.getByRole('link', { name: 'Meine Übersicht' }).first().click();
  await page.getByRole('heading', { name: /^Morgen, / }).waitFor();
  await page.getByRole('button', { name: 'Mila entschuldigen: Handball-Minis' }).first().click();
  await said(page, 'Mila kommt nicht');
  await page.getByRole('button', { name: /^Abwesend von/ }).click();
  await page.getByLabel('Ben Mustermann').check();
  await page.getByLabel('Von', { exact: true }).fill(germanDate(tomorrow));
  await page.getByLabel('Bis', { exact: true }).fill(germanDate(addDays(tomorrow, 4)));
  await page.getByText('Betrifft einen Termin.').waitFor();
  await page.getByRole('button', { name: 'Entschuldigen', exact: true }).click();
  await said(page, 'Ben kommt nicht');
  await page.getByRole('button', { name: /^Rückgängig: Ben/ }).click();
  await expect.poll(() => page.getByText('Ben kommt nicht', { exact: true }).count()).toBe(0);
});

test('the trainer sees who does not come before anything else, with a number to call; everybody else is there at one tap', async () => {
  const page = await phoneOf(trainer);
  await page.goto('/admin/mobile/eventList');
  await page.getByText('1 von 2 erwartet · 1 entschuldigt').first().waitFor();
  await openList(page);
  expect(await page.getByRole('listitem').first().innerText()).toMatch(/^Mila Mustermann \d+ J\.\s*kommt nicht/);
  await page.getByText('Mila Mustermann').first().click();
  expect(
    await page
      .getByRole('link', { name: /^Notfall/ })
      .first()
      .getAttribute('href'),
  ).toBe('tel:01711234567');
  await page.getByRole('button', { name: 'Alle da' }).click();
  await page.getByText('1 von 2').first().waitFor();
  expect(await page.getByRole('button', { name: 'Abschließen ab 16:30 Uhr' }).isDisabled()).toBe(true);
  await expect
    .poll(async () => (await staged.server.sql<{ state: string }>('select state from attendance')).map(({ state }) => state))
    .toEqual(['present']);
});

test('a date is called off by mistake and back before anybody hears of it; called off in earnest and put back, the family reads both', async () => {
  const mails = () =>
    staged.server.sql<{ subject: string }>(
      "select subject from outbox_mail where recipient = 'mira@familie.example' and subject like 'F%' order by id",
    );
  const page = await phoneOf(trainer);
  const family = await phoneOf(mother);
  await openList(page);
  const callOff = async () => {
    await page.getByRole('button', { name: 'Stunde absagen' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 Angemeldete erhalten sofort eine Mail.').waitFor();
    await dialog.getByLabel('Halle gesperrt').check();
    await dialog.getByLabel('Eigene Worte').fill('Wasserschaden im Umkleideraum');
    await dialog.getByRole('button', { name: 'Stunde absagen' }).click();
  };
  await callOff();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('Niemand wurde benachrichtigt').waitFor();
  expect(await mails()).toEqual([]);
  await callOff();
  await family.goto('/me');
  await family.getByText('Fällt aus: Halle gesperrt. Wasserschaden im Umkleideraum').first().waitFor();
  // The moment in which it can be taken back is over, and the mails have left.
  await staged.server.sql("update outbox_mail set state = 'sent' where subject like 'Fällt aus%'");
  await page.getByRole('button', { name: 'Hinweis schließen' }).first().click();
  await page.getByRole('button', { name: 'Absage zurücknehmen' }).click();
  await page.getByText('Die Stunde findet doch statt').waitFor();
  const words = (await mails()).map(({ subject }) => subject.split(':')[0]);
  expect(words).toEqual(['Fällt aus', 'Findet doch statt']);
  await family.goto('/me');
  await family.getByRole('button', { name: 'Ben entschuldigen: Handball-Minis' }).first().waitFor();
});
