import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { MailPreview } from '#shared/content/mails.ts';
import type { HelperListView } from '#shared/helpers/helperListShapes.ts';
import { addDays, germanDate, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterEach(() => setClock());
afterAll(() => server.close());

const day = addDays(localOf(new Date()).date, 2);

test('helpers are thanked with their own hours, once each; people on standby are written to before the shift and not after it', async () => {
  let list = (await anton.post<HelperListView>('/api/operationals', { title: 'Sommerfest', startsOn: day, endsOn: day })).body;
  const path = `/api/operationals/${list.id}`;
  for (const [task, from, to] of [
    ['Aufbau', '10:00', '12:00'],
    ['Grill', '14:00', '16:30'],
  ] as const)
    list = (await anton.post<HelperListView>(`${path}/shifts`, { task, startsAt: at(from), endsAt: at(to), needed: 1 })).body;
  const [setUp, grill] = list.shifts;
  const assign = (shift: typeof setUp, name: string, isStandby = false) =>
    anton.post<HelperListView>(`/api/operational-shifts/${shift?.id}/assignments`, { name, email: `${name}@example.org`, isStandby });
  await assign(setUp, 'gesa');
  await assign(grill, 'gesa');
  list = (await assign(grill, 'stefan', true)).body;
  await anton.send('PUT', `${path}/state`, { state: 'open', version: list.version });
  expect(await readers(list.id)).toEqual([
    ['gesa@example.org', 'Danke für Ihre Hilfe!'],
    ['stefan@example.org', 'Danke für Ihre Hilfe!'],
  ]);

  expect(await readers(list.id, 'Ihr Dienst: {Dienst}')).toEqual([
    ['gesa@example.org', `Ihr Dienst: Aufbau (${germanDate(day)}, 10:00–12:00 Uhr) und Grill (${germanDate(day)}, 14:00–16:30 Uhr)`],
    ['stefan@example.org', `Ihr Dienst: Grill (${germanDate(day)}, 14:00–16:30 Uhr, Ersatzliste)`],
  ]);

  setClock(instantOf(addDays(day, 1), '09:00'));
  const rows = list.shifts.flatMap(({ helpers }) => helpers.filter(({ state }) => state === 'confirmed'));
  const settled = await anton.send('PUT', `${path}/hours`, {
    rows: rows.map(({ id }, index) => ({ id, state: 'done', minutes: index === 0 ? 120 : 150 })),
  });
  expect(settled.status).toBe(200);
  expect(await readers(list.id)).toEqual([['gesa@example.org', 'Danke für 4,5 Std.!']]);
});

const at = (time: string) => instantOf(day, time).toISOString();

/** The recipients of a mail to the list, with the subject as rendered for each. */
async function readers(id: string, subject = 'Danke für {Stunden}!'): Promise<[string, string][]> {
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bis bald.' }] }] };
  const letter = { subject, body, legalBasis: 'contract', replyTo: 'self', audience: { kind: 'helpers', id } };
  const { sample } = (await anton.post<MailPreview>('/api/mails/preview', letter)).body;
  return sample.map(({ email, subject }): [string, string] => [email, subject]).toSorted();
}
