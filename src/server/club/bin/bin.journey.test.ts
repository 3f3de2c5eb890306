import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Binned } from '#shared/club/bin.ts';
import { everyClub } from '#server/platform/database/database.ts';
import type { Client } from '#test/harness.ts';
import { multipart, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';
import { deleteOrphans, sweepUploads } from '#server/files/objects/service.ts';
import { binData } from './personalData.ts';

let server: StorageServer;
let anton: Client;
beforeAll(async () => {
  server = await startStorage();
  await server.sql('update club set has_news = true, has_operationals = true');
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

const list = async (client = anton) => (await client.get<Page>('/api/deleted-records')).body.rows;
const restore = (id: string, client = anton) =>
  client.post<{ kind: string; name: string } & Refusal>(`/api/deleted-records/${id}/restore`, {});
type Page = { rows: Binned[]; next: string | null };
type Refusal = { code: string; fields?: { path: string; message: string }[] };

/** All rows of these tables that refer to an id. */
async function rowsOf(id: string, tables: readonly string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const table of tables)
    found.push(
      ...(await server.sql(`select '${table}' as name, to_jsonb(t) as row from "${table}" t where to_jsonb(t)::text like $1 order by 2`, [
        `%${id}%`,
      ])),
    );
  return found;
}

async function first(sql: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(sql);
  if (!row) throw new Error(`nothing: ${sql}`);
  return row.id;
}

async function made(address: string, body: object, client = anton): Promise<string> {
  const answer = await client.post<{ id: string }>(address, body);
  expect([address, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([address, 200, '']);
  return answer.body.id;
}

const text = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Liebe Mitglieder' }] }] };

/** One record of each kind: how it is deleted, and which tables hold it. */
const kinds: { kind: string; make: () => Promise<string>; address: string; tables: readonly string[] }[] = [
  {
    kind: 'courses',
    make: async () => {
      const leader = await first("select id from person where club = 'RWA' and anonymised_at is null order by lastname, id limit 1");
      return made('/api/manage/courses', {
        kind: 'course',
        title: 'Rücken am Montag',
        startsOn: '2027-02-01',
        endsOn: '2027-03-01',
        slots: [{ weekday: 1, startTime: '18:00', endTime: '19:00', place: 'Spiegelsaal' }],
        prices: [{ category: 'member', cents: 3500, per: 'course' }],
        trainers: [{ personId: leader, role: 'lead', isPublic: true }],
      });
    },
    address: '/api/manage/courses/',
    tables: ['course', 'course_price', 'course_trainer', 'course_slot', 'course_session'],
  },
  {
    kind: 'news',
    make: () => first("select id from news where club = 'RWA' and state = 'published' order by slug limit 1"),
    address: '/api/newsroom/',
    tables: ['news', 'news_revision'],
  },
  {
    kind: 'pages',
    make: () => first("select id from page where club = 'RWA' and legal_kind is null order by slug limit 1"),
    address: '/api/pages/',
    tables: ['page', 'page_revision', 'page_redirect'],
  },
  {
    kind: 'mailTemplates',
    make: () => made('/api/mail-templates', { name: 'Sommerfest', subject: 'Sommerfest', body: text }),
    address: '/api/mail-templates/',
    tables: ['mail_template'],
  },
  {
    kind: 'views',
    make: () => made('/api/me/views', { page: 'members', name: 'Ausgetreten', query: 'phase=left' }),
    address: '/api/me/views/',
    tables: ['saved_view'],
  },
  {
    kind: 'events',
    make: () =>
      first(
        `select e.id from event e where e.club = 'RWA' and not exists (select 1 from enrolment n where n.event_id = e.id)
           and not exists (select 1 from helper_list h where h.event_id = e.id) order by e.starts_at, e.id limit 1`,
      ),
    address: '/api/events/',
    tables: ['event'],
  },
];

test.each(kinds)('nothing of a deleted record is lost for 30 days: $kind', async ({ kind, make, address, tables }) => {
  const id = await make();
  const before = await rowsOf(id, tables);
  expect(before.length).toBeGreaterThan(0);
  expect((await anton.send('DELETE', `${address}${id}`)).status).toBe(200);
  expect(await rowsOf(id, tables)).toEqual([]);
  const lying = (await list()).find((one) => one.id === id);
  expect(lying).toMatchObject({ kind, deletedBy: 'Anton Rotmuster' });
  // Of two concurrent restores one is refused, because the record is restored already.
  const answers = await Promise.all([restore(id), restore(id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(await rowsOf(id, tables)).toEqual(before);
  expect((await list()).some((one) => one.id === id)).toBe(false);
});

test('outside the board users see what they deleted themselves, and nobody sees the bin of another club', async () => {
  const [till, svea, alma, visitor] = [
    await server.signedIn('trainer'),
    await server.signedIn('super'),
    await server.signedIn('admin', 'SCB'),
    server.visitor(),
  ];
  expect((await visitor.get('/api/deleted-records')).status).toBe(401);
  expect((await (await server.signedIn('reader')).get('/api/deleted-records')).status).toBe(403);
  const own = await made('/api/me/views', { page: 'sessions', name: 'Meine Woche', query: 'mine=1' }, till);
  expect((await till.send('DELETE', `/api/me/views/${own}`)).status).toBe(200);
  const template = await made('/api/mail-templates', { name: 'Einladung', subject: 'Einladung', body: text });
  expect((await anton.send('DELETE', `/api/mail-templates/${template}`)).status).toBe(200);
  expect((await list(till)).map(({ id }) => id)).toEqual([own]);
  expect((await list()).map(({ id }) => id)).toContain(template);
  expect((await list()).map(({ id }) => id)).not.toContain(own);
  expect(await list(alma)).toEqual([]);
  expect((await alma.get('/api/deleted-records?club=RWA')).status).toBe(404);
  expect([(await restore(own)).status, (await restore(template, till)).status, (await restore(template, alma)).status]).toEqual([
    404, 403, 404,
  ]);
  expect((await svea.get<Page>('/api/deleted-records?club=RWA')).body.rows.map(({ id }) => id)).toContain(template);
  expect((await restore(template, svea)).body).toEqual({ kind: 'mailTemplates', name: 'Einladung' });
  expect((await restore(own, till)).status).toBe(200);
  const [entry] = await server.sql<{ content: string }>('select content from audit where entity_id = $1 order by id desc limit 1', [
    template,
  ]);
  expect(entry?.content).toBe('Gelöschtes wiederhergestellt: Einladung (Vorlage für Mails)');
});

test('a name taken meanwhile is reported, and references to removed records are omitted', async () => {
  const template = await made('/api/mail-templates', { name: 'Danke', subject: 'Danke', body: text });
  await anton.send('DELETE', `/api/mail-templates/${template}`);
  await made('/api/mail-templates', { name: 'danke', subject: 'Danke', body: text });
  const refused = await restore(template);
  expect([refused.status, refused.body.fields?.[0]?.message]).toEqual([
    422,
    'Der Name ist inzwischen vergeben. Benennen Sie zuerst das andere um.',
  ]);
  expect((await list()).some(({ id }) => id === template)).toBe(true);

  const [department] = await server.sql<{ id: string }>(
    "insert into department (id, club, name, short_name, position) values (gen_random_uuid(), 'RWA', 'Bogenschießen', 'BOG', 99) returning id",
  );
  const news = await first("select id from news where club = 'RWA' order by slug desc limit 1");
  await server.sql('update news set department_id = $1 where id = $2', [department?.id, news]);
  await anton.send('DELETE', `/api/newsroom/${news}`);
  await server.sql('delete from department where id = $1', [department?.id]);
  expect((await restore(news)).status).toBe(200);
  expect(await server.sql('select department_id from news where id = $1', [news])).toEqual([{ department_id: null }]);
});

test('a record that names an erased person is not restored', async () => {
  const course = kinds.find(({ kind }) => kind === 'courses');
  const id = (await course?.make()) ?? '';
  expect((await anton.send('DELETE', `/api/manage/courses/${id}`)).status).toBe(200);
  const leader = await first("select id from person where club = 'RWA' and anonymised_at is null order by lastname, id limit 1");
  const subject = { id: leader, club: 'RWA', firstname: '', lastname: '', birthDate: null, email: null, ownEmail: null } as const;
  await server.database.write(everyClub, async ({ tx }) => binData.erase?.(tx, { ...subject, mergedIds: [], loggedAs: [leader] }));
  expect((await restore(id)).status).toBe(404);
});

test('a file is restored with its bytes while it is in the bin, and documents of people are never in it', async () => {
  const put = async (name: string) => {
    const { url, ...rest } = multipart(name, paper(3000));
    expect((await server.ask('POST', url, { ...rest, token: await server.token('admin') })).status).toBe(200);
    return first(`select id from storage_object where path = '${name}'`);
  };
  const read = (name: string) => anton.get(`/v0/b/${server.settings.STORAGE_BUCKET}/o/${encodeURIComponent(name)}?alt=media`);
  const [plan, paperOf] = [await put('RWA/public/courses/plan.pdf'), await put('RWA/members/7/antrag.pdf')];
  for (const id of [plan, paperOf]) expect((await anton.send('DELETE', `/api/files/${id}`)).status).toBe(200);
  expect((await list()).filter(({ kind }) => kind === 'files').map(({ name }) => name)).toEqual(['plan.pdf']);
  await sweepUploads(server);
  await server.sql("update storage_garbage set since = now() - interval '2 days'");
  await deleteOrphans(server);
  expect((await read('RWA/public/courses/plan.pdf')).status).toBe(404);
  expect((await restore(plan)).status).toBe(200);
  const back = await read('RWA/public/courses/plan.pdf');
  expect([back.status, back.bytes.length]).toEqual([200, 3000]);

  // After the purge the bytes are deleted as well.
  await anton.send('DELETE', `/api/files/${plan}`);
  await server.sql("update deleted_record set deleted_at = now() - interval '32 days' where id = $1", [plan]);
  const [rule] = binData.retention ?? [];
  expect(await server.database.write(everyClub, async (write) => rule?.forget(write))).toBe(1);
  expect(await server.sql('select count(*)::int as count from storage_garbage')).not.toEqual([{ count: 0 }]);
  expect((await restore(plan)).status).toBe(404);
});
