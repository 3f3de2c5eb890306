import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AgeList } from '#shared/courses/ageSeason/ageSeason.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { notifyOfAgeMisfits } from './service.ts';

let server: TestServer;
let departmentId: string;

beforeAll(async () => {
  setClock(new Date('2026-05-22T09:00:00Z'));
  server = await startServer();
});

beforeEach(async () => {
  setClock(new Date('2026-05-22T09:00:00Z'));
  departmentId = randomUUID();
  await server.sql("insert into department (id, club, name) values ($1, 'RWA', $2)", [departmentId, `Saison ${departmentId.slice(0, 8)}`]);
});

afterAll(async () => {
  setClock();
  await server.close();
});

/** A group since 2020 with birth years, every Monday. */
async function group(title: string, [from, to]: [number, number], places = 10): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, department_id, slug, number, kind, title, starts_on, status, registration, requires_guardian, places_max,
       age_min, age_max, age_reference, created_at, updated_at)
     values ($1, 'RWA', $2, $3, $3, 'permanent', $4, '2020-09-01', 'published', 'open', true, $5, $6, $7, 'birth_year', now(), now())`,
    [id, departmentId, `s-${id}`, title, places, from, to],
  );
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), $1, d::date, d + time '15:30', d + time '16:30'
     from generate_series('2025-09-01'::timestamp, '2026-09-28'::timestamp, interval '7 days') d`,
    [id],
  );
  server.outdate();
  return id;
}

/** A child born in 2017 with a seat. */
async function seated(parent: Client, courseId: string, firstname: string): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Saison', birthDate: '2017-06-03', gender: 'w' };
  const { id } = (await parent.post<OwnPerson>('/api/people/mine', person)).body;
  const { body } = await parent.post<{ id: string }[]>(`/api/courses/${courseId}/registrations`, { personIds: [id], acceptsTerms: true });
  return body[0]?.id ?? '';
}

const listOf = async (client: Client) => (await client.get<AgeList>('/api/age-season')).body;
const rowOf = async (client: Client, id: string) => (await listOf(client)).rows.find((row) => row.id === id);
const mailsAbout = (id: string, word: string) =>
  server.sql<{ subject: string; body: string }>(
    'select subject, body from outbox_mail where subject_id = $1 and subject like $2 order by id',
    [id, `%${word}%`],
  );
const decide = (client: Client, id: string, input: object) => client.post<ProblemBody>(`/api/age-season/${id}/decision`, input);

test('people who will be too old are listed from 60 days before the season, with suitable groups; the family is asked once, and no enrolment ends', async () => {
  const [minis, maxis] = [await group('Minis', [5, 8]), await group('Maxis', [9, 11])];
  const rosa = await server.signedIn('reader');
  const id = await seated(rosa, minis, 'Mila');
  const editor = await server.signedIn('editor');
  expect(await rowOf(editor, id)).toBeUndefined();
  setClock(new Date('2026-06-02T09:00:00Z'));
  const list = await listOf(await server.signedIn('editor'));
  expect([list.season, list.isAhead, list.day, list.lastDay]).toEqual([2026, true, '2026-08-01', '2026-07-31']);
  expect(list.rows.find((row) => row.id === id)).toMatchObject({
    reason: 'too_old',
    words: 'Zu alt: Jahrgänge 2018 bis 2021 (Saison 2026/27).',
    birthYear: 2017,
    choices: [{ courseId: maxis, free: 10 }],
    decision: null,
    toldAt: null,
  });
  await notifyOfAgeMisfits(server);
  expect(await mailsAbout(id, 'Saisonwechsel')).toEqual([]);
  setClock(new Date('2026-06-20T09:00:00Z'));
  await notifyOfAgeMisfits(server);
  await notifyOfAgeMisfits(server);
  const mails = await mailsAbout(id, 'Saisonwechsel');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body).toMatch(/„Maxis“[^]*\/registration\/[\w-]{40,}/);
  const again = await rowOf(await server.signedIn('editor'), id);
  expect(again?.toldAt).not.toBeNull();
  setClock(new Date('2026-08-02T09:00:00Z'));
  await notifyOfAgeMisfits(server);
  const [row] = await server.sql<{ state: string; leaves_on: string | null }>('select state, leaves_on from enrolment where id = $1', [id]);
  expect(row).toEqual({ state: 'confirmed', leaves_on: null });
  expect(await rowOf(await server.signedIn('editor'), id)).toMatchObject({ decision: null });
});

test('guests and trainers neither read nor decide; an exception requires a reason, is notified, applies to its season and can be withdrawn', async () => {
  const minis = await group('Minis', [5, 8]);
  const id = await seated(await server.signedIn('reader'), minis, 'Ben');
  setClock(new Date('2026-07-01T09:00:00Z'));
  for (const [client, status] of [
    [server.visitor(), 401],
    [await server.signedIn('trainer'), 403],
    [await server.signedIn('editor', 'SCB'), 404],
  ] as const)
    expect((await decide(client, id, { decision: 'kept', reason: 'hilft mit' })).status).toBe(status);
  const editor = await server.signedIn('editor');
  expect((await decide(editor, id, { decision: 'kept' })).body.fields).toMatchObject([{ path: 'reason' }]);
  expect((await decide(editor, id, { decision: 'ended', day: '2026-06-01' })).body.fields).toMatchObject([{ path: 'day' }]);
  expect((await decide(editor, id, { decision: 'moved', day: '2026-08-01' })).body.fields).toMatchObject([{ path: 'courseId' }]);
  expect((await decide(editor, id, { decision: 'kept', reason: 'hilft mit' })).status).toBe(200);
  expect((await decide(editor, id, { decision: 'ended', day: '2026-07-31' })).body.code).toBe('wrong-state');
  expect((await rowOf(editor, id))?.decision).toMatchObject({ kind: 'kept', reason: 'hilft mit', words: 'bleibt mit Ausnahme' });
  expect((await mailsAbout(id, 'Platz bleibt'))[0]?.body).toContain('Grund: hilft mit');
  await notifyOfAgeMisfits(server);
  expect(await mailsAbout(id, 'Saisonwechsel')).toEqual([]);
  expect((await editor.post(`/api/age-season/${id}/reopen`)).status).toBe(200);
  expect((await editor.post<ProblemBody>(`/api/age-season/${id}/reopen`)).body.code).toBe('wrong-state');
  expect((await rowOf(editor, id))?.decision).toBeNull();
  expect((await decide(editor, id, { decision: 'kept', reason: 'hilft mit' })).status).toBe(200);
  // In another season the question is open again.
  await server.sql('update age_check set season = season - 1 where enrolment_id = $1', [id]);
  expect((await rowOf(editor, id))?.decision).toBeNull();
});

test('a move takes effect on the first day of the season, an end on the last day; both are notified and recorded', async () => {
  const [minis, maxis] = [await group('Minis', [5, 8]), await group('Maxis', [9, 11])];
  const rosa = await server.signedIn('reader');
  const [ida, tom] = [await seated(rosa, minis, 'Ida'), await seated(rosa, minis, 'Tom')];
  setClock(new Date('2026-07-01T09:00:00Z'));
  const editor = await server.signedIn('editor');
  expect((await decide(editor, ida, { decision: 'moved', courseId: maxis, day: '2026-08-01' })).status).toBe(200);
  expect((await decide(editor, tom, { decision: 'ended', day: '2026-07-31', reason: 'zu groß für die Matten' })).status).toBe(200);
  const rows = await server.sql<{ id: string; leaves_on: string }>(
    'select id, leaves_on::text from enrolment where course_id = $1 order by registered_at',
    [minis],
  );
  expect(rows).toEqual([
    { id: ida, leaves_on: '2026-08-02' },
    { id: tom, leaves_on: '2026-07-31' },
  ]);
  expect((await rowOf(editor, ida))?.decision?.words).toBe('wechselt zu „Maxis“');
  expect((await rowOf(editor, tom))?.decision?.words).toBe('endet am 31.07.2026');
  expect((await mailsAbout(tom, 'Kündigung zum 31.07.2026'))[0]?.body).toContain('zu groß für die Matten');
  // One mail tells of the change and is the ticket of the new group, without a date before its first day.
  const told = await server.sql<{ body: string; attachments: { text: string }[] }>(
    "select body, attachments from outbox_mail where recipient = 'reader@rwa.test' and subject in ('Wechsel: Minis → Maxis', 'Angemeldet: Maxis')",
  );
  expect(told).toHaveLength(1);
  expect(told[0]?.body).toContain('Nächster Termin: Montag, 03.08.2026');
  expect(/BEGIN:VEVENT[^]*?DTSTART[^:]*:(\d{8})/.exec(told[0]?.attachments[0]?.text ?? '')?.[1]).toBe('20260803');
  // After the undo the question is open again.
  expect((await editor.post(`/api/participants/${ida}/move/undo`)).status).toBe(200);
  expect((await rowOf(editor, ida))?.decision).toBeNull();
});

test('proposals are accepted in bulk while seats are free; the others are listed with the reason', async () => {
  const [minis, maxis] = [await group('Minis', [5, 8]), await group('Maxis', [9, 11], 1)];
  const rosa = await server.signedIn('reader');
  const ids = [await seated(rosa, minis, 'Ada'), await seated(rosa, minis, 'Bo')];
  setClock(new Date('2026-07-01T09:00:00Z'));
  const admin = await server.signedIn('admin');
  const { body } = await admin.post<{ moved: number; failed: { id: string; why: string }[] }>('/api/age-season/proposals', {
    ids,
    day: '2026-08-01',
  });
  expect(body).toMatchObject({ moved: 1, failed: [{ id: ids[1], why: expect.stringContaining('voll') }] });
  const seats = await server.sql('select id from enrolment where course_id = $1', [maxis]);
  expect(seats).toHaveLength(1);
  const { text } = await admin.get('/api/age-season/export?format=csv');
  expect(text).toContain('Zu alt: Jahrgänge 2018 bis 2021');
});
