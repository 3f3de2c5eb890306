import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { HelperListSummary, HelperListView, OwnAssignment } from '#shared/helpers/helperListShapes.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { expireHolds, forgetGuests, remindHelpers } from './service.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

// Within the week of a session's lifetime, so that the clock can be moved beyond it.
const day = addDays(localOf(new Date()).date, 4);
const at = (time: string, on = day) => instantOf(on, time).toISOString();

type SignedUp = { state: string; token: string | null; warning: string };

/** An open list with shifts [task, from, to, needed]. */
async function makeList(shifts: [string, string, string, number][], values: object = {}): Promise<HelperListView> {
  const made = await anton.post<HelperListView>('/api/operationals', {
    title: 'Fest',
    startsOn: day,
    endsOn: day,
    visibility: 'link',
    ...values,
  });
  expect(made.status).toBe(200);
  let list = made.body;
  for (const [task, from, to, needed] of shifts) {
    const shift = { task, startsAt: at(from), endsAt: at(to, to < from ? addDays(day, 1) : day), needed };
    const added = await anton.post<HelperListView>(`/api/operationals/${list.id}/shifts`, shift);
    expect([task, added.status]).toEqual([task, 200]);
    list = added.body;
  }
  const opened = await anton.send<HelperListView>('PUT', `/api/operationals/${list.id}/state`, { state: 'open', version: list.version });
  expect(opened.status).toBe(200);
  return opened.body;
}

const shiftOf = (list: HelperListView, task: string) => {
  const shift = list.shifts.find((one) => one.task === task);
  if (!shift) throw new Error(`no duty ${task}`);
  return shift;
};
const take = (client: Client, list: HelperListView, task: string, values: object = {}) =>
  client.post<SignedUp>(`/api/helpers/${list.token}/shifts/${shiftOf(list, task).id}`, values);
const read = async (list: HelperListView) => (await anton.get<HelperListView>(`/api/operationals/${list.id}`)).body;
const tokenIn = (mail: string) => /dienst=([\w-]+)/.exec(mail)?.[1] ?? '';
const guest = async (list: HelperListView, task: string, name: string, confirm = true): Promise<string> => {
  const email = `${name.toLowerCase()}@example.org`;
  expect((await take(server.visitor(), list, task, { name, email })).body).toMatchObject({ state: 'unverified', token: null });
  const token = tokenIn(await server.latestMail(email));
  if (confirm) expect((await server.visitor().post(`/api/duties/${token}`, { action: 'confirm' })).status).toBe(200);
  return token;
};

test('the board manages lists; visitors and readers do not, and another club gets 404', async () => {
  const values = { title: 'Turnier', startsOn: day, endsOn: day };
  expect((await server.visitor().post('/api/operationals', values)).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect([role, (await (await server.signedIn(role)).post('/api/operationals', values)).status]).toEqual([role, 403]);
  const alma = await server.signedIn('admin', 'SCB');
  // The feature is off in SCB.
  expect((await alma.post('/api/operationals', values)).status).toBe(404);
  const list = await makeList([['Grill', '10:00', '12:00', 1]], { visibility: 'members' });
  for (const path of [`/api/operationals/${list.id}`, `/api/helpers/${list.token}`]) expect((await alma.get(path)).status).toBe(404);
  expect((await alma.send('DELETE', `/api/operationals/${list.id}`)).status).toBe(404);
  const svea = await server.signedIn('super');
  expect((await svea.get(`/api/operationals/${list.id}`)).status).toBe(200);
});

test('visitors see a list by its link, members those of the club, nobody names of others', async () => {
  const open = await makeList([['Kasse', '10:00', '12:00', 2]]);
  await guest(open, 'Kasse', 'Gesa');
  const shown = await server.visitor().get<HelperListView>(`/api/helpers/${open.token}`);
  expect([shown.status, shiftOf(shown.body, 'Kasse').filled]).toEqual([200, 1]);
  expect(shown.text).not.toMatch(/Gesa|gesa@/);
  const members = await makeList([['Theke', '10:00', '12:00', 1]], { visibility: 'members' });
  const internal = await makeList([['Tresor', '10:00', '12:00', 1]], { visibility: 'internal' });
  const rosa = await server.signedIn('reader');
  const till = await server.signedIn('trainer');
  expect((await server.visitor().get(`/api/helpers/${members.token}`)).status).toBe(401);
  expect((await rosa.get(`/api/helpers/${members.token}`)).status).toBe(200);
  expect((await rosa.get(`/api/helpers/${internal.token}`)).status).toBe(404);
  expect((await till.get(`/api/helpers/${internal.token}`)).status).toBe(200);
  const listed = (await rosa.get<HelperListSummary[]>('/api/operationals')).body.map(({ id }) => id);
  expect([open, members, internal].map(({ id }) => listed.includes(id))).toEqual([true, true, false]);
  expect((await rosa.get(`/api/operationals/${open.id}`)).text).not.toMatch(/Gesa|gesa@/);
  expect((await anton.get(`/api/operationals/${open.id}`)).text).toContain('gesa@example.org');
});

test('20 concurrent sign-ups for a shift of 5: five get in, the others are on standby in order of arrival, no request fails', async () => {
  const list = await makeList([['Aufbau', '08:00', '10:00', 5]]);
  const clients = await Promise.all(Array.from({ length: 20 }, async (_, index) => signedInHelper(`ansturm${index}`)));
  const answers = await Promise.all(clients.map((client) => take(client, list, 'Aufbau')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const states = answers.map(({ body }) => body.state).toSorted();
  expect(states).toEqual([...Array.from({ length: 5 }, () => 'confirmed'), ...Array.from({ length: 15 }, () => 'standby')]);
  expect(shiftOf(await read(list), 'Aufbau')).toMatchObject({ filled: 5, standby: 15 });

  // A cancelled seat goes to the first on standby only.
  const at = answers.findIndex(({ body }) => body.state === 'confirmed');
  const leaver = answers[at]?.body.token;
  expect((await clients[at]?.post(`/api/duties/${leaver}`, { action: 'leave' }))?.status).toBe(200);
  const helpers = shiftOf(await read(list), 'Aufbau').helpers;
  expect(helpers.filter(({ state }) => state === 'confirmed')).toHaveLength(5);
  const [first] = await server.sql<{ id: string }>(
    "select id from assignment where shift_id = $1 and state <> 'cancelled' order by created_at, id offset 4 limit 1",
    [shiftOf(list, 'Aufbau').id],
  );
  expect(helpers.find(({ id }) => id === first?.id)?.state).toBe('confirmed');

  // Additional seats go to helpers on standby; a lower number removes nobody.
  const shift = shiftOf(await read(list), 'Aufbau');
  const change = { task: 'Aufbau', startsAt: shift.startsAt, endsAt: shift.endsAt };
  await anton.send('PUT', `/api/operational-shifts/${shift.id}`, { ...change, needed: 8, version: shift.version });
  expect(shiftOf(await read(list), 'Aufbau')).toMatchObject({ filled: 8, standby: 11 });
  await anton.send('PUT', `/api/operational-shifts/${shift.id}`, { ...change, needed: 2, version: shift.version + 1 });
  expect(shiftOf(await read(list), 'Aufbau')).toMatchObject({ filled: 8, standby: 11 });
});

test('a guest confirms by mail; an unconfirmed address loses its seat to the next on standby', async () => {
  const list = await makeList([['Spülen', '12:00', '14:00', 1]]);
  await guest(list, 'Spülen', 'Langsam', false);
  const waiting = await guest(list, 'Spülen', 'Wartend');
  // The first one holds the only seat, so the second one confirms a place on standby, and is told so.
  const asked = await server.sql(
    "select 1 from outbox_mail where subject like 'Bitte bestätigen: Ersatzliste%' and body like '%auf die Ersatzliste wollen%'",
  );
  expect(asked).toHaveLength(1);
  expect((await server.visitor().get<OwnAssignment>(`/api/duties/${waiting}`)).body).toMatchObject({ state: 'standby', position: 1 });
  setClock(new Date(Date.now() + 31 * 60_000));
  await expireHolds(server);
  setClock();
  expect((await server.visitor().get<OwnAssignment>(`/api/duties/${waiting}`)).body.state).toBe('confirmed');
  expect(await server.latestMail('wartend@example.org')).toContain('Sie sind eingetragen');
  const late = tokenIn(await server.latestMail('langsam@example.org'));
  expect((await server.visitor().post(`/api/duties/${late}`, { action: 'confirm' })).body).toMatchObject({ code: 'offer-over' });
  // Missing names and addresses are reported at their fields, bots leave nothing, an unknown token opens nothing.
  const nobody = await take(server.visitor(), list, 'Spülen', { email: 'a@example.org' });
  expect([nobody.status, JSON.stringify(nobody.body)]).toEqual([422, expect.stringContaining('"path":"name"')]);
  const before = await server.sql('select count(*)::int from assignment');
  expect((await take(server.visitor(), list, 'Spülen', { name: 'Bot', email: 'bot@example.org', website: 'x' })).status).toBe(200);
  expect(await server.sql('select count(*)::int from assignment')).toEqual(before);
  expect((await server.visitor().get(`/api/duties/${'x'.repeat(32)}`)).status).toBe(404);
});

test('two shifts of one helper may overlap by half an hour, with a warning, and by no more', async () => {
  const list = await makeList([
    ['Früh', '10:00', '12:00', 3],
    ['Knapp', '11:40', '14:00', 3],
    ['Mitte', '11:00', '13:00', 3],
    ['Nacht', '22:00', '02:00', 3],
  ]);
  const helper = await signedInHelper('zweimal');
  expect((await take(helper, list, 'Früh')).body.state).toBe('confirmed');
  expect((await take(helper, list, 'Früh')).body).toMatchObject({ code: 'already-registered' });
  expect((await take(helper, list, 'Mitte')).body).toMatchObject({ code: 'duty-overlaps' });
  expect((await take(helper, list, 'Knapp')).body.warning).toContain('20 Minuten');
  expect((await take(helper, list, 'Nacht')).body.state).toBe('confirmed');
  // Moving a shift onto another one of the same helper is refused, and nothing is stored.
  const night = shiftOf(list, 'Nacht');
  const moved = { task: 'Nacht', startsAt: at('10:30'), endsAt: at('12:30'), needed: 3, version: night.version };
  expect((await anton.send('PUT', `/api/operational-shifts/${night.id}`, moved)).body).toMatchObject({ code: 'duty-overlaps' });
  expect(shiftOf(await read(list), 'Nacht').startsAt).toBe(night.startsAt);
  // Nor concurrently.
  const both = await signedInHelper('gleichzeitig');
  const answers = await Promise.all([take(both, list, 'Früh'), take(both, list, 'Mitte')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a helper changes to another shift, or looks for a replacement', async () => {
  const list = await makeList([
    ['Eins', '10:00', '12:00', 1],
    ['Zwei', '10:00', '12:00', 1],
    ['Drei', '14:00', '16:00', 1],
  ]);
  const one = await signedInHelper('tauscheins');
  const other = await signedInHelper('tauschzwei');
  const mine = (await take(one, list, 'Eins')).body.token;
  const theirs = (await take(other, list, 'Drei')).body.token;
  const full = { action: 'move', shiftId: shiftOf(list, 'Drei').id };
  expect((await one.post(`/api/duties/${mine}`, full)).body).toMatchObject({ code: 'places-taken' });
  const moved = await one.post<OwnAssignment>(`/api/duties/${mine}`, { action: 'move', shiftId: shiftOf(list, 'Zwei').id });
  expect([moved.body.shift.task, moved.body.state]).toEqual(['Zwei', 'confirmed']);
  const filled = async (task: string) => shiftOf(await read(list), task).filled;
  expect([await filled('Eins'), await filled('Zwei'), await filled('Drei')]).toEqual([0, 1, 1]);

  const stranger = await signedInHelper('tauschdrei');
  const seen = async () => shiftOf((await stranger.get<HelperListView>(`/api/helpers/${list.token}`)).body, 'Drei').helpers;
  expect(await seen()).toEqual([]);
  // A helper on standby may take over as well.
  expect((await take(stranger, list, 'Drei')).body.state).toBe('standby');
  await other.post(`/api/duties/${theirs}`, { action: 'seekRelief' });
  const wanted = (await seen()).find(({ seeksRelief }) => seeksRelief);
  expect(wanted).toMatchObject({ name: null, token: null, seeksRelief: true });
  expect((await take(stranger, list, 'Drei', { relieves: wanted?.id })).body.state).toBe('confirmed');
  expect((await other.get<OwnAssignment>(`/api/duties/${theirs}`)).body.state).toBe('cancelled');
  expect(await server.latestMail('tauschzwei@example.org')).toContain('jemand hat Ihren Dienst übernommen');
  expect((await take(one, list, 'Drei', { relieves: wanted?.id })).body).toMatchObject({ code: 'offer-over' });
  expect((await stranger.get<OwnAssignment[]>('/api/duties/mine')).body.map(({ shift }) => shift.task)).toEqual(['Drei']);
});

test('the board assigns helpers, is refused beyond the seats, confirms hours after the shift and sums them', async () => {
  const list = await makeList([['Abbau', '18:00', '20:00', 1]], { reminderDays: 2 });
  const shift = shiftOf(list, 'Abbau');
  const edda = await server.signedIn('editor');
  const call = { name: '=Jo Muster', phone: '0170 1' };
  expect((await edda.post(`/api/operational-shifts/${shift.id}/assignments`, call)).status).toBe(403);
  const assigned = await anton.post<HelperListView>(`/api/operational-shifts/${shift.id}/assignments`, {
    ...call,
    email: 'jo@example.org',
  });
  const [helper] = shiftOf(assigned.body, 'Abbau').helpers;
  expect(helper).toMatchObject({ name: '=Jo Muster', state: 'confirmed' });
  expect((await anton.post(`/api/operational-shifts/${shift.id}/assignments`, { name: 'Zu viel' })).body).toMatchObject({
    code: 'places-taken',
  });
  const file = await anton.get(`/api/operationals/${list.id}/file`);
  expect([file.headers['content-type'], file.text.includes(`"'=Jo Muster"`)]).toEqual(['text/csv; charset=utf-8', true]);
  expect((await edda.get(`/api/operationals/${list.id}/file`)).status).toBe(403);
  const calendar = await server.visitor().get(`/feeds/helpers/${list.token}.ics`);
  expect(calendar.text).toContain('SUMMARY:Abbau (Fest)');
  expect((await server.visitor().get(`/feeds/helpers/${'y'.repeat(24)}.ics`)).status).toBe(404);

  const rows = [{ id: helper?.id, state: 'done', minutes: 90 }];
  expect((await anton.send('PUT', `/api/operationals/${list.id}/hours`, { rows })).body).toMatchObject({ code: 'wrong-state' });
  setClock(instantOf(addDays(day, -2), '18:30'));
  await remindHelpers(server);
  await remindHelpers(server);
  const reminders = await server.sql("select 1 from outbox_mail where recipient = 'jo@example.org' and subject like 'Erinnerung%'");
  expect(reminders).toHaveLength(1);
  setClock(instantOf(addDays(day, 1), '09:00'));
  expect((await edda.send('PUT', `/api/operationals/${list.id}/hours`, { rows })).status).toBe(403);
  expect((await anton.send('PUT', `/api/operationals/${list.id}/hours`, { rows })).status).toBe(200);
  const year = day.slice(0, 4);
  const hours = await anton.get(`/api/operational-hours?year=${year}`);
  expect(hours.body).toContainEqual({ name: '=Jo Muster', isPerson: false, duties: 1, minutes: 90, missed: 0 });
  expect((await edda.get(`/api/operational-hours?year=${year}`)).status).toBe(403);
  // The clock has advanced, so the board re-authenticates before an export.
  await server.sql("update auth_session set confirmed_at = confirmed_at + interval '400 days'");
  expect((await anton.get(`/api/operational-hours/file?year=${year}`)).text).toContain('"1,50"');
  // 30 days later the guest is removed, their hours are kept.
  setClock(instantOf(addDays(day, 32), '09:00'));
  await forgetGuests(server);
  setClock();
  expect((await anton.get(`/api/operational-hours?year=${year}`)).text).not.toContain('Jo Muster');
  expect((await anton.get(`/api/operationals/${list.id}`)).text).not.toContain('jo@example.org');
});

test('items to bring: never more than needed, guests can withdraw, names are visible to the board only', async () => {
  let list = await makeList([['Grill', '10:00', '12:00', 1]]);
  const items = `/api/operationals/${list.id}/items`;
  expect((await server.visitor().post(items, { label: 'Kuchen', needed: 3 })).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect([role, (await (await server.signedIn(role)).post(items, { label: 'Kuchen', needed: 3 })).status]).toEqual([role, 403]);
  expect((await (await server.signedIn('admin', 'SCB')).post(items, { label: 'Kuchen', needed: 3 })).status).toBe(404);
  list = (await anton.post<HelperListView>(items, { label: 'Kuchen', needed: 3 })).body;
  const twice = await anton.post<{ fields: { path: string }[] }>(items, { label: 'Kuchen', needed: 1 });
  expect([twice.status, twice.body.fields[0]?.path]).toEqual([422, 'label']);
  const [cake] = list.items;
  const bring = (client: Client, values: object) =>
    client.post<{ token: string | null; fields?: { path: string; message: string }[] }>(
      `/api/helpers/${list.token}/items/${cake?.id}`,
      values,
    );

  const rosa = await server.signedIn('reader');
  const [own, guests] = await Promise.all([
    bring(rosa, { quantity: 2 }),
    bring(server.visitor(), { quantity: 2, name: 'Kuno', email: 'kuno@example.org' }),
  ]);
  // Two concurrent pledges for three pieces: one succeeds, the other gets the remaining number.
  expect([own.status, guests.status].toSorted()).toEqual([200, 422]);
  const tooMany = own.status === 200 ? guests : own;
  expect(tooMany.body.fields).toEqual([{ path: 'quantity', message: 'Es fehlen nur noch 1.' }]);
  expect((await bring(server.visitor(), { quantity: 1, name: '', email: '' })).body.fields?.[0]?.path).toBe('name');
  if (own.status !== 200) expect((await bring(rosa, { quantity: 1 })).status).toBe(200);
  else expect((await bring(server.visitor(), { quantity: 1, name: 'Kuno', email: 'kuno@example.org' })).status).toBe(200);

  const seen = (await server.visitor().get<HelperListView>(`/api/helpers/${list.token}`)).body.items;
  expect(seen).toMatchObject([{ label: 'Kuchen', needed: 3, pledged: 3, pledges: [] }]);
  const [mine] = (await rosa.get<HelperListView>(`/api/helpers/${list.token}`)).body.items;
  expect(mine?.pledges).toHaveLength(1);
  expect((await read(list)).items[0]?.pledges.map(({ name }) => name).toSorted()[0]).toBe('Kuno');
  expect((await anton.send('DELETE', `/api/operational-items/${cake?.id}`)).status).toBe(409);
  expect((await anton.get(`/api/operationals/${list.id}/file`)).text).toContain('Mitbringen: Kuchen');

  const token = /zusage=([\w-]+)/.exec(await server.latestMail('kuno@example.org'))?.[1] ?? '';
  expect((await server.visitor().get(`/api/pledges/${token}`)).body).toMatchObject({ label: 'Kuchen', canTakeBack: true });
  expect((await server.visitor().send('DELETE', `/api/pledges/${token}`)).status).toBe(200);
  expect((await server.visitor().send('DELETE', `/api/pledges/${token}`)).status).toBe(404);
  const [pledge] = (await read(list)).items[0]?.pledges ?? [];
  expect((await rosa.send('DELETE', `/api/operational-pledges/${pledge?.id}`)).status).toBe(403);
  expect((await anton.send('DELETE', `/api/operational-pledges/${pledge?.id}`)).status).toBe(200);
  expect((await anton.send<HelperListView>('DELETE', `/api/operational-items/${cake?.id}`)).body.items).toEqual([]);
});

test('invalid input is reported at its field and writes nothing; a stale edit is refused; helpers are notified of a cancelled list', async () => {
  const list = await makeList([['Tor', '10:00', '12:00', 1]]);
  const token = await guest(list, 'Tor', 'Toni');
  const before = await server.sql('select count(*)::int from shift');
  const wrong = (values: object) =>
    anton.post(`/api/operationals/${list.id}/shifts`, { task: 'X', startsAt: at('10:00'), endsAt: at('12:00'), needed: 1, ...values });
  for (const [values, field] of [
    [{ endsAt: at('09:00') }, 'endsAt'],
    [{ startsAt: at('10:00', addDays(day, 3)), endsAt: at('12:00', addDays(day, 3)) }, 'startsAt'],
    [{ needed: 0 }, 'needed'],
    [{ task: ' ' }, 'task'],
  ] as const) {
    const { status, body } = await wrong(values);
    expect([field, status, body.fields?.map(({ path }) => path)]).toEqual([field, 422, [field]]);
  }
  expect(await server.sql('select count(*)::int from shift')).toEqual(before);
  expect((await anton.send('DELETE', `/api/operational-shifts/${shiftOf(list, 'Tor').id}`)).body).toMatchObject({ code: 'wrong-state' });
  expect((await anton.send('DELETE', `/api/operationals/${list.id}`)).body).toMatchObject({ code: 'wrong-state' });
  expect((await anton.send('PUT', `/api/operationals/${list.id}/state`, { state: 'cancelled', version: 1 })).status).toBe(409);
  expect((await anton.send('PUT', `/api/operationals/${list.id}/state`, { state: 'cancelled', version: list.version })).status).toBe(200);
  expect(await server.latestMail('toni@example.org')).toContain('findet leider nicht statt');
  expect((await server.visitor().get<OwnAssignment>(`/api/duties/${token}`)).body.state).toBe('cancelled');
  expect((await take(server.visitor(), list, 'Tor', { name: 'Zu Spät', email: 'spaet@example.org' })).body).toMatchObject({
    code: 'registration-closed',
  });
});

/** A user with a separate account and session, inserted by SQL: twenty sign-ins would only test the sign-in. */
async function signedInHelper(name: string): Promise<Client> {
  const [id, token] = [randomUUID(), randomUUID()];
  await server.sql(
    `with account as (insert into auth_user (id, name, email, email_verified, club, created_at, updated_at)
       values ($1, $2, $3, true, 'RWA', now(), now())),
     opened as (insert into auth_session (id, token, user_id, expires_at, confirmed_at, created_at, updated_at)
       values (gen_random_uuid(), $4, $1, now() + interval '7 days', now(), now(), now()))
     insert into app_user (id, club, role, firstname, lastname, email, created_at, updated_at)
     values ($1, 'RWA', 'reader', 'Helfer', $2, $3, now(), now())`,
    [id, name, `${name}@example.org`, secretHash(token)],
  );
  const client = server.visitor();
  client.cookies.set('vereinsportal.session', `${token}.unsigned`);
  return client;
}

test('the next list comes first; of the past ones, the latest', async () => {
  const order = async () => {
    const lists = (await anton.get<HelperListSummary[]>('/api/operationals')).body;
    return lists.flatMap(({ title }) => (title.startsWith('Ordnung') ? [title.slice(8)] : []));
  };
  for (const startsOn of ['2020-05-01', '2098-05-01', '2021-05-01', '2097-05-01'])
    await anton.post('/api/operationals', { title: `Ordnung ${startsOn}`, startsOn, endsOn: startsOn });
  expect(await order()).toEqual(['2097-05-01', '2098-05-01', '2021-05-01', '2020-05-01']);
});
