import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
import { makeHall } from '#test/halls.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-09-01T10:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const weeks = 'from=2026-09-01&to=2026-09-30';

test('users find their own bookings by hall, kind, state and text; a board those of its club, an editor their own', async () => {
  const [one, two] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const [anton, edda] = [await server.signedIn('admin'), await server.signedIn('editor')];
  const book = async (client: Client, hall: typeof one, more: object) => {
    const wish = { date: '2026-09-07', startTime: '18:00', endTime: '19:00', facilityId: hall.id, unitIds: hall.unitIds };
    const made = await client.post<BookingView>('/api/bookings', { ...wish, title: 'Ringen', kind: 'training', ...more });
    expect(made.status).toBe(200);
    return made.body.id;
  };
  await book(edda, one, { contactPerson: 'Mo Muster' });
  await book(anton, two, { title: '100 % Yoga', kind: 'course' });
  const lost = await book(edda, two, { date: '2026-09-14' });
  expect((await edda.post(`/api/bookings/${lost}/cancel`, { scope: 'one', reason: 'Umbau' })).status).toBe(200);
  const found = async (client: Client, filter: string) =>
    (await client.get<BookingView[]>(`/api/bookings/mine?${weeks}&${filter}`)).body
      .filter(({ facilityId }) => [one.id, two.id].includes(facilityId))
      .map(({ title, state }) => `${title} ${state}`);
  expect((await found(anton, '')).toSorted()).toEqual(['100 % Yoga approved', 'Ringen approved', 'Ringen cancelled']);
  expect(await found(edda, '')).toEqual(['Ringen approved', 'Ringen cancelled']);
  expect(await found(anton, `facility=${one.id}`)).toEqual(['Ringen approved']);
  expect(await found(anton, 'kind=course')).toEqual(['100 % Yoga approved']);
  expect(await found(anton, 'search=0%20%25%20y')).toEqual(['100 % Yoga approved']);
  expect(await found(anton, 'search=muster')).toEqual(['Ringen approved']);
  expect(await found(anton, 'show=gone')).toEqual(['Ringen cancelled']);
  expect(await found(anton, 'show=open')).toEqual([]);
});

test('the file contains the filtered dates and only what the list would show; nobody else gets it', async () => {
  const hall = await makeHall(server, 'RWA');
  const edda = await server.signedIn('editor');
  const wish = { date: '2026-09-21', startTime: '18:00', endTime: '19:30', facilityId: hall.id, unitIds: hall.unitIds };
  const purpose = { title: '=Ringen', kind: 'match', contactPerson: 'Mo Muster' };
  expect((await edda.post('/api/bookings', { ...wish, ...purpose })).status).toBe(200);
  const address = `/api/bookings/mine/export?${weeks}&facility=${hall.id}`;
  const refused = [server.visitor(), await server.signedIn('reader'), await server.signedIn('trainer')];
  const statuses: number[] = [];
  for (const client of refused) statuses.push((await client.get(address)).status);
  expect(statuses).toEqual([401, 403, 403]);
  const [head, line, ...rest] = (await edda.get(address)).text.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toMatch(/^"Datum";"Von";"Bis";"Sportstätte";"Teile";"Gruppe";"Für";"Abteilung";"Art"/);
  expect(line).toMatch(/^"21\.09\.2026";"18:00";"19:30";.*;"'=Ringen";"RWA";"";"Spiel";"Zugesagt";"Mo Muster";""$/);
  expect(rest).toEqual([]);
  const other = (await (await server.signedIn('admin', 'SCB')).get(address)).text;
  expect(other).not.toContain('Ringen');
  const sheet = await edda.get(`${address}&format=xlsx`);
  expect([sheet.status, sheet.text.slice(0, 2)]).toEqual([200, 'PK']);
  expect((await edda.get(`/api/bookings/mine/export?from=2026-01-01&to=2029-01-01`)).status).toBe(400);
});
