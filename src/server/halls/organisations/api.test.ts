import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
import type { DoorPlan } from '#shared/halls/halls.ts';
import type { Organisation, OrganisationImportRow } from '#shared/halls/organisations.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { makeHall } from '#test/halls.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let armin: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  armin = await server.signedIn('admin', 'GSV');
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Saved = Answer<Organisation & Pick<ProblemBody, 'code' | 'fields'>>;

let made = 0;
const school = (more: object = {}) => ({
  name: `Grundschule ${++made}`,
  kind: 'school',
  contacts: [{ name: 'Sabine Schule', email: `schule${made}@example.test` }],
  ...more,
});
const create = (values: object, client = armin): Promise<Saved> => client.post('/api/organisations', values);
const list = async (client: Client, query = '') => (await client.get<Organisation[]>(`/api/organisations${query}`)).body;
const faultOf = ({ body }: Answer<Partial<ProblemBody>>) => body.fields?.map(({ path, message }) => `${path}: ${message}`);
const change = ({ id, version, contacts, name, kind }: Organisation, values: object): Promise<Saved> =>
  armin.send('PUT', `/api/organisations/${id}`, { name, kind, contacts, version, ...values });

test('only the board reads and writes the directory, and only that of its club', async () => {
  const one = (await create(school())).body;
  const writes: [method: string, url: string, body?: object][] = [
    ['GET', '/api/organisations?club=GSV'],
    ['POST', '/api/organisations', { ...school(), club: 'GSV' }],
    ['PUT', `/api/organisations/${one.id}`, { ...school(), version: 1 }],
    ['POST', `/api/organisations/${one.id}/archiving`, { version: 1 }],
    ['POST', '/api/organisations/import', { club: 'GSV', text: 'Neu;Schule;;;', isDryRun: false }],
  ];
  const before = await server.sql('select * from organisation order by id');
  const foreign = await server.signedIn('admin', 'RWA');
  for (const [method, url, sent] of writes) {
    expect((await server.visitor('GSV').send(method, url, sent)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor'] as const)
      expect((await (await server.signedIn(role, 'GSV')).send(method, url, sent)).status).toBe(403);
    expect((await foreign.send(method, url, sent)).status).toBe(404);
  }
  expect(await server.sql('select * from organisation order by id')).toEqual(before);
  expect((await list(foreign)).filter(({ managerClub }) => managerClub !== 'RWA')).toEqual([]);
});

test('the clubs of the portal are listed from the beginning, and keep their name and kind', async () => {
  const clubs = (await list(armin)).filter(({ club }) => club !== null);
  expect(clubs.map(({ club }) => club).toSorted()).toEqual(['GSV', 'RWA', 'SCB']);
  const [first] = clubs;
  if (!first) throw new Error('no club');
  expect(faultOf(await change(first, { name: 'Anders' }))).toEqual(['name: Name und Art eines Vereins im Portal stehen fest.']);
  expect((await change(first, { note: 'Ruft gern an' })).body.note).toBe('Ruft gern an');
  expect((await create({ name: 'Vierter Verein', kind: 'portalClub' })).status).toBe(422);
});

test('a name is unique, a stale edit is refused, and omitted contacts end', async () => {
  const one = (
    await create(
      school({
        contacts: [
          { name: 'Eins', email: 'eins@example.test' },
          { name: 'Zwei', email: 'zwei@example.test', maySign: false },
        ],
      }),
    )
  ).body;
  expect(faultOf(await create(school({ name: one.name.toUpperCase() })))).toEqual([
    'name: Eine Organisation mit diesem Namen gibt es schon.',
  ]);
  expect(
    faultOf(await create(school({ contacts: [one.contacts[0], one.contacts[0]].map((c) => ({ name: c?.name, email: c?.email })) }))),
  ).toEqual(['contacts.1.email: Diese Adresse steht schon hier.']);
  const kept = one.contacts.filter(({ name }) => name === 'Zwei');
  const changed = await change(one, { contacts: kept, priorityClass: 1 });
  expect(changed.body).toMatchObject({ contacts: [{ name: 'Zwei', maySign: false }], priorityClass: 1, version: 2 });
  expect((await change(one, { contacts: kept })).body.code).toBe('conflict');
  expect(
    await server.sql('select name, ended_on::text from organisation_contact where organisation_id = $1 order by name', [one.id]),
  ).toEqual([
    { name: 'Eins', ended_on: '2026-11-21' },
    { name: 'Zwei', ended_on: null },
  ]);
});

test('a table of organisations is previewed first, and then the valid lines are imported', async () => {
  const known = (await create(school())).body;
  const text = [
    'Name;Art;Kontakt;E-Mail;Telefon',
    `${known.name};Schule;;;`,
    'VHS Auenfeld;Volkshochschule;Vera;vera@vhs.test;0123',
    'Ohne Art;Raumfahrt;;;',
    'Ohne Adresse;Firma;Fritz;;',
    'VHS Auenfeld;;;;',
    'TV Nord;Verein;;;',
    'Abendschule;VHS;;;',
  ].join('\n');
  const read = async (isDryRun: boolean) =>
    (await armin.post<{ rows: OrganisationImportRow[] }>('/api/organisations/import', { text, isDryRun })).body.rows;
  const dry = await read(true);
  expect(dry.map(({ line, result }) => [line, result])).toEqual([
    [2, 'known'],
    [3, 'new'],
    [4, 'refused'],
    [5, 'refused'],
    [6, 'known'],
    [7, 'new'],
    [8, 'new'],
  ]);
  expect((await list(armin)).some(({ name }) => name === 'VHS Auenfeld')).toBe(false);
  expect(await read(false)).toEqual(dry);
  // In the words of people's own lists, too.
  const kindOf = async (wanted: string) => (await list(armin)).find(({ name }) => name === wanted)?.kind;
  expect([await kindOf('TV Nord'), await kindOf('Abendschule')]).toEqual(['club', 'adultEducation']);
  const vhs = (await list(armin)).find(({ name }) => name === 'VHS Auenfeld');
  expect(vhs).toMatchObject({ kind: 'adultEducation', contacts: [{ name: 'Vera', email: 'vera@vhs.test', phone: '0123' }] });
});

test('the manager books for an organisation: its name is in every plan, the title is hidden elsewhere, and its club is required', async () => {
  const hall = await makeHall(server, 'GSV');
  const one = (await create(school())).body;
  const booking = {
    facilityId: hall.id,
    unitIds: hall.unitIds,
    title: 'Klasse 3b',
    kind: 'school',
    date: '2026-12-01',
    startTime: '10:00',
    endTime: '11:00',
    organisationId: one.id,
  };
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.post('/api/bookings', booking)).status).toBe(403);
  const unknown = { ...booking, organisationId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' };
  expect((await armin.post('/api/bookings', unknown)).status).toBe(422);
  const booked = await armin.post<BookingView>('/api/bookings', booking);
  expect(booked.body).toMatchObject({ club: 'GSV', holder: one.name, state: 'approved' });
  const refused = await alma.post<ProblemBody>('/api/bookings', { ...booking, organisationId: null });
  expect(refused.body.code).toBe('occupied');
  expect(refused.text).toContain(one.name);
  expect(refused.text).not.toContain('Klasse 3b');
  const plan = await alma.get<{ bookings: BookingView[] }>(`/api/bookings/plan?from=2026-12-01&to=2026-12-01&facility=${hall.id}`);
  expect(plan.body.bookings).toMatchObject([{ holder: one.name, title: null, contactPerson: null }]);
  const door = await server.visitor('GSV').get<DoorPlan>(`/api/halls/${hall.slug}?date=2026-12-01`);
  expect(door.body.entries).toMatchObject([{ club: one.name, title: null }]);
  const series = { ...booking, date: undefined, weekday: 3, startsOn: '2026-12-02', endsOn: '2026-12-16' };
  expect((await armin.post<{ created: number }>('/api/bookings/series', series)).body.created).toBe(3);
  const archived: Answer<Partial<ProblemBody>> = await armin.post(`/api/organisations/${one.id}/archiving`, { version: 1 });
  expect(archived.body.code).toBe('organisation-in-use');
  expect(faultOf(archived)).toEqual(['id: Es stehen noch 4 Termine im Plan.']);
  await change(one, { name: 'Grundschule am Wald' });
  const after = await armin.get<{ bookings: BookingView[] }>(`/api/bookings/plan?from=2026-12-01&to=2026-12-16&facility=${hall.id}`);
  expect(after.body.bookings.map(({ holder }) => holder)).toEqual(Array.from({ length: 4 }, () => 'Grundschule am Wald'));
});

test('an organisation without future bookings is archived and restored; its name is free meanwhile', async () => {
  const one = (await create(school())).body;
  const archived = await armin.post<Organisation>(`/api/organisations/${one.id}/archiving`, { version: 1 });
  expect(archived.body.archivedOn).toBe('2026-11-21');
  expect((await list(armin)).map(({ id }) => id)).not.toContain(one.id);
  expect((await create(school({ name: one.name }))).status).toBe(200);
  const reopened: Saved = await armin.post(`/api/organisations/${one.id}/reopening`, { version: 2 });
  expect(faultOf(reopened)).toEqual(['name: Eine Organisation mit diesem Namen gibt es schon.']);
  expect((await armin.post<Organisation>(`/api/organisations/${one.id}/archiving`, { version: 2 })).status).toBe(409);
});
