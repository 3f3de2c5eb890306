import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SubjectFile } from '#shared/office/privacy.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  await server.sql('update club set has_news = true, has_operationals = true');
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

const remove = async (address: string) => expect((await anton.send('DELETE', address)).status).toBe(200);
const restore = async (id: string) => expect((await anton.post(`/api/deleted-records/${id}/restore`, {})).status).toBe(200);

async function idOf(sql: string, values: unknown[] = []): Promise<string> {
  const [row] = await server.sql<{ id: string }>(sql, values);
  if (!row) throw new Error(`nothing: ${sql}`);
  return row.id;
}

const newPerson = (lastname: string) =>
  idOf(
    "insert into person (id, club, firstname, lastname, created_at, updated_at) values (gen_random_uuid(), 'RWA', 'Kim', $1, now(), now()) returning id",
    [lastname],
  );

async function draft(leaders: readonly string[] = [], title = 'Tanz am Abend'): Promise<string> {
  const answer = await anton.post<{ id: string }>('/api/manage/courses', {
    kind: 'course',
    title,
    startsOn: '2027-05-03',
    endsOn: '2027-06-28',
    slots: [{ weekday: 1, startTime: '18:00', endTime: '19:00', place: 'Spiegelsaal' }],
    prices: [{ category: 'member', cents: 3500, per: 'course' }],
    trainers: leaders.map((personId) => ({ personId, role: 'lead', isPublic: true })),
  });
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.body.id;
}

test('a restored draft references the person kept by a merge, once', async () => {
  const [kept, other] = [await newPerson('Bleibt'), await newPerson('Bleibt')];
  const [one, both] = [await draft([other]), await draft([kept, other])];
  for (const id of [one, both]) await remove(`/api/manage/courses/${id}`);
  const merged = await anton.post(`/api/people/${kept}/merge`, { otherId: other, version: 1, otherVersion: 1, taken: [] });
  expect([merged.status, merged.status === 200 ? '' : merged.text]).toEqual([200, '']);
  for (const id of [one, both]) {
    await restore(id);
    expect(await server.sql('select person_id from course_trainer where course_id = $1', [id])).toEqual([{ person_id: kept }]);
  }
});

test('a draft is restored with the kinds of cards that are valid for it', async () => {
  const id = await draft();
  const product = await idOf(
    `with made as (insert into card_product (id, club, title, visits, cents, valid_months, state, created_at)
       values (gen_random_uuid(), 'RWA', 'Zehnerkarte', 10, 9000, 12, 'office', now()) returning id),
     link as (insert into card_product_course (product_id, course_id) select id, $1 from made)
     select id from made`,
    [id],
  );
  await remove(`/api/manage/courses/${id}`);
  await restore(id);
  expect(await server.sql('select product_id from card_product_course where course_id = $1', [id])).toEqual([{ product_id: product }]);

  // A card extended to a department meanwhile is not restored for single offers.
  await remove(`/api/manage/courses/${id}`);
  await server.sql("update card_product set department_id = (select id from department where club = 'RWA' limit 1) where id = $1", [
    product,
  ]);
  const refused = await anton.post<{ fields?: { message: string }[] }>(`/api/deleted-records/${id}/restore`, {});
  expect([refused.status, refused.body.fields?.[0]?.message]).toEqual([
    422,
    'Eine Art von Karte, die dafür galt, gilt inzwischen für eine Abteilung. Stellen Sie sie zuerst wieder auf Sportangebote um.',
  ]);
});

test('restored helper lists are linked to their event again, unless they were linked to another one', async () => {
  const newEvent = (title: string) =>
    idOf(
      `insert into event (id, club, title, kind, starts_at, ends_at)
       values (gen_random_uuid(), 'RWA', $1, 'festival', now() + interval '9 days', now() + interval '10 days') returning id`,
      [title],
    );
  const [event, other] = [await newEvent('Herbstfest'), await newEvent('Basar')];
  const lists = await server.sql<{ id: string }>(
    "update helper_list set event_id = $1 where id in (select id from helper_list where club = 'RWA' order by id limit 2) returning id",
    [event],
  );
  const [stays, moved] = lists.map(({ id }) => id);
  expect(lists).toHaveLength(2);
  await remove(`/api/events/${event}`);
  expect(await server.sql('select event_id from helper_list where id = $1', [stays])).toEqual([{ event_id: null }]);
  await server.sql('update helper_list set event_id = $1 where id = $2', [other, moved]);
  await restore(event);
  expect(await server.sql('select event_id from helper_list where id = any($1) order by id = $2 desc', [[stays, moved], stays])).toEqual([
    { event_id: event },
    { event_id: other },
  ]);
});

test('restored subpages are below their page again, unless they were moved', async () => {
  const page = async (slug: string, parentId: string | null) => {
    const answer = await anton.post<{ id: string }>('/api/pages', {
      slug,
      title: slug,
      body: { type: 'doc', content: [] },
      parentId,
      menuLabel: slug,
      menuOrder: 50,
      legalKind: null,
      state: 'draft',
    });
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    return answer.body.id;
  };
  const top = await page('verein-oben', null);
  const middle = await page('verein-mitte', top);
  const [stays, moved] = [await page('verein-bleibt', middle), await page('verein-geht', middle)];
  const parentOf = async (id: string) =>
    (await server.sql<{ parent: string }>('select parent_id as parent from page where id = $1', [id]))[0]?.parent;
  await remove(`/api/pages/${middle}`);
  expect([await parentOf(stays), await parentOf(moved)]).toEqual([top, top]);
  await server.sql('update page set parent_id = null where id = $1', [moved]);
  await restore(middle);
  expect([await parentOf(stays), await parentOf(moved)]).toEqual([middle, null]);
});

test('the export of a person lists deleted records that name them, with the last day of their retention', async () => {
  const person = await newPerson('Fragt');
  await remove(`/api/manage/courses/${await draft([person])}`);
  const partOf = (parts: SubjectFile['parts']) => parts.find(({ title }) => title === 'Gelöschtes, das sich wiederherstellen lässt')?.rows;
  const until = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
  const { body } = await anton.get<SubjectFile>(`/api/privacy/people/${person}/export`);
  expect(partOf(body.parts)).toEqual([{ kind: 'Sportangebot', name: 'Tanz am Abend', until }]);
});

test("the board pages through all deleted records, and those deleted by others do not displace one's own", async () => {
  const till = await server.signedIn('trainer');
  const view = (await till.post<{ id: string }>('/api/me/views', { page: 'sessions', name: 'Alt', query: 'mine=1' })).body.id;
  expect((await till.send('DELETE', `/api/me/views/${view}`)).status).toBe(200);
  for (const title of ['Eins', 'Zwei', 'Drei']) await remove(`/api/manage/courses/${await draft([], title)}`);
  type Page = { rows: { id: string; name: string }[]; next: string | null };
  const read = async (client: Client, more = '') => (await client.get<Page>(`/api/deleted-records?limit=2&kind=courses${more}`)).body;
  const first = await read(anton);
  const second = await read(anton, `&cursor=${first.next}`);
  expect([...first.rows, ...second.rows].slice(0, 3).map(({ name }) => name)).toEqual(['Drei', 'Zwei', 'Eins']);
  expect((await till.get<Page>('/api/deleted-records?limit=1')).body).toMatchObject({ rows: [{ id: view }], next: null });
});
