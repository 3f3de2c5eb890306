import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicPlan } from '#shared/halls/halls.ts';
import { makeHall, type Hall } from '#test/halls.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-11-21T09:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const monday = '2026-12-07';

async function book(client: Client, hall: Hall, more: object = {}): Promise<string> {
  const wish = {
    facilityId: hall.id,
    title: 'Minis von Frau Meier',
    kind: 'training',
    contactPerson: 'Petra Privat',
    contactPhone: '0291 77',
  };
  const made = await client.post<{ id: string }>('/api/bookings', {
    ...wish,
    unitIds: hall.unitIds,
    date: monday,
    startTime: '18:00',
    endTime: '19:30',
    ...more,
  });
  expect(made.status, made.text).toBe(200);
  return made.body.id;
}

const read = (query: string, club?: 'RWA' | 'SCB' | 'GSV') => server.visitor(club).get<PublicPlan>(`/api/hallPlans${query}`);

test('everybody reads the week of a hall: as much of a booking as the hall publishes, and never a person', async () => {
  const anton = await server.signedIn('admin');
  const [open, shy] = [
    await makeHall(server, 'RWA', { public_detail: 'title', name: 'Offene Halle' }),
    await makeHall(server, 'RWA', { public_detail: 'busy' }),
  ];
  for (const hall of [open, shy]) await book(anton, hall);
  await book(anton, open, { unitIds: open.unitIds.slice(0, 1), date: '2026-12-08' });
  const { body, text } = await read(`?hall=${open.slug}&date=2026-12-09`);
  expect([body.from, body.to]).toEqual([monday, '2026-12-13']);
  expect(body.plans).toHaveLength(1);
  expect(body.plans[0]?.days.map(({ date, entries }) => [date, entries.length])).toEqual([
    [monday, 1],
    ['2026-12-08', 1],
    ['2026-12-09', 0],
    ['2026-12-10', 0],
    ['2026-12-11', 0],
    ['2026-12-12', 0],
    ['2026-12-13', 0],
  ]);
  expect(body.plans[0]?.days[1]?.entries).toEqual([
    {
      startsAt: '2026-12-08T17:00:00.000Z',
      endsAt: '2026-12-08T18:30:00.000Z',
      units: ['Teil 1'],
      club: 'RWA',
      title: 'Minis von Frau Meier',
      isFree: false,
    },
  ]);
  const closed = await read(`?hall=${shy.slug}&date=${monday}`);
  expect(closed.body.plans[0]?.days[0]?.entries).toMatchObject([{ club: null, title: null }]);
  for (const answer of [text, closed.text]) expect(answer).not.toMatch(/Petra|0291|contact/);
  expect(closed.text).not.toContain('Meier');
});

test('the day shows the halls of the club and of the town, on the association’s site those of all', async () => {
  const [own, foreign, town] = [
    await makeHall(server, 'RWA', { name: 'Rote Halle' }),
    await makeHall(server, 'SCB', { name: 'Blaue Halle' }),
    await makeHall(server, 'GSV', { name: 'Stadthalle' }),
  ];
  const closed = await makeHall(server, 'RWA', { is_active: false });
  const all = [own, foreign, town, closed].map(({ slug }) => slug);
  const slugs = async (club: 'RWA' | 'SCB' | 'GSV') =>
    (await read(`?date=${monday}`, club)).body.plans.map(({ slug }) => slug).filter((slug) => all.includes(slug));
  expect((await slugs('RWA')).toSorted()).toEqual([own.slug, town.slug].toSorted());
  expect((await slugs('SCB')).toSorted()).toEqual([foreign.slug, town.slug].toSorted());
  expect((await slugs('GSV')).toSorted()).toEqual([own.slug, foreign.slug, town.slug].toSorted());
  expect((await read('?hall=gibt-es-nicht')).status).toBe(404);
  expect((await read(`?hall=${foreign.slug}`, 'RWA')).status).toBe(404);
});

test('requests are not public, a released hour is free, and group names of schools are hidden', async () => {
  const armin = await server.signedIn('admin', 'GSV');
  const hall = await makeHall(server, 'GSV', { public_detail: 'title' });
  const emil = await server.signedIn('editor', 'SCB');
  await book(emil, hall, { title: 'Nur angefragt', startTime: '08:00', endTime: '09:00' });
  const given = await book(armin, hall, { title: 'Geht nicht', startTime: '10:00', endTime: '11:00' });
  expect((await armin.post(`/api/bookings/${given}/release`)).status).toBe(200);
  const school = { name: 'Grundschule Süd', kind: 'school', contacts: [] };
  const { id } = (await armin.post<{ id: string }>('/api/organisations', school)).body;
  await book(armin, hall, { title: 'Klasse 3b', kind: 'school', organisationId: id, startTime: '12:00', endTime: '13:00' });
  const { body, text } = await read(`?hall=${hall.slug}&date=${monday}`, 'GSV');
  expect(body.plans[0]?.days[0]?.entries.map(({ club, title, isFree }) => [club, title, isFree])).toEqual([
    [null, null, true],
    ['Grundschule Süd', null, false],
  ]);
  expect(text).not.toMatch(/angefragt|Klasse 3b|Geht nicht/);
});
