import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventView } from '#shared/events/events.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // The events of the demo data are in the past.
  await server.sql("update event set starts_at = starts_at - interval '10 years', ends_at = ends_at - interval '10 years'");
});
afterAll(() => server.close());

const fest = { title: 'Sommerfest', kind: 'festival', startsAt: '2027-06-19T12:00:00Z', endsAt: '2027-06-19T20:00:00Z' };
const list = async (client: Client, query = '') =>
  (await client.get<EventView[]>(`/api/events?from=2027-06-01&to=2027-06-30${query}`)).body.map(({ title, club }) => `${club} ${title}`);

test('an event of 2020 is accepted only with a confirmation, and is kept as it is afterwards', async () => {
  const edda = await server.signedIn('editor');
  const past = { ...fest, title: 'Gründung', startsAt: '2020-01-01T09:00:00Z', endsAt: '2020-01-01T11:00:00Z' };
  const refused = await edda.post<ProblemBody>('/api/events', past);
  expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([422, 'isInPast']);
  const { body: made } = await edda.post<EventView>('/api/events', { ...past, isInPast: true });
  const change = (more: object) => edda.send('PUT', `/api/events/${made.id}`, { ...past, version: 1, ...more });
  expect((await change({ place: 'Anger' })).status).toBe(200);
  expect((await change({ version: 2, startsAt: '2019-12-31T09:00:00Z' })).status).toBe(422);
});

test('an editor announces an event, everybody reads it once it is published, GSV reads those of all clubs', async () => {
  expect((await server.visitor().post('/api/events', fest)).status).toBe(401);
  expect((await (await server.signedIn('trainer')).post('/api/events', fest)).status).toBe(403);
  const edda = await server.signedIn('editor');
  const made = (await edda.post<EventView>('/api/events', fest)).body;
  expect(made.state).toBe('draft');
  expect(await list(server.visitor())).toEqual([]);
  expect((await server.visitor().get(`/api/events/${made.id}`)).status).toBe(404);
  expect(await list(edda)).toEqual(['RWA Sommerfest']);
  expect(await list(await server.signedIn('editor', 'SCB'))).toEqual([]);
  const state = (of: string, version: number) => edda.send<EventView>('PUT', `/api/events/${made.id}/state`, { state: of, version });
  expect((await state('held', 1)).status).toBe(422);
  expect((await state('published', 1)).body.state).toBe('published');
  expect((await state('cancelled', 1)).status).toBe(409);
  expect(await list(server.visitor())).toEqual(['RWA Sommerfest']);
  expect(await list(server.visitor('SCB'))).toEqual([]);
  expect(await list(server.visitor('GSV'))).toEqual(['RWA Sommerfest']);
  const emil = await server.signedIn('editor', 'SCB');
  expect((await emil.send('PUT', `/api/events/${made.id}`, { ...fest, version: 2 })).status).toBe(404);
  expect((await edda.send('DELETE', `/api/events/${made.id}`)).status).toBe(403);
  expect((await (await server.signedIn('admin')).send('DELETE', `/api/events/${made.id}`)).status).toBe(200);
});

test('the HTML head of a public event contains its text and time, that of a draft only those of the club', async () => {
  const edda = await server.signedIn('editor');
  const later = { startsAt: '2028-06-19T12:00:00Z', endsAt: '2028-06-19T20:00:00Z' };
  const made = (
    await edda.post<EventView>('/api/events', { ...fest, ...later, title: 'Fest <b>', place: 'Anger', description: 'Mit </script> Musik' })
  ).body;
  const head = async () => (await server.visitor().get(`/events?termin=${made.id}`)).text;
  expect(await head()).not.toContain('Anger');
  await edda.send('PUT', `/api/events/${made.id}/state`, { state: 'published', version: 1 });
  const text = await head();
  expect(text).toContain('<meta property="og:title" content="Fest &lt;b&gt;">');
  expect(text).toContain('"description":"Mit \\u003c/script> Musik"');
  expect(text).toContain('"startDate":"2028-06-19T12:00:00.000Z"');
});

test('an end before the beginning is refused at its field', async () => {
  const edda = await server.signedIn('editor');
  const answer = await edda.post('/api/events', { ...fest, endsAt: fest.startsAt });
  expect([answer.status, answer.body.fields]).toEqual([422, [{ path: 'endsAt', message: 'Das Ende muss nach dem Beginn liegen.' }]]);
});

test('an event shows its picture with an alternative text', async () => {
  const edda = await server.signedIn('editor');
  const image = 'RWA/public/events/fest';
  const refused = await edda.post('/api/events', { ...fest, image, imageAlt: ' ' });
  expect([refused.status, refused.body.fields?.map(({ path }) => path)]).toEqual([422, ['imageAlt']]);
  const later = { startsAt: '2029-06-19T12:00:00Z', endsAt: '2029-06-19T20:00:00Z' };
  const made = (await edda.post<EventView>('/api/events', { ...fest, ...later, image, imageAlt: 'Ein Zelt' })).body;
  await edda.send('PUT', `/api/events/${made.id}/state`, { state: 'published', version: 1 });
  expect((await server.visitor().get<EventView>(`/api/events/${made.id}`)).body).toMatchObject({ image, imageAlt: 'Ein Zelt' });
  expect((await server.visitor().get(`/events?termin=${made.id}`)).text).toMatch(
    /property="og:image" content="\S+\/media\/960\/RWA\/public/,
  );
});

type Import = { rows: { title: string; result: string; message: string; startsAt: string | null }[]; created: number };

test('events are imported from CSV and .ics, first as a dry run, each row with its result, never twice', async () => {
  const edda = await server.signedIn('editor');
  const send = async (format: string, text: string, isDryRun: boolean) =>
    (await edda.post<Import>('/api/events/import', { format, text, isDryRun })).body;
  const csv =
    'Datum;Uhrzeit;Heim;Gast;Spielstätte\n20.06.2027;15:00;RWA I;SCB II;Stadion\n31.02.2027;15:00;RWA;TuS;Stadion\n21.06.27;;RWA;FC;\n20.06.2027;15:00;RWA I;SCB II;Stadion';
  const before = await server.sql('select count(*) from event');
  expect((await send('csv', csv, true)).rows.map(({ result }) => result)).toEqual(['new', 'refused', 'new', 'known']);
  expect(await server.sql('select count(*) from event')).toEqual(before);
  const real = await send('csv', csv, false);
  expect(real.created).toBe(2);
  expect(real.rows[0]).toMatchObject({ title: 'RWA I – SCB II', startsAt: '2027-06-20T13:00:00.000Z' });
  expect((await send('csv', csv, false)).created).toBe(0);
  const ics = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:eins@verband',
    'DTSTART:20270623T180000',
    'DTEND:20270623T200000',
    'SUMMARY:Staffeltag',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:zwei@verband',
    'DTSTART;VALUE=DATE:20270624',
    'DTEND;VALUE=DATE:20270626',
    'SUMMARY:Zeltlager',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:drei@verband',
    'DTSTART:20270625T180000Z',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  const read = await send('ics', ics, false);
  expect(read.rows.map(({ result }) => result)).toEqual(['new', 'new', 'refused']);
  expect(read.rows.map(({ startsAt }) => startsAt)).toEqual(['2027-06-23T16:00:00.000Z', '2027-06-23T22:00:00.000Z', null]);
  expect((await send('ics', ics, false)).created).toBe(0);
  expect((await send('ics', 'kein Kalender', false)).rows[0]?.message).toBe('Das ist keine Kalenderdatei (.ics).');
  expect((await list(edda)).toSorted()).toEqual(['RWA RWA I – SCB II', 'RWA RWA – FC', 'RWA Staffeltag', 'RWA Zeltlager']);
});

test('the start page has the next public events of the club, on GSV of all', async () => {
  await server.sql(
    `insert into event (id, club, title, kind, starts_at, ends_at, is_members_only, state) values
      (gen_random_uuid(), 'RWA', 'Gleich geht es los', 'other', now() + interval '1 minute', now() + interval '1 hour', false, 'published'),
      (gen_random_uuid(), 'RWA', 'Nur für Mitglieder', 'other', now() + interval '1 minute', now() + interval '1 hour', true, 'published'),
      (gen_random_uuid(), 'SCB', 'Gleich auch im Tal', 'other', now() + interval '1 minute', now() + interval '1 hour', false, 'published')`,
  );
  const titles = async (club: 'RWA' | 'GSV') =>
    (await server.visitor(club).get<{ data: { dates: { title: string }[] } }>('/payload/home.json')).body.data.dates.map(
      ({ title }) => title,
    );
  const ofRwa = await titles('RWA');
  expect(ofRwa[0]).toBe('Gleich geht es los');
  expect(ofRwa).not.toEqual(expect.arrayContaining(['Nur für Mitglieder', 'Gleich auch im Tal']));
  expect((await titles('GSV')).slice(0, 2).toSorted()).toEqual(['Gleich auch im Tal', 'Gleich geht es los']);
});

test('a list of days contains what overlaps its first or last day, and nothing that ends or begins at its midnights', async () => {
  const edda = await server.signedIn('editor');
  // In 2029 summer time begins on 25 March: the day of 23 hours is at the edge.
  const titles = async (from: string, to: string) =>
    (await edda.get<EventView[]>(`/api/events?from=${from}&to=${to}`)).body.map(({ title }) => title);
  const announce = (title: string, startsAt: string, endsAt: string) => edda.post('/api/events', { ...fest, title, startsAt, endsAt });
  await announce('ends with the midnight before', '2029-03-24T18:00:00Z', '2029-03-24T23:00:00Z');
  await announce('ends a minute after it', '2029-03-24T18:00:00Z', '2029-03-24T23:01:00Z');
  await announce('begins a minute before the midnight after', '2029-03-25T21:59:00Z', '2029-03-26T10:00:00Z');
  await announce('begins with it', '2029-03-25T22:00:00Z', '2029-03-26T10:00:00Z');
  await announce('lasts over all of it', '2029-03-20T10:00:00Z', '2029-03-30T10:00:00Z');
  expect((await titles('2029-03-25', '2029-03-25')).toSorted()).toEqual([
    'begins a minute before the midnight after',
    'ends a minute after it',
    'lasts over all of it',
  ]);
});

test('a list spans at most 800 days, and a reversed range is refused', async () => {
  const status = async (from: string, to: string) => (await server.visitor().get(`/api/events?from=${from}&to=${to}`)).status;
  expect([
    await status('2029-01-01', '2029-01-01'),
    await status('2029-01-02', '2029-01-01'),
    await status('2029-01-01', '2031-03-12'),
    await status('2029-01-01', '2031-03-13'),
  ]).toEqual([200, 400, 200, 400]);
});
