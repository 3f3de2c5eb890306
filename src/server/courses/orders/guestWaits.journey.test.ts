import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { waitingSentence } from '#shared/courses/orders.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A course with one seat for 70.00 €. */
async function course(): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', 'Pilates', 1, $3, 'published', false, now(), now())`,
    [id, `gast-${id}`, addDays(localOf(new Date()).date, 30)],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 7000, 'course')", [id]);
  return id;
}

/** Enrols a guest, and returns the address of the enrolment behind the link of the mail. */
async function comes(id: string, firstname: string): Promise<string> {
  const email = `${firstname.toLowerCase()}-${randomUUID()}@gast.example`;
  const guest = { firstname, lastname: 'Gast', birthDate: '1990-01-01', email, acceptsTerms: true };
  expect((await server.visitor().post(`/api/courses/${id}/guests`, guest)).status).toBe(200);
  return `/api/registrations/${/registration\/([\w-]+)/.exec(await server.latestMail(email))?.[1]}`;
}

const read = async (at: string) => (await server.visitor().get<OwnEnrolment>(at)).body;
const answer = (at: string, action: string, quote?: string) => server.visitor().post<OwnEnrolment>(at, { action, ...(quote && { quote }) });
const leaves = async (at: string, id: string) => {
  await answer(at, 'cancel');
  await server.sql("update enrolment set undo_until = now() - interval '1 minute' where course_id = $1 and undo_until is not null", [id]);
};
const plain = (text = '') => text.replaceAll('\u00a0', ' ');

test('who comes onto the waiting list reads behind the link, before the press, that it is one and costs nothing', async () => {
  const id = await course();
  await answer(await comes(id, 'Erika'), 'confirm');
  const second = await comes(id, 'Zoe');
  const { step } = await read(second);
  expect([step?.sum, step?.button]).toEqual(['', 'Anmeldung bestätigen']);
  expect(step?.sentences).toEqual([
    expect.stringMatching(/^Vertragspartner: /),
    'Es ist alles belegt: Mit der Bestätigung stehen Sie kostenlos auf der Warteliste.',
    waitingSentence,
  ]);
  expect((await answer(second, 'confirm', step?.quote)).body).toMatchObject({ state: 'waitlisted', position: 1 });
});

test('a seat that becomes free before the press is never taken unasked: the price is shown first, and what was shown before books nothing', async () => {
  const id = await course();
  const first = await comes(id, 'Erika');
  await answer(first, 'confirm');
  const second = await comes(id, 'Zoe');
  const before = (await read(second)).step;
  await leaves(first, id);
  const { status, body } = await answer(second, 'confirm', before?.quote);
  expect([status, (body as { code?: string }).code]).toEqual([409, 'quote-changed']);
  const now = (await read(second)).step;
  expect([plain(now?.sum), now?.button]).toEqual(['Preis: 70,00 € für den Kurs', 'Zahlungspflichtig bestätigen']);
  expect((await answer(second, 'confirm', now?.quote)).body.state).toBe('confirmed');
});

test('who holds a seat gets it, though others have come onto the waiting list meanwhile', async () => {
  const id = await course();
  const holder = await comes(id, 'Erika');
  const waiting = await comes(id, 'Zoe');
  expect((await answer(waiting, 'confirm')).body.state).toBe('waitlisted');
  const { step } = await read(holder);
  expect(step?.button).toBe('Zahlungspflichtig bestätigen');
  expect((await answer(holder, 'confirm', step?.quote)).body.state).toBe('confirmed');
});
