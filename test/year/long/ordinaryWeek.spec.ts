import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '../../../src/shared/courses/courseShapes.ts';
import { addDays, germanDate, localOf, weekdayOf } from '../../../src/shared/kernel/calendar.ts';
import { phone, stage } from '../../e2e/person.ts';
import { makeHall, type Hall } from '../../halls.ts';
import type { Client } from '../../harness.ts';
import { account } from '../account.ts';
import { pressesOf } from '../counted.ts';
import { startEmpty } from '../empty.ts';
import { typeDay } from '../founding.ts';

// An ordinary week of a trainer with three groups in a hall without reception; the product was empty before.
const staged = stage(phone, startEmpty);
const today = localOf(new Date()).date;
const tomorrow = addDays(today, 1);
const titles = ['Handball-Minis', 'Handball-Kids', 'Handball-Teens'] as const;
const shots = process.env['WEEK_SHOTS'];
const people: { [name: string]: Client } = {};
let hall: Hall;

beforeAll(async () => {
  for (const [firstname, role] of Object.entries({
    Anton: 'admin',
    Edda: 'editor',
    Till: 'trainer',
    Tara: 'trainer',
    Mira: 'reader',
  } as const))
    people[firstname] = await account(staged, firstname, role);
  hall = await makeHall(staged.server, 'RWA', { name: 'Turnhalle Süd' });
  const till = await self('Till');
  await self('Tara');
  const child = { club: 'RWA', relation: 'guardian', firstname: 'Mila', lastname: 'Muster', birthDate: '2018-05-04', gender: 'w' };
  const { body: mila } = await clientOf('Mira').post<{ id: string }>('/api/people/mine', {
    ...child,
    emergencyPhone: '0171 1234567',
    goesHome: 'collected',
  });
  for (const [at, title] of titles.entries()) {
    const slot = (weekday: number) => ({
      weekday,
      startTime: `${9 + at * 2}:00`.padStart(5, '0'),
      endTime: `${10 + at * 2}:00`,
      place: '',
      facilityId: hall.id,
      unitIds: hall.unitIds,
    });
    const { body, status, text } = await clientOf('Edda').post<EditedCourse>('/api/manage/courses', {
      kind: 'course',
      title,
      startsOn: today,
      endsOn: addDays(today, 15),
      holidayMode: 'keep',
      slots: [slot(weekdayOf(today)), slot(weekdayOf(tomorrow))],
      prices: [{ category: 'non_member', cents: 0 }],
      trainers: [{ personId: till, role: 'lead' }],
      contactName: 'Edda Muster',
      contactEmail: 'edda@familie.example',
    });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    const published = await clientOf('Edda').post(`/api/manage/courses/${body.id}/status`, { to: 'published', version: body.version });
    expect(published.status).toBe(200);
    const order = { personIds: [mila.id], acceptsTerms: true };
    expect((await clientOf('Mira').post(`/api/courses/${body.id}/registrations`, order)).status).toBe(200);
  }
});

function clientOf(firstname: string): Client {
  const client = people[firstname];
  if (!client) throw new Error(`Nobody is called ${firstname}.`);
  return client;
}

/** The own person of an account. */
async function self(firstname: string): Promise<string> {
  const values = { club: 'RWA', relation: 'self', firstname, lastname: 'Muster', birthDate: '1988-02-03', gender: 'x' };
  return (await clientOf(firstname).post<{ id: string }>('/api/people/mine', values)).body.id;
}

async function phoneOf(firstname: string): Promise<Page> {
  const page = await staged.visit();
  const { cookies } = clientOf(firstname);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, domain: 'rwa.localhost', path: '/' })));
  return page;
}

/** The subjects of the mails to a person. */
async function mailsTo(firstname: string): Promise<string[]> {
  const rows = await staged.server.sql<{ subject: string }>('select subject from outbox_mail where recipient = $1 order by id', [
    `${firstname}@familie.example`,
  ]);
  return rows.map(({ subject }) => subject);
}

async function shot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

test('attendance of three groups without a line, after one opening: each list is there with the number to call, and everything arrives once', async () => {
  const page = await phoneOf('Till');
  await page.goto('/admin/mobile/participantList');
  await page.getByText(/^Offline bereit: 3 Listen, \d\d:\d\d Uhr$/).waitFor();
  await page.context().setOffline(true);
  const presses = await pressesOf(page);
  await page.goto('/admin/mobile/participantList');
  await page.getByText('Diese Listen sind auf dem Telefon.').waitFor();
  await shot(page, 'offline-lists');
  for (const title of titles) {
    await page
      .getByRole('link', { name: new RegExp(title) })
      .first()
      .click();
    await page.getByText(/^Ohne Verbindung · Stand/).waitFor();
    await page.getByText('Mila Muster').first().click();
    const call = page.getByRole('link', { name: /^Notfall/ }).first();
    expect(await call.getAttribute('href')).toBe('tel:01711234567');
    await page.getByRole('button', { name: 'Alle da' }).click();
    await page.getByText('auf diesem Telefon gemerkt').waitFor();
    await shot(page, `offline-${title}`);
    await page.getByRole('link', { name: 'Zu den Terminen' }).click();
  }
  console.info(`three lists without a line: ${presses()} taps`);
  await page.context().setOffline(false);
  await page.goto('/admin/mobile/participantList');
  const marks = () =>
    staged.server.sql<{ title: string; state: string }>(
      'select c.title, a.state from attendance a join course_session s on s.id = a.session_id join course c on c.id = s.course_id order by s.starts_at',
    );
  await expect.poll(marks).toEqual(titles.map((title) => ({ title, state: 'present' })));
});

test('a trainer who is ill names a substitute with two taps, who finds the group among the own ones, with the number to call', async () => {
  const page = await phoneOf('Till');
  await page.goto('/admin/mobile/eventList');
  const presses = await pressesOf(page);
  await page.reload();
  await page.getByText('Handball-Minis').last().click();
  await page.getByRole('button', { name: 'Vertretung' }).click();
  await shot(page, 'substitute-choice');
  await page.getByRole('button', { name: 'Tara Muster' }).click();
  await page.getByText('Die Vertretung ist eingetragen.').waitFor();
  console.info(`substitute: ${presses()} taps from the dates`);
  await page.getByText('Vertretung: Tara Muster').first().waitFor();
  const tara = await phoneOf('Tara');
  await tara.goto('/admin/mobile/eventList');
  await tara.getByText('Handball-Minis').first().click();
  await tara.getByText('Mila Muster').first().click();
  expect(
    await tara
      .getByRole('link', { name: /^Notfall/ })
      .first()
      .getAttribute('href'),
  ).toBe('tel:01711234567');
  await shot(tara, 'substitute-list');
  expect(await mailsTo('tara')).toEqual([expect.stringMatching(/^Sie vertreten: Handball-Minis am /)]);
});

test('the hall is closed for tomorrow, from the board’s phone: trainer and families read it at once', async () => {
  const page = await phoneOf('Anton');
  await page.goto('/admin/facilities');
  await page.getByRole('button', { name: 'Turnhalle Süd', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Sperrzeiten', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Grund der Sperrzeit' }).fill('Wasserschaden');
  await typeDay(page, 'Erster Tag', germanDate(tomorrow));
  await typeDay(page, 'Letzter Tag', germanDate(tomorrow));
  await dialog.getByRole('button', { name: 'Wen trifft das?' }).click();
  await shot(page, 'closure');
  await dialog.getByRole('button', { name: 'Sperrzeit eintragen' }).click();
  await page.getByText(/Die Sperrzeit ist eingetragen, 3 Termine sind verdrängt\./).waitFor();
  await shot(page, 'closed');
  const closed = 'Turnhalle Süd (gesperrt, neuer Ort folgt)';
  const family = await phoneOf('Mira');
  await family.goto('/me');
  await family.getByText(closed).first().waitFor();
  await shot(family, 'me-after-closure');
  const till = await phoneOf('Till');
  await till.goto('/admin/mobile/eventList');
  await till.getByText(closed).first().waitFor();
  await shot(till, 'dates-after-closure');
  // No other hall is free: the trainer calls the date off, and the family reads it.
  await till.getByText('Handball-Minis').last().click();
  await till.getByRole('button', { name: 'Stunde absagen' }).first().click();
  await till.getByRole('dialog').getByLabel('Halle gesperrt').check();
  await till.getByRole('dialog').getByRole('button', { name: 'Stunde absagen' }).click();
  await family.getByText('Fällt aus: Halle gesperrt').first().waitFor();
  expect(await mailsTo('mira')).toContainEqual(expect.stringMatching(/^Fällt aus/));
  // The closure was entered by mistake: the halls of the other dates are back.
  await page.getByRole('button', { name: 'Sperrzeit löschen' }).click();
  await page.getByRole('dialog').last().getByRole('button').last().click();
  await shot(page, 'closure-deleted');
});
