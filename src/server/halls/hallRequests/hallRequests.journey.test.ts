import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RequestedDate } from '#shared/halls/bookingRequests.ts';
import type { OpenHallRequest, OwnHallRequest, RequestableHall } from '#shared/halls/hallRequests/hallRequests.ts';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { makeHall, requestedAt, type Hall } from '#test/halls.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let visitor: Client;
let armin: Client;
let hall: Hall;
beforeAll(async () => {
  setClock(new Date('2026-09-01T10:00:00Z'));
  server = await startServer();
  [visitor, armin] = [server.visitor('GSV'), await server.signedIn('admin', 'GSV')];
});
beforeEach(async () => {
  hall = await makeHall(server, 'GSV');
  await server.sql('delete from rate_limit');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const weekly = () => ({ facilityId: hall.id, startsOn: '2026-09-07', endsOn: '2026-09-28', startTime: '18:00', endTime: '19:30' });
const single = () => ({ facilityId: hall.id, startsOn: '2026-09-12', startTime: '10:00', endTime: '16:00', parts: 3 });
const vhs = (more: object = {}) => ({
  organisation: 'Volkshochschule Auenfeld',
  kind: 'adultEducation',
  contactName: 'Vera Volk',
  email: 'vera@vhs.test',
  phone: '0170 1234567',
  purpose: 'Yoga',
  ageGroup: 'adults',
  participants: 12,
  message: 'Auch mittwochs.',
  wants: [weekly()],
  ...more,
});
const ask = (input: object, by = visitor) => by.post<{ ok: boolean } & ProblemBody>('/api/hall-requests', input);
const mailsTo = async (recipient: string) =>
  (await server.sql<{ subject: string }>('select subject from outbox_mail where recipient = $1 order by id', [recipient])).map(
    (one) => one.subject,
  );
const linkTo = async (recipient: string) => /\/hallRequest\/([\w-]+)/.exec(await server.latestMail(recipient.toLowerCase()))?.[1] ?? '';
const open = async (who = armin) => (await who.get<OpenHallRequest[]>('/api/hall-requests')).body;

/** A request of a new visitor, confirmed by the link of its email. */
async function confirmed(email: string, more: object = {}) {
  expect((await ask(vhs({ email, ...more }))).status).toBe(200);
  const token = await linkTo(email);
  await visitor.post(`/api/hall-requests/${token}/confirmation`, {});
  const request = (await open()).find((one) => one.email === email.toLowerCase());
  return { token, id: request?.id ?? '', request };
}

test('a school without an account requests two hours; the request is hidden until the link in the mail is used, and using it twice changes nothing', async () => {
  expect((await ask(vhs({ wants: [weekly(), single()] }))).body).toEqual({ ok: true });
  expect(await open()).toEqual([]);
  const token = await linkTo('vera@vhs.test');
  const own = (await visitor.get<OwnHallRequest>(`/api/hall-requests/${token}`)).body;
  expect(own).toMatchObject({ state: 'unconfirmed', club: 'GSV', organisation: 'Volkshochschule Auenfeld' });
  expect(own.wants[0]).toBe(`montags 18:00–19:30 Uhr, 07.09.2026 bis 28.09.2026, Halle ${hall.slug}`);
  expect(own.wants[1]).toBe(`Samstag, 12.09.2026, 10:00–16:00 Uhr, Halle ${hall.slug}, 3 Teile`);
  for (let press = 0; press < 2; press += 1)
    expect((await visitor.post<OwnHallRequest>(`/api/hall-requests/${token}/confirmation`, {})).body.state).toBe('open');
  expect(await mailsTo('admin@gsv.test')).toEqual(['Neue Anfrage für eine Hallenzeit: Volkshochschule Auenfeld']);
  const [request] = await open();
  expect(request).toMatchObject({ organisation: 'Volkshochschule Auenfeld', contactName: 'Vera Volk', participants: 12 });
  await armin.post(`/api/hall-requests/${request?.id}/rejection`, { reason: 'Probe' });
});

test('assigned to a new organisation, its hours become requests and are decided like all others; each decision is mailed to the author', async () => {
  const { id, token } = await confirmed('neu@vhs.test', { organisation: 'VHS Neu' });
  const linked = await armin.post<{ asked: number; left: number }>(`/api/hall-requests/${id}/organisation`, { organisationId: null });
  expect(linked.body).toEqual({ asked: 4, left: 0 });
  expect((await open()).map((one) => one.id)).not.toContain(id);
  const made = (await armin.get<Organisation[]>('/api/organisations')).body.find(({ name }) => name === 'VHS Neu');
  expect(made).toMatchObject({ kind: 'adultEducation', contacts: [{ name: 'Vera Volk', email: 'neu@vhs.test', maySign: true }] });
  const dates = await requestedAt(armin, hall.id);
  expect(dates.map(({ date, holder, title, state }) => [date, holder, title, state])).toEqual(
    ['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28'].map((date) => [date, 'VHS Neu', 'Yoga', 'requested']),
  );
  expect((await visitor.get<OwnHallRequest>(`/api/hall-requests/${token}`)).body.state).toBe('linked');
  await armin.post(`/api/bookings/${dates[0]?.id}/decision`, { action: 'approve', scope: 'all' });
  expect(await mailsTo('neu@vhs.test')).toEqual([
    'Bitte bestätigen: Ihre Anfrage für eine Hallenzeit',
    'Ihre Anfrage für eine Hallenzeit ist aufgenommen',
    `Anfrage zugesagt: 4 Termine – Halle ${hall.slug}`,
  ]);
  expect((await armin.post(`/api/hall-requests/${id}/organisation`, { organisationId: null })).status).toBe(409);
});

test('days on which the hall is closed are not requested, and the mail names them with the reason', async () => {
  const { id } = await confirmed('herbst@vhs.test', {
    organisation: 'VHS Herbst',
    wants: [{ ...weekly(), startsOn: '2026-10-12', endsOn: '2026-11-02' }],
  });
  expect((await armin.post(`/api/hall-requests/${id}/organisation`, { organisationId: null })).body).toEqual({ asked: 2, left: 2 });
  const told = await server.latestMail('herbst@vhs.test');
  expect(told).toContain('- 19.10.2026: Herbstferien\n- 26.10.2026: Herbstferien');
});

test('an organisation known by address or name is proposed, and gets a further contact without duplicates', async () => {
  const first = await confirmed('a@sued.test', { organisation: 'Turnfreunde Süd e. V.', kind: 'club' });
  await armin.post(`/api/hall-requests/${first.id}/organisation`, { organisationId: null });
  const byAddress = await confirmed('A@sued.test', { organisation: 'Die Turner', kind: 'club' });
  const byName = await confirmed('b@sued.test', { organisation: 'turnfreunde sued', kind: 'club' });
  expect([byAddress.request?.match?.name, byName.request?.match?.name]).toEqual(['Turnfreunde Süd e. V.', 'Turnfreunde Süd e. V.']);
  for (const { id, request } of [byAddress, byName])
    expect((await armin.post(`/api/hall-requests/${id}/organisation`, { organisationId: request?.match?.id })).status).toBe(200);
  const known = (await armin.get<Organisation[]>('/api/organisations')).body.find(({ id }) => id === byName.request?.match?.id);
  // A later author may sign for it only if the board permits it.
  const speaking = (one: Organisation | undefined) => one?.contacts.map(({ email, maySign }) => [email, maySign]).toSorted();
  expect(speaking(known)).toEqual([
    ['a@sued.test', true],
    ['b@sued.test', false],
  ]);
  for (const email of ['b@sued.test', 'c@sued.test']) {
    const { id } = await confirmed(email, { organisation: 'Turnfreunde Süd', kind: 'club' });
    expect((await armin.post(`/api/hall-requests/${id}/organisation`, { organisationId: known?.id, speaks: true })).status).toBe(200);
  }
  const later = (await armin.get<Organisation[]>('/api/organisations')).body.find(({ id }) => id === known?.id);
  expect(speaking(later)?.map(([, maySign]) => maySign)).toEqual([true, true, true]);
});

test('the request is for the free units of a hall; an occupied hour is requested all the same and shows its holder', async () => {
  const club = { title: 'Turnen', kind: 'training', facilityId: hall.id, startTime: '18:00', endTime: '19:30', date: '2026-09-07' };
  await armin.post('/api/bookings', { ...club, unitIds: hall.unitIds.slice(0, 1) });
  const { id } = await confirmed('frei@vhs.test', { organisation: 'VHS Frei', wants: [{ ...weekly(), parts: 2 }] });
  await armin.post(`/api/hall-requests/${id}/organisation`, { organisationId: null });
  const dates = await requestedAt(armin, hall.id);
  expect(dates[0]?.unitIds.toSorted()).toEqual(hall.unitIds.slice(1).toSorted());
  expect(dates.every(({ conflicts }) => conflicts.length === 0)).toBe(true);
  const all = await confirmed('ganz@vhs.test', { organisation: 'VHS Ganz', wants: [{ ...weekly(), parts: 3 }] });
  await armin.post(`/api/hall-requests/${all.id}/organisation`, { organisationId: null });
  const whole = (await requestedAt(armin, hall.id)).filter(({ holder }) => holder === 'VHS Ganz');
  expect(whole.map(({ conflicts }: RequestedDate) => conflicts.length)).toEqual([1, 0, 0, 0]);
});

test('a rejection requires a reason, which is in the mail and behind the link', async () => {
  const { id, token } = await confirmed('nein@vhs.test', { organisation: 'VHS Nein' });
  expect((await armin.post(`/api/hall-requests/${id}/rejection`, { reason: '' })).status).toBe(422);
  expect((await armin.post(`/api/hall-requests/${id}/rejection`, { reason: 'Alles belegt' })).status).toBe(200);
  expect((await visitor.get<OwnHallRequest>(`/api/hall-requests/${token}`)).body).toMatchObject({
    state: 'rejected',
    reason: 'Alles belegt',
  });
  const [mail] = await server.sql<{ body: string }>(
    "select body from outbox_mail where recipient = 'nein@vhs.test' order by id desc limit 1",
  );
  expect(mail?.body).toContain('Grund: Alles belegt');
});

test('until the decision the author can withdraw the request, which deletes it', async () => {
  const { id, token } = await confirmed('weg@vhs.test', { organisation: 'VHS Weg' });
  expect((await visitor.post(`/api/hall-requests/${token}/end`, {})).status).toBe(200);
  expect((await visitor.get(`/api/hall-requests/${token}`)).status).toBe(404);
  expect(await server.sql('select 1 from hall_request where id = $1', [id])).toEqual([]);
  const other = await confirmed('bleibt@vhs.test', { organisation: 'VHS Bleibt' });
  await armin.post(`/api/hall-requests/${other.id}/organisation`, { organisationId: null });
  expect((await visitor.post(`/api/hall-requests/${other.token}/end`, {})).status).toBe(409);
});

test('violated rules of the hall are reported at their fields before anything is sent', async () => {
  const faults = async (want: object) => {
    await server.sql('delete from rate_limit');
    const { status, body } = await ask(vhs({ email: 'fehler@vhs.test', wants: [{ ...weekly(), ...want }] }));
    return [status, body.fields?.[0]?.path, body.fields?.[0]?.message];
  };
  expect(await faults({ startTime: '21:00', endTime: '23:00' })).toEqual([422, 'wants.0.endTime', expect.stringContaining('08:00–22:00')]);
  expect(await faults({ endTime: '17:00' })).toEqual([422, 'wants.0.endTime', 'Das Ende muss nach dem Beginn liegen.']);
  expect(await faults({ parts: 4 })).toEqual([422, 'wants.0.parts', 'Diese Halle hat 3 Teile.']);
  expect((await faults({ startsOn: '2026-08-31' })).slice(0, 2)).toEqual([422, 'wants.0.startsOn']);
  expect((await faults({ endsOn: '2028-01-01' })).slice(0, 2)).toEqual([422, 'wants.0.endsOn']);
  expect((await faults({ facilityId: '4d7a8a31-5b7c-4c57-8d0f-000000000001' }))[0]).toBe(404);
  const own = await makeHall(server, 'RWA');
  const mixed = await ask(vhs({ email: 'fehler@vhs.test', wants: [weekly(), { ...weekly(), facilityId: own.id }] }));
  expect(mixed.body.fields).toEqual([{ path: 'wants.1.facilityId', message: 'Diese Halle vergibt RWA. Bitte fragen Sie sie einzeln an.' }]);
  expect(await mailsTo('fehler@vhs.test')).toEqual([]);
});

test('the site of a club offers its halls and the town’s; requests for a hall of the town are answered by the association', async () => {
  const own = await makeHall(server, 'SCB');
  const atRwa = server.visitor('RWA');
  const halls = (await atRwa.get<RequestableHall[]>('/api/hall-requests/halls')).body;
  expect(halls.find(({ id }) => id === hall.id)).toMatchObject({ managerClub: 'GSV', parts: 3 });
  expect(halls.map(({ id }) => id)).not.toContain(own.id);
  await ask(vhs({ email: 'rwa@vhs.test', organisation: 'VHS am RWA' }), atRwa);
  const token = await linkTo('rwa@vhs.test');
  await atRwa.post(`/api/hall-requests/${token}/confirmation`, {});
  expect((await open()).map(({ email }) => email)).toContain('rwa@vhs.test');
});

test('another club neither reads nor decides it', async () => {
  const { id } = await confirmed('fremd@vhs.test', { organisation: 'VHS Fremd' });
  const anton = await server.signedIn('admin');
  expect(await open(anton)).toEqual([]);
  expect((await anton.post(`/api/hall-requests/${id}/rejection`, { reason: 'Nein' })).status).toBe(404);
  expect((await anton.get('/api/hall-requests?club=GSV')).status).toBe(404);
  expect((await (await server.signedIn('editor', 'GSV')).get('/api/hall-requests')).status).toBe(403);
});

test('two concurrent decisions assign it to one organisation, once', async () => {
  const { id } = await confirmed('zwei@vhs.test', { organisation: 'VHS Zwei' });
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => armin.post(`/api/hall-requests/${id}/organisation`, { organisationId: null })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(await requestedAt(armin, hall.id)).toHaveLength(4);
});

test('a bot that fills in the honeypot gets the same response and writes nothing; an address is rate-limited', async () => {
  expect((await ask(vhs({ email: 'bot@vhs.test', website: 'x' }))).body).toEqual({ ok: true });
  expect(await mailsTo('bot@vhs.test')).toEqual([]);
  for (let at = 0; at < 5; at += 1) expect((await ask(vhs({ email: 'viel@vhs.test' }))).status).toBe(200);
  expect((await ask(vhs({ email: 'viel@vhs.test' }))).status).toBe(429);
});
