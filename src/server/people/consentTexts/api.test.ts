import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ConsentText, PurposeTexts } from '#shared/people/consentTexts/contract.ts';
import { firstTexts } from '#shared/people/consentTexts/words.ts';
import type { OwnConsent } from '#shared/people/people.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let rosa: Client;
let mia = '';
beforeAll(async () => {
  server = await startServer();
  [anton, rosa] = [await server.signedIn('admin'), await server.signedIn('reader')];
  const [person] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Mia', 'Probemuster', '2016-02-03', now(), now()) returning id`,
  );
  mia = person?.id ?? '';
  const access = `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
    select id, $1, 'RWA', $2, 'board', now() from app_user where email = $3`;
  await server.sql(access, [mia, 'guardian', 'reader@rwa.test']);
  await server.sql(access, [mia, 'delegate', 'trainer@rwa.test']);
});
beforeEach(async () => {
  setClock(testTime);
  await server.sql('delete from consent_text');
  await server.sql('delete from consent where person_id = $1', [mia]);
  await server.outdate();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const anew = 'Fotos vom ganzen Vereinsleben dürfen auf der Website des Vereins stehen.';
const draft = { purpose: 'photo_web', text: anew, fromDay: '2026-11-22', asksAgain: true };
const write = (values: object = {}, client = anton) =>
  client.post<ConsentText & ProblemBody>('/api/consent-texts', { ...draft, ...values });
const read = async (client: Client, path = '') => (await client.get<PurposeTexts[]>(`/api/consent-texts${path}`)).body;
const photos = async (client = anton) => (await read(client)).find(({ purpose }) => purpose === 'photo_web');
const current = async (client: Client, club = 'RWA') =>
  (await client.get<{ photo_web: { version: number; text: string } }>(`/api/consent-texts/current?club=${club}`)).body.photo_web;
const agree = (purpose = 'photo_web', version = '1') =>
  server.sql(
    `insert into consent (id, club, person_id, purpose, text_version, granted_by_name, relation, granted_at, method)
     values (gen_random_uuid(), 'RWA', $1, $2, $3, 'Rosa', 'guardian', '2026-11-20T08:00:00Z', 'online')`,
    [mia, purpose, version],
  );
const own = async (client = rosa) =>
  (await client.get<OwnConsent[]>('/api/people/consents')).body.filter(({ personId }) => personId === mia);
const toDay = (day: string) => setClock(new Date(`${day}T08:00:00Z`));
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const fieldOf = ({ status, body }: Answer<ProblemBody>) => [status, body.fields?.[0]?.path];

test('only the board of the club writes and reads all versions; everybody reads the current text', async () => {
  const { body } = await write();
  const asks = (client: Client) => [
    client.get('/api/consent-texts'),
    client.post('/api/consent-texts', draft),
    client.send('DELETE', `/api/consent-texts/${body.id}`),
  ];
  const statuses = async (client: Client) => (await Promise.all(asks(client))).map(({ status }) => status);
  expect(await statuses(server.visitor())).toEqual([401, 401, 401]);
  for (const role of ['reader', 'trainer', 'editor'] as const) expect(await statuses(await server.signedIn(role))).toEqual([403, 403, 403]);
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get('/api/consent-texts?club=RWA')).status).toBe(404);
  expect((await write({ club: 'RWA' }, alma)).status).toBe(404);
  expect((await alma.send('DELETE', `/api/consent-texts/${body.id}`)).status).toBe(404);
  expect(await current(server.visitor())).toEqual({ version: 1, text: firstTexts.photo_web });
  expect((await photos())?.versions).toHaveLength(2);
});

test('a new version applies from its day on, in its own club only, and the earlier one can still be read', async () => {
  const { body } = await write();
  expect(body).toMatchObject({ version: 2, text: anew, isUpcoming: true, createdBy: expect.stringContaining('Anton') });
  expect(await current(rosa)).toEqual({ version: 1, text: firstTexts.photo_web });
  toDay('2026-11-22');
  expect(await current(rosa)).toEqual({ version: 2, text: anew });
  expect(await current(rosa, 'SCB')).toEqual({ version: 1, text: firstTexts.photo_web });
  expect((await photos())?.versions.map(({ version, isUpcoming }) => [version, isUpcoming])).toEqual([
    [2, false],
    [1, false],
  ]);
  const [entry] = await server.sql<{ content: string }>(
    "select content from audit where action = 'consentTexts.manage' order by id desc limit 1",
  );
  expect(entry?.content).toBe('Neue Fassung 2 ab 22.11.2026: Fotos auf der Website');
});

test('today, an empty text, the same text and a second pending version are refused at their fields', async () => {
  expect(fieldOf(await write({ fromDay: '2026-11-21' }))).toEqual([422, 'fromDay']);
  expect(fieldOf(await write({ text: '  ' }))).toEqual([422, 'text']);
  expect(fieldOf(await write({ text: firstTexts.photo_web }))).toEqual([422, 'text']);
  expect((await write()).status).toBe(200);
  expect(fieldOf(await write({ fromDay: '2026-12-24' }))).toEqual([422, 'fromDay']);
});

test('of two concurrent writes one is refused, and no number is used twice', async () => {
  const alina = await server.signedIn('super', 'RWA');
  const answers = await Promise.all([write(), write({ text: 'Ganz anders.', club: 'RWA' }, alina)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect((await photos())?.versions.map(({ version }) => version)).toEqual([2, 1]);
});

test('a version is withdrawn before its day and never after it', async () => {
  const { body } = await write();
  const takeBack = () => anton.send('DELETE', `/api/consent-texts/${body.id}`);
  toDay('2026-11-22');
  expect(codeOf(await takeBack())).toEqual([409, 'wrong-state']);
  setClock(testTime);
  expect((await takeBack()).status).toBe(200);
  expect(codeOf(await takeBack())).toEqual([404, 'not-found']);
});

test('people who agreed before are asked by a version that requires it, and keep the earlier text until they answer', async () => {
  await agree();
  await write();
  expect(await own()).toMatchObject([{ textVersion: '1', text: firstTexts.photo_web, asked: null }]);
  toDay('2026-11-22');
  const [asked] = await own();
  expect(asked).toMatchObject({ textVersion: '1', text: firstTexts.photo_web, asked: { version: 2, text: anew } });
  // A delegate of the child cannot answer for it.
  const till = await server.signedIn('trainer');
  expect(await own(till)).toMatchObject([{ asked: null }]);
  expect(codeOf(await till.post(`/api/people/consents/${asked?.id}/renewal`, { version: 2 }))).toEqual([409, 'wrong-state']);
  expect(codeOf(await rosa.post(`/api/people/consents/${asked?.id}/renewal`, { version: 3 }))).toEqual([409, 'conflict']);
  const stranger = await server.signedIn('reader', 'SCB');
  expect((await stranger.post(`/api/people/consents/${asked?.id}/renewal`, { version: 2 })).status).toBe(404);
  const twice = await Promise.all([1, 2].map(() => rosa.post(`/api/people/consents/${asked?.id}/renewal`, { version: 2 })));
  // The second of two concurrent requests waits and finds the consent answered or no longer due.
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(codeOf(await rosa.post(`/api/people/consents/${asked?.id}/renewal`, { version: 2 }))).toEqual([409, 'wrong-state']);
  expect(await own()).toMatchObject([{ textVersion: '2', text: anew, asked: null, grantedByName: expect.stringContaining('Rosa') }]);
  expect(await server.sql('select 1 from consent where person_id = $1', [mia])).toHaveLength(2);
  expect((await photos())?.agreed).toContainEqual({ version: 2, people: 1 });
});

test('a version that only changes its wording asks nobody; one after it also asks those of the version before it', async () => {
  await agree();
  await write({ asksAgain: false });
  toDay('2026-11-23');
  expect(await own()).toMatchObject([{ asked: null }]);
  await write({ text: 'Noch weiter.', fromDay: '2026-11-24' });
  toDay('2026-11-25');
  expect(await own()).toMatchObject([{ asked: { version: 3, text: 'Noch weiter.' } }]);
});

test('a withdrawal by the person or the board ends every agreed version, and deletes a health note', async () => {
  await agree();
  await agree('photo_web', '2');
  await agree('health_note');
  await server.sql("insert into care_note (person_id, club, health_note, updated_at) values ($1, 'RWA', 'Asthma', now())", [mia]);
  const idOf = async (purpose: string) => (await own()).find((one) => one.purpose === purpose)?.id;
  expect((await anton.post(`/api/privacy/consents/${await idOf('photo_web')}/withdraw`, {})).status).toBe(200);
  expect((await own()).map(({ purpose }) => purpose)).toEqual(['health_note']);
  expect((await anton.post(`/api/privacy/consents/${await idOf('health_note')}/withdraw`, {})).status).toBe(200);
  expect(await own()).toEqual([]);
  expect(await server.sql('select health_note from care_note where person_id = $1', [mia])).toEqual([{ health_note: null }]);
});

test("agreeing now refers to today's text, which is part of the data export", async () => {
  await write();
  toDay('2026-11-22');
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, created_at, updated_at)
     values ($1, 'RWA', 'fassung', 'fassung', 'course', 'Turnen', 5, '2027-01-11', 'published', now(), now())`,
    [id],
  );
  await server.sql("insert into course_price (course_id, category, cents) values ($1, 'child', 0), ($1, 'reduced', 0)", [id]);
  const signUp = { personIds: [mia], acceptsTerms: true, allowsPhotos: true };
  expect((await rosa.post(`/api/courses/${id}/registrations`, signUp)).status).toBe(200);
  expect((await own()).map(({ purpose, textVersion, text }) => [purpose, textVersion, text]).toSorted()).toEqual([
    ['guardian_participation', '1', null],
    ['photo_web', '2', anew],
    ['terms', '1', null],
  ]);
  const { text } = await anton.get(`/api/privacy/people/${mia}/export`);
  expect(text).toContain(anew);
});

test('of age, people are asked again for what their parents agreed to; their own answer settles it', async () => {
  const till = await server.signedIn('trainer');
  const [grown] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id join person p on p.id = a.person_id
     where u.email = 'trainer@rwa.test' and a.relation = 'self' and a.ended_at is null and p.club = 'RWA'`,
  );
  const photo = async () =>
    (await till.get<OwnConsent[]>('/api/people/consents')).body.find((one) => one.personId === grown?.id && one.purpose === 'photo_web');
  await server.sql('delete from consent where person_id = $1', [grown?.id]);
  await server.sql(
    `insert into consent (id, club, person_id, purpose, text_version, granted_by_name, relation, granted_at, method)
     values (gen_random_uuid(), 'RWA', $1, 'photo_web', '1', 'Mutter', 'guardian', '2020-11-20T08:00:00Z', 'online')`,
    [grown?.id],
  );
  const born = (day: string) => server.sql('update person set birth_date = $2 where id = $1', [grown?.id, day]);
  const asked = async () => (await photo())?.asked;
  await born('2009-06-01');
  expect(await asked()).toBeNull();
  await born('2008-01-01');
  expect(await asked()).toMatchObject({ version: 1 });
  expect((await till.post(`/api/people/consents/${(await photo())?.id}/renewal`, { version: 1 })).status).toBe(200);
  expect(await asked()).toBeNull();
});

test("parents allow photos of a member at any time, in today's version; no delegate, no stranger, and not twice", async () => {
  const till = await server.signedIn('trainer');
  type Offered = { personId: string; purpose: string; version: number };
  const offered = async (client: Client) =>
    (await client.get<Offered[]>('/api/people/consents/offered')).body.filter(({ personId }) => personId === mia);
  expect(await offered(rosa)).toEqual([]);
  await server.sql(
    `insert into member (id, club, person_id, member_no, status, kind, joined_on)
     values (gen_random_uuid(), 'RWA', $1, 'X-77', 'active', 'active', '2024-01-01')`,
    [mia],
  );
  expect((await offered(rosa)).map(({ purpose }) => purpose)).toEqual(['photo_web', 'photo_print', 'newsletter']);
  expect(await offered(till)).toEqual([]);
  const give = (values: object, client = rosa) =>
    client.post('/api/people/consents', { personId: mia, purpose: 'photo_web', version: 1, ...values });
  expect((await give({}, till)).status).toBe(404);
  expect((await give({}, await server.signedIn('reader', 'SCB'))).status).toBe(404);
  expect(codeOf(await give({ version: 2 }))).toEqual([409, 'conflict']);
  expect((await give({ purpose: 'terms' })).status).toBe(422);
  const twice = await Promise.all([1, 2].map(() => give({})));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await own()).toMatchObject([{ purpose: 'photo_web', grantedByName: expect.any(String), mayWithdraw: true }]);
  // Withdrawn by mistake: the consent can be given again.
  const [given] = await own();
  const withdrawals = await Promise.all([1, 2].map(() => rosa.post(`/api/people/consents/${given?.id}/withdrawal`)));
  expect(withdrawals.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(codeOf(await rosa.post(`/api/people/consents/${given?.id}/withdrawal`))).toEqual([409, 'wrong-state']);
  expect((await offered(rosa)).map(({ purpose }) => purpose)).toContain('photo_web');
});
