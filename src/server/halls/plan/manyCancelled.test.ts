import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { makeHall, overlaps } from '#test/halls.ts';
import { emailOf, startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const series = { kind: 'training', weekday: 2, startsOn: '2026-12-01', endsOn: '2026-12-15', startTime: '18:00', endTime: '19:30' };

async function datesIn(who: Client, facilityId: string): Promise<BookingView[]> {
  return (await who.get<BookingView[]>(`/api/bookings/mine?from=2026-12-01&to=2026-12-20&facility=${facilityId}`)).body;
}

const mails = (subject: string) =>
  server.sql<{ recipient: string; body: string }>('select recipient, body from outbox_mail where subject like $1 order by recipient', [
    subject,
  ]);

test('dates of several halls are cancelled for one reason, their holders get one mail, and all are restored except occupied ones', async () => {
  const [anton, edda, alma] = [await server.signedIn('admin'), await server.signedIn('editor'), await server.signedIn('admin', 'SCB')];
  const [first, second] = [await makeHall(server, 'RWA', { units: 1 }), await makeHall(server, 'RWA', { units: 1 })];
  for (const hall of [first, second]) {
    const hour = { facilityId: hall.id, unitIds: hall.unitIds, title: 'Turnen' };
    expect((await edda.post('/api/bookings/series', { ...series, ...hour })).status).toBe(200);
  }
  const all = async () => [...(await datesIn(anton, first.id)), ...(await datesIn(anton, second.id))];
  const ids = (await all()).map(({ id }) => id);
  expect(ids).toHaveLength(6);
  const cancel = (who: Client, reason = 'Wasserschaden') => who.post('/api/bookings/mine/cancellations', { ids, reason });

  expect((await cancel(alma)).status).toBe(404);
  expect((await cancel(anton, '')).body.fields).toMatchObject([{ path: 'reason' }]);
  expect((await cancel(anton)).body).toEqual({ changed: 6 });
  expect((await cancel(anton)).body).toEqual({ changed: 0 });
  expect((await all()).map(({ state, reason }) => `${state} ${reason}`)).toEqual(
    Array.from({ length: 6 }, () => 'cancelled Wasserschaden'),
  );
  const told = await mails('Abgesagt: 6 Termine');
  expect(told.map(({ recipient }) => recipient)).toEqual([emailOf('editor')]);
  expect(told[0]?.body).toContain('Wasserschaden');
  expect(told[0]?.body.match(/18:00–19:30/g)).toHaveLength(6);

  // Somebody took one of the days meanwhile, and another is now closed.
  const single = { title: 'Schach', kind: 'training', facilityId: first.id, unitIds: first.unitIds, startTime: '19:00', endTime: '20:00' };
  expect((await anton.post('/api/bookings', { ...single, date: '2026-12-08' })).status).toBe(200);
  await server.sql(
    "insert into calendar_day_rule (scope, scope_id, kind, name, starts_on, ends_on) values ('facility', $1, 'closure', 'Boden', '2026-12-15', '2026-12-15')",
    [first.id],
  );
  expect((await alma.post('/api/bookings/mine/restorations', { ids })).status).toBe(404);
  expect((await anton.post('/api/bookings/mine/restorations', { ids })).body).toEqual({ changed: 4, asked: 0 });
  expect((await anton.post('/api/bookings/mine/restorations', { ids })).body).toEqual({ changed: 0, asked: 0 });
  expect((await datesIn(anton, second.id)).map(({ state, reason }) => `${state}${reason ?? ''}`)).toEqual([
    'approved',
    'approved',
    'approved',
  ]);
  expect((await mails('Findet doch statt: 4 Termine')).map(({ recipient }) => recipient)).toEqual([emailOf('editor')]);
  expect(await overlaps(server)).toBe(0);
});

test('in a hall with approval, restored dates are requested again; contacts of an organisation get one mail', async () => {
  const [armin, anton] = [await server.signedIn('admin', 'GSV'), await server.signedIn('admin')];
  const hall = await makeHall(server, 'GSV', { units: 1 });
  const hour = { facilityId: hall.id, unitIds: hall.unitIds, title: 'Turnen' };
  await anton.post('/api/bookings/series', { ...series, ...hour });
  for (const { id } of await datesIn(anton, hall.id))
    await armin.post(`/api/bookings/${id}/decision`, { action: 'approve', scope: 'one', onlyFree: false, reason: '' });
  const ids = (await datesIn(anton, hall.id)).map(({ id }) => id);
  expect((await anton.post('/api/bookings/mine/cancellations', { ids, reason: 'Ferien' })).body).toEqual({ changed: 3 });
  expect((await anton.post('/api/bookings/mine/restorations', { ids })).body).toEqual({ changed: 3, asked: 3 });
  expect((await datesIn(anton, hall.id)).map(({ state }) => state)).toEqual(['requested', 'requested', 'requested']);

  const contacts = [{ name: 'Sina See', email: 'see@schule.test' }];
  const school = (await armin.post<{ id: string }>('/api/organisations', { name: 'Schule am See', kind: 'school', contacts })).body;
  const lesson = { ...series, ...hour, title: 'Klasse 3b', startTime: '08:00', endTime: '09:30', organisationId: school.id };
  await armin.post('/api/bookings/series', lesson);
  const lessons = (await datesIn(armin, hall.id)).map(({ id }) => id);
  expect((await armin.post('/api/bookings/mine/cancellations', { ids: lessons, reason: 'Heizung' })).body).toEqual({ changed: 3 });
  expect((await mails('Abgesagt: 3 Termine')).map(({ recipient }) => recipient)).toEqual(['see@schule.test']);
});
