import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '#test/harness.ts';
import { multipart, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';

let server: StorageServer;
let anton: Client;
beforeAll(async () => {
  server = await startStorage();
  await server.sql('update club set has_news = true, has_operationals = true');
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

type Refusal = { fields?: { path: string; message: string }[] };
const restore = (id: string) => anton.post<Refusal>(`/api/deleted-records/${id}/restore`, {});
const messageOf = (answer: { status: number; body: Refusal }) => [answer.status, answer.body.fields?.[0]?.message];

async function draft(fields: object = {}): Promise<{ id: string; number: string; slug: string }> {
  const answer = await anton.post<{ id: string; number: string; slug: string }>('/api/manage/courses', {
    kind: 'course',
    title: 'Yoga im Park',
    startsOn: '2027-05-03',
    endsOn: '2027-06-28',
    slots: [{ weekday: 1, startTime: '18:00', endTime: '19:00', place: 'Stadtpark' }],
    prices: [],
    trainers: [],
    ...fields,
  });
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  const [row] = await server.sql<{ id: string; number: string; slug: string }>('select id, number, slug from course where id = $1', [
    answer.body.id,
  ]);
  if (!row) throw new Error('no draft');
  return row;
}

test('a deleted draft keeps its number and its slug while it can be restored', async () => {
  const first = await draft();
  expect((await anton.send('DELETE', `/api/manage/courses/${first.id}`)).status).toBe(200);
  const second = await draft();
  expect([second.number, second.slug]).not.toContain(first.number);
  expect(second.slug).not.toBe(first.slug);
  expect((await restore(first.id)).status).toBe(200);
  expect(await server.sql('select number, slug from course where id = $1', [first.id])).toEqual([
    { number: first.number, slug: first.slug },
  ]);
});

test('a draft whose number was taken meanwhile is refused; with another number it is restored', async () => {
  const first = await draft({ number: 'YOGA-1' });
  await anton.send('DELETE', `/api/manage/courses/${first.id}`);
  const second = await draft({ number: 'YOGA-1', title: 'Yoga in der Halle' });
  expect(messageOf(await restore(first.id))).toEqual([
    422,
    'Die Nummer hat inzwischen ein anderes Sportangebot. Geben Sie ihm zuerst eine andere Nummer.',
  ]);
  await server.sql("update course set number = 'YOGA-2' where id = $1", [second.id]);
  expect((await restore(first.id)).status).toBe(200);
});

test('a file whose path is taken, and an event that was imported again, report what prevents restoring', async () => {
  const put = async () => {
    const { url, ...rest } = multipart('RWA/public/courses/halle.pdf', paper(2000));
    expect((await server.ask('POST', url, { ...rest, token: await server.token('admin') })).status).toBe(200);
    const [row] = await server.sql<{ id: string }>("select id from storage_object where path = 'RWA/public/courses/halle.pdf'");
    return row?.id ?? '';
  };
  const file = await put();
  await anton.send('DELETE', `/api/files/${file}`);
  await put();
  expect(messageOf(await restore(file))).toEqual([
    422,
    'Unter diesem Namen liegt im selben Ordner inzwischen eine andere Datei. Löschen Sie zuerst die andere.',
  ]);

  const [event] = await server.sql<{ id: string }>(
    `update event set import_key = 'a@b' where id = (select id from event e where club = 'RWA'
       and not exists (select 1 from enrolment n where n.event_id = e.id) order by starts_at, id limit 1) returning id`,
  );
  await anton.send('DELETE', `/api/events/${event?.id}`);
  await server.sql(
    "update event set import_key = 'a@b' where id = (select id from event where club = 'RWA' order by starts_at desc, id limit 1)",
  );
  expect(messageOf(await restore(event?.id ?? ''))).toEqual([
    422,
    'Der Termin steht durch eine Kalenderdatei schon wieder im Kalender. Löschen Sie zuerst diesen.',
  ]);
});
