import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HelperListView } from '#shared/helpers/helperListShapes.ts';
import { instantOf } from '#shared/kernel/calendar.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

test('a list from a template has its shifts at the same hours and its items, on the new days, and without helpers', async () => {
  const template = await lastYears();
  const make = (values: object) => anton.post<HelperListView>('/api/operationals', { templateId: template.id, title: 'Neu', ...values });
  // Last year in summer, this time in winter: four o'clock is still four o'clock.
  const made = (await make({ startsOn: '2099-12-05', endsOn: '2099-12-06' })).body;
  expect(made).toMatchObject({ state: 'draft', items: [{ label: 'Kuchen', needed: 4, pledged: 0 }] });
  expect(made.shifts.map(({ task, startsAt, endsAt, needed, helpers }) => [task, startsAt, endsAt, needed, helpers])).toEqual([
    ['Grill', instantOf('2099-12-05', '16:00').toISOString(), instantOf('2099-12-05', '19:00').toISOString(), 2, []],
    ['Abbau', instantOf('2099-12-06', '10:00').toISOString(), instantOf('2099-12-06', '12:00').toISOString(), 2, []],
  ]);
  expect((await anton.get<HelperListView>(`/api/operationals/${template.id}`)).body.shifts[0]?.helpers).toHaveLength(1);
});

test('too few days, and a list of another club, are reported at their fields; nothing is created', async () => {
  const template = await lastYears();
  const alma = await server.signedIn('admin', 'SCB');
  const before = await server.sql('select count(*) from helper_list');
  const values = { templateId: template.id, title: 'Neu', startsOn: '2099-07-04', endsOn: '2099-07-04' };
  expect((await anton.post('/api/operationals', values)).body.fields).toEqual([
    { path: 'endsOn', message: 'Die Dienste der Vorlage gehen dann bis 05.07.2099.' },
  ]);
  expect((await alma.post('/api/operationals', values)).status).not.toBe(200);
  expect(
    (await anton.post('/api/operationals', { ...values, templateId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' })).body.fields?.[0]?.path,
  ).toBe('templateId');
  expect(await server.sql('select count(*) from helper_list')).toEqual(before);
});

/** A list of two days with a helper, and a cake as an item. */
async function lastYears(): Promise<HelperListView> {
  let list = (await anton.post<HelperListView>('/api/operationals', { title: 'Fest', startsOn: '2098-07-05', endsOn: '2098-07-06' })).body;
  for (const [task, day, from, to] of [
    ['Grill', '2098-07-05', '16:00', '19:00'],
    ['Abbau', '2098-07-06', '10:00', '12:00'],
  ] as const) {
    const times = { startsAt: instantOf(day, from).toISOString(), endsAt: instantOf(day, to).toISOString() };
    list = (await anton.post<HelperListView>(`/api/operationals/${list.id}/shifts`, { task, ...times, needed: 2 })).body;
  }
  await anton.post(`/api/operational-shifts/${list.shifts[0]?.id}/assignments`, { name: 'Gesa Gast' });
  return (await anton.post<HelperListView>(`/api/operationals/${list.id}/items`, { label: 'Kuchen', needed: 4 })).body;
}
