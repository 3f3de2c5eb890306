import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AffectedBooking, ClosureAfterwards } from '#shared/halls/closures.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { makeHall } from '#test/halls.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const soon = addDays(localOf(new Date()).date, 14);

test('a closure is previewed, displaces the bookings in it, and notifies every club once with one button', async () => {
  const [hall, other] = [await makeHall(server, 'GSV', { needs_approval: false }), await makeHall(server, 'GSV')];
  const [alma, anton, armin] = [
    await server.signedIn('admin', 'SCB'),
    await server.signedIn('admin'),
    await server.signedIn('admin', 'GSV'),
  ];
  const wish = {
    title: 'Handball',
    kind: 'training',
    facilityId: hall.id,
    unitIds: hall.unitIds,
    date: soon,
    startTime: '18:00',
    endTime: '20:00',
  };
  expect((await alma.post('/api/bookings', wish)).status).toBe(200);
  expect((await anton.post('/api/bookings', { ...wish, date: addDays(soon, 1) })).status).toBe(200);
  const range = { facilityId: hall.id, startsOn: soon, endsOn: addDays(soon, 3) };
  expect((await anton.post('/api/closures/check', range)).status).toBe(403);
  const hit = (await armin.post<AffectedBooking[]>('/api/closures/check', range)).body;
  expect(hit.map(({ holder, title }) => [holder, title])).toEqual([
    ['SCB', null],
    ['RWA', null],
  ]);
  expect(hit[0]?.alternatives.length).toBeGreaterThan(0);
  const [before] = await server.sql<{ count: number }>('select count(*)::int as count from booking where state = $1', ['displaced']);
  expect(before?.count).toBe(0);
  const closure = (await armin.post<{ id: string; displaced: number }>('/api/closures', { ...range, name: 'Bodenarbeiten' })).body;
  expect(closure.displaced).toBe(2);
  expect((await alma.post('/api/bookings', wish)).body.fields?.[0]?.message).toContain('Bodenarbeiten');
  expect((await alma.post('/api/bookings', { ...wish, facilityId: other.id, unitIds: other.unitIds })).status).toBe(200);
  expect((await anton.post(`/api/closures/${closure.id}/tell`)).status).toBe(403);
  expect((await armin.post(`/api/closures/${closure.id}/tell`)).body).toEqual({ clubs: 2, mails: 2 });
  await armin.post(`/api/closures/${closure.id}/tell`);
  const mails = await server.sql<{ recipient: string; body: string }>(
    "select recipient, body from outbox_mail where subject like 'Geschlossen%' order by 1",
  );
  expect(mails.map(({ recipient }) => recipient)).toEqual(['admin@rwa.test', 'admin@scb.test']);
  expect(mails[0]?.body).toContain('18:00–20:00 Uhr: Handball');
  expect(mails[0]?.body).toMatch(/^http:\/\/rwa\S*\/admin\/events\?show=displaced$/m);
});

test('an organisation outside the portal is notified through its contacts: of a closure, a move and a cancelled hour', async () => {
  const hall = await makeHall(server, 'GSV');
  const armin = await server.signedIn('admin', 'GSV');
  const contact = { name: 'Sabine Schule', email: 'sekretariat@schule.test' };
  const school = await armin.post<{ id: string }>('/api/organisations', { name: 'Schule am Moor', kind: 'school', contacts: [contact] });
  const wish = { title: 'Klasse 4a', kind: 'school', facilityId: hall.id, unitIds: hall.unitIds, startTime: '10:00', endTime: '11:00' };
  const book = async (days: number) =>
    (
      await armin.post<{ id: string; version: number }>('/api/bookings', {
        ...wish,
        organisationId: school.body.id,
        date: addDays(soon, days),
      })
    ).body;
  const [closed, moved, gone] = [await book(0), await book(7), await book(8)];
  expect(closed.version).toBe(1);
  const closure = await armin.post<{ id: string }>('/api/closures', { facilityId: hall.id, startsOn: soon, endsOn: soon, name: 'Wasser' });
  expect((await armin.post(`/api/closures/${closure.body.id}/tell`)).body).toEqual({ clubs: 1, mails: 1 });
  expect(await server.latestMail(contact.email)).toContain('Klasse 4a');
  const { facilityId: _hall, ...change } = wish;
  const later = { ...change, date: addDays(soon, 7), startTime: '12:00', endTime: '13:00', scope: 'one', version: moved.version };
  expect((await armin.send('PUT', `/api/bookings/${moved.id}`, later)).status).toBe(200);
  expect(await server.latestMail(contact.email)).toMatch(/^Verlegt: [^]*10:00–11:00 Uhr[^]*12:00–13:00 Uhr/);
  expect((await armin.post(`/api/bookings/${gone.id}/cancel`, { scope: 'one', reason: 'Rohrbruch' })).status).toBe(200);
  expect(await server.latestMail(contact.email)).toMatch(/^Abgesagt: [^]*Rohrbruch/);
  const told = await server.sql<{ count: number }>('select count(*)::int as count from outbox_mail where recipient = $1', [contact.email]);
  expect(told).toEqual([{ count: 3 }]);
});

test('displaced bookings move with one click to halls that are free at their time, the others stay listed, and holders are notified', async () => {
  const day = addDays(soon, 30);
  const [hall, other] = [
    await makeHall(server, 'GSV', { needs_approval: false }),
    await makeHall(server, 'GSV', { needs_approval: false }),
  ];
  // Only the other one of the town's halls is available on these days.
  await server.sql('update facility set is_active = false where id not in ($1, $2)', [hall.id, other.id]);
  const [alma, anton, armin] = [
    await server.signedIn('admin', 'SCB'),
    await server.signedIn('admin'),
    await server.signedIn('admin', 'GSV'),
  ];
  const wish = { title: 'Turnen', kind: 'training', facilityId: hall.id, unitIds: hall.unitIds, startTime: '18:00', endTime: '20:00' };
  for (const [at, club] of [alma, anton, alma].entries())
    expect((await club.post('/api/bookings', { ...wish, date: addDays(day, at) })).status).toBe(200);
  const closure = await armin.post<{ id: string }>('/api/closures', {
    facilityId: hall.id,
    startsOn: day,
    endsOn: addDays(day, 5),
    name: 'Dach',
  });
  // On one of the days the other hall is taken, too.
  expect((await anton.post('/api/bookings', { ...wish, facilityId: other.id, unitIds: other.unitIds, date: addDays(day, 2) })).status).toBe(
    200,
  );
  const path = `/api/closures/${closure.body.id}`;
  const read = async () => (await armin.get<ClosureAfterwards>(path)).body;
  const before = await read();
  expect(before.displaced.map(({ holder, suggestion, shifted }) => [holder, suggestion !== null, shifted?.slice(0, 15) ?? null])).toEqual([
    ['SCB', true, null],
    ['RWA', true, null],
    ['SCB', false, '16:00–18:00 Uhr'],
  ]);
  const ids = before.displaced.map(({ id }) => id);
  expect((await anton.post(`${path}/moves`, { ids })).status).toBe(403);
  expect((await anton.get(path)).status).toBe(403);
  expect((await armin.post(`${path}/moves`, { ids })).body).toEqual({ moved: 2, left: 1 });
  expect((await armin.post(`${path}/moves`, { ids })).body).toEqual({ moved: 0, left: 1 });
  const after = await read();
  expect(after.displaced.map(({ holder }) => holder)).toEqual(['SCB']);
  expect(after.notices.map(({ organisation, subject }) => [organisation, subject.split(':')[0]]).toSorted()).toEqual([
    ['Rot-Weiß Auenfeld', 'Umgezogen'],
    ['SC Blautal', 'Umgezogen'],
  ]);
  const stands = await server.sql("select count(*)::int as count from booking where facility_id = $1 and state = 'approved'", [other.id]);
  expect(stands).toEqual([{ count: 3 }]);
  // It is moved to another time only if the input allows that.
  expect((await armin.post(`${path}/moves`, { ids: ids.slice(2), mayShift: true })).body).toEqual({ moved: 1, left: 0 });
  expect((await read()).displaced).toEqual([]);
  const shifted = await server.sql<{ time: string }>(
    "select to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as time from booking where id = $1 and facility_id = $2",
    [ids[2], other.id],
  );
  expect(shifted).toEqual([{ time: '16:00' }]);
});
