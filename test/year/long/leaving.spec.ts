import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '../../../src/shared/courses/courseShapes.ts';
import { addDays, germanDate, localOf, weekdayOf } from '../../../src/shared/kernel/calendar.ts';
import { endUndo } from '../../../src/server/courses/enrolments/service.ts';
import { setClock } from '../../../src/server/platform/process/clock.ts';
import { phone, stage } from '../../e2e/person.ts';
import type { Client } from '../../harness.ts';
import { account } from '../account.ts';
import { startEmpty } from '../empty.ts';

// Seats change hands, on the phones of three families; the product was empty before. Each journey goes on where the one before left it.
const staged = stage(phone, startEmpty);
const tomorrow = addDays(localOf(new Date()).date, 1);
let olga: Client;
let mira: Client;
let nina: Client;

async function child(parent: Client, firstname: string): Promise<string> {
  const who = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Muster', birthDate: '2018-05-04', gender: 'x' };
  return (await parent.post<{ id: string }>('/api/people/mine', { ...who, emergencyPhone: '0171 1234567', goesHome: 'collected' })).body.id;
}

beforeAll(async () => {
  const editor = await account(staged, 'Edda', 'editor');
  const till = await account(staged, 'Till', 'trainer');
  const self = { club: 'RWA', relation: 'self', firstname: 'Till', lastname: 'Muster', birthDate: '1988-02-03', gender: 'x' };
  const { body: lead } = await till.post<{ id: string }>('/api/people/mine', { ...self, emergencyPhone: '' });
  const trainers = [{ personId: lead.id, role: 'lead' }];
  const slots = (day: string) => [{ weekday: weekdayOf(day), startTime: '16:30', endTime: '17:30', place: 'Turnhalle Süd' }];
  const offer = async (fields: { title: string; startsOn: string; [field: string]: unknown }) => {
    const common = {
      contactName: 'Edda Muster',
      contactEmail: 'edda@familie.example',
      trainers,
      holidayMode: 'keep',
      slots: slots(fields.startsOn),
    };
    const { body } = await editor.post<EditedCourse>('/api/manage/courses', { ...common, ...fields });
    const { id, version } = body;
    expect((await editor.post(`/api/manage/courses/${id}/status`, { to: 'published', version })).status).toBe(200);
    return id;
  };
  const price = (cents: number, per: string) => [{ category: 'non_member', cents, per }];
  const begins = addDays(tomorrow, 13);
  const course = { kind: 'course', startsOn: begins, endsOn: addDays(begins, 35) };
  const full = await offer({ ...course, title: 'Kinderturnen', placesMax: 1, prices: price(3600, 'course') });
  const running = { kind: 'course', startsOn: addDays(tomorrow, -21), endsOn: addDays(tomorrow, 14) };
  await offer({ ...running, title: 'Rückenfit', requiresGuardian: false, prices: price(6000, 'course') });
  const group = { kind: 'permanent', startsOn: addDays(tomorrow, -21) };
  const minis = await offer({ ...group, title: 'Minis', prices: price(1200, 'month') });
  await offer({ ...group, title: 'Maxis', prices: price(1500, 'month') });
  [olga, mira, nina] = [
    await account(staged, 'Olga', 'reader'),
    await account(staged, 'Mira', 'reader'),
    await account(staged, 'Nina', 'reader'),
  ];
  for (const [client, name] of [
    [olga, 'Ole'],
    [mira, 'Mila'],
    [nina, 'Nick'],
  ] as const) {
    const enrolled = await client.post(`/api/courses/${full}/registrations`, {
      personIds: [await child(client, name)],
      acceptsTerms: true,
    });
    expect(enrolled.status).toBe(200);
  }
  const personIds = [await child(mira, 'Ben')];
  // They have been in the group for two weeks.
  setClock(new Date(Date.now() - 14 * 24 * 60 * 60 * 1000));
  const other = await mira.post(`/api/courses/${minis}/registrations`, { personIds, acceptsTerms: true });
  setClock();
  expect(other.status).toBe(200);
});

/** A page on the phone of somebody who is signed in. */
async function phoneOf({ cookies }: Client, path: string): Promise<Page> {
  const page = await staged.visit();
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, domain: 'rwa.localhost', path: '/' })));
  await page.goto(path);
  return page;
}

const subjectsTo = async (name: string) =>
  (
    await staged.server.sql<{ subject: string }>('select subject from outbox_mail where recipient = $1 order by id', [
      `${name}@familie.example`,
    ])
  ).map(({ subject }) => subject);

/** Lets the ten minutes pass in which a cancellation can be undone. */
async function endMoment(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Das ist abgesagt' }).waitFor();
  await staged.server.sql("update enrolment set undo_until = now() - interval '1 minute' where undo_until is not null");
  await endUndo(staged.server);
}

test('who waits sees the own place and why; a seat that is left is offered to the first, and a slip of the thumb is taken back', async () => {
  const waiting = await phoneOf(nina, '/profile/enrolments');
  await waiting.getByText('Warteliste, Platz 2').waitFor();
  await waiting.getByText('Sie stehen in der Reihe für alle', { exact: false }).waitFor();

  const overview = await phoneOf(nina, '/profile');
  await overview
    .getByRole('link', { name: /Anmeldungen und Dienste/ })
    .getByText('1 wartet', { exact: true })
    .waitFor();

  const leaving = await phoneOf(olga, '/profile/enrolments');
  await leaving.getByRole('button', { name: 'Platz absagen …' }).click();
  await leaving.getByText('Heute kostet das nichts.').waitFor();
  await leaving.getByRole('button', { name: 'Platz kostenlos absagen' }).click();
  // By mistake: the seat is still hers, though two families wait for it.
  await leaving.getByRole('button', { name: 'Rückgängig' }).click();
  await leaving.getByRole('heading', { name: 'Alles ist wie vorher' }).waitFor();
  expect(await subjectsTo('mira')).not.toContain('Ein Platz ist frei: Kinderturnen');
  await leaving.getByRole('button', { name: 'Platz absagen …' }).click();
  await leaving.getByRole('button', { name: 'Platz kostenlos absagen' }).click();
  await endMoment(leaving);
  await expect.poll(() => subjectsTo('mira')).toContain('Ein Platz ist frei: Kinderturnen');

  const page = await phoneOf(mira, '/me');
  await page.getByRole('button', { name: 'Platz ablehnen' }).click();
  await page.getByText('lässt sich das zurücknehmen', { exact: false }).waitFor();
  // Nobody else has the seat meanwhile.
  expect(await subjectsTo('nina')).not.toContain('Ein Platz ist frei: Kinderturnen');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('36,00', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: /zahlungspflichtig/i }).click();
  await expect.poll(() => subjectsTo('mira')).toContain('Angemeldet: Kinderturnen');
  await waiting.reload();
  await waiting.getByText('Warteliste, Platz 1').waitFor();
});

test('the seat goes on to the next one, at the price that was shown', async () => {
  const page = await phoneOf(mira, '/profile/enrolments');
  await page.getByText('Mila Muster').first().waitFor();
  await page.getByRole('button', { name: 'Platz absagen …' }).click();
  await page.getByRole('button', { name: 'Platz kostenlos absagen' }).click();
  await endMoment(page);
  await expect.poll(() => subjectsTo('nina')).toContain('Ein Platz ist frei: Kinderturnen');
  const next = await phoneOf(nina, '/me');
  await next.getByText('36,00', { exact: false }).first().waitFor();
  await next.getByRole('button', { name: /zahlungspflichtig/i }).click();
  await expect.poll(() => subjectsTo('nina')).toContain('Angemeldet: Kinderturnen');
  await next.goto('/profile/enrolments');
  await next.getByText('angemeldet', { exact: true }).first().waitFor();
});

test('who joins a course late pays the share of the dates that are left, to the cent', async () => {
  const page = await phoneOf(nina, '/offers');
  await page.getByText('Rückenfit').first().click();
  await page.getByRole('checkbox', { name: /^Nick Muster/ }).check();
  await page.getByText('30,00', { exact: false }).first().waitFor();
  for (const box of await page.getByRole('checkbox', { name: /verbindlich/ }).all()) await box.check();
  await page.getByRole('button', { name: /zahlungspflichtig/i }).click();
  await expect.poll(() => subjectsTo('nina')).toContain('Angemeldet: Rückenfit');
  expect(await staged.server.latestMail('nina@familie.example')).toContain('Preis: 30,00\u00A0€');
});

test('the other child changes groups: from when and what it costs from when is read before, and it can be taken back', async () => {
  const page = await phoneOf(mira, '/profile/enrolments');
  const change = async () => {
    await page.getByRole('button', { name: 'Gruppe wechseln …' }).click();
    await page.getByRole('radio', { name: /^Maxis/ }).check();
    await page.getByText(`ab ${germanDate(tomorrow)} bei „Maxis“`, { exact: false }).waitFor();
    await page.getByText('15,00', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Zahlungspflichtig wechseln' }).click();
    await page.getByText(`Wechselt am ${germanDate(tomorrow)} zu „Maxis“.`).waitFor();
  };
  await change();
  expect(await subjectsTo('mira')).toContain('Wechsel: Minis → Maxis');
  await page.getByRole('button', { name: 'Wechsel zurücknehmen' }).first().click();
  await page.getByRole('button', { name: 'Gruppe wechseln …' }).waitFor();
  await expect.poll(() => subjectsTo('mira')).toContain('Wechsel zurückgenommen: Minis');
  await change();
  const rows = await staged.server.sql<{ title: string; state: string; leaves_on: string | null }>(
    `select c.title, e.state, e.leaves_on::text from enrolment e join course c on c.id = e.course_id
     where c.kind = 'permanent' and e.state = 'confirmed' order by e.registered_at`,
  );
  expect(rows).toEqual([
    { title: 'Minis', state: 'confirmed', leaves_on: addDays(tomorrow, -1) },
    { title: 'Maxis', state: 'confirmed', leaves_on: null },
  ]);
});
