import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let edda: Client;
beforeAll(async () => {
  server = await startServer();
  edda = await server.signedIn('editor');
});
afterAll(() => server.close());

type Refusal = { code: string };

const lines = (text: string) => text.trim().split('\r\n');

test('the export of offers equals the list: those of its filter, in both formats, and only for users who see drafts', async () => {
  const [{ count = 0 } = {}] = await server.sql<{ count: number }>(
    "select count(*)::int as count from course c join department d on d.id = c.department_id where c.club = 'RWA' and d.name = 'Turnen' and not c.template and c.status not in ('archived', 'billed')",
  );
  const file = await edda.get('/api/manage/courses/export?department=Turnen');
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(lines(file.text)[0]).toContain('"Nummer";"Angebot"');
  expect(lines(file.text)).toHaveLength(count + 1);
  expect(count).toBeGreaterThan(0);
  const sheet = await edda.get('/api/manage/courses/export?format=xlsx');
  expect([sheet.status, sheet.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  expect((await (await server.signedIn('trainer')).get('/api/manage/courses/export')).status).toBe(403);
  expect((await (await server.signedIn('editor', 'SCB')).get('/api/manage/courses/export?club=RWA')).status).toBe(404);
});

test('a file follows the order and the columns of the list; unknown columns are dropped, and without known ones all are exported', async () => {
  const shown = await edda.get('/api/manage/courses/export?columns=places,title,constructor&sort=title&descending=true');
  expect(lines(shown.text)[0]).toBe('"Plätze mindestens";"Plätze höchstens";"Angemeldet";"Warteliste";"Angebot";"Untertitel"');
  const titles = (await edda.get('/api/manage/courses/export?columns=number&sort=number&descending=true')).text;
  const numbers = lines(titles).slice(1);
  expect(numbers.length).toBeGreaterThan(2);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b.localeCompare(a, 'de', { numeric: true })));
  expect(lines((await edda.get('/api/manage/courses/export?columns=toString')).text)[0]).toContain('"Nummer";"Angebot";"Untertitel";"Art"');
  expect(lines((await edda.get('/api/sessions/export?view=week&columns=title,times')).text)[0]).toBe('"Angebot";"Von";"Bis"');
  expect((await edda.get(`/api/sessions/export?columns=${'x'.repeat(1001)}`)).status).toBe(400);
});

test('an export of a department never drops offers silently: it is complete or refused', async () => {
  const add = (count: number) =>
    server.sql(
      `insert into course select made.* from (select c.* from course c join department d on d.id = c.department_id
           where c.club = 'RWA' and d.name = $1 and not c.template and c.status = 'published' order by c.id limit 1) c,
         generate_series(1, $2) n,
         lateral jsonb_populate_record(null::course, to_jsonb(c) || jsonb_build_object('id', gen_random_uuid(), 'slug', gen_random_uuid(),
           'number', n || '-' || left(gen_random_uuid()::text, 8), 'starts_on', '2020-01-01')) made`,
      ['Turnen', count],
    );
  const [before, others] = await Promise.all(
    ['?department=Turnen', ''].map(async (query) => lines((await edda.get(`/api/manage/courses/export${query}`)).text).length),
  );
  await add(600);
  expect(lines((await edda.get('/api/manage/courses/export?department=Turnen')).text)).toHaveLength((before ?? 0) + 600);
  expect(lines((await edda.get('/api/manage/courses/export')).text)).toHaveLength((others ?? 0) + 600);
  await add(1400);
  const refused = await edda.get<Refusal>('/api/manage/courses/export');
  expect([refused.status, refused.body.code]).toEqual([422, 'too-many-rows']);
  // A list of another department is still short enough for a file.
  const [other] = await server.sql<{ name: string; count: number }>(
    `select d.name, count(*)::int as count from course c join department d on d.id = c.department_id
     where c.club = 'RWA' and d.name <> 'Turnen' and not c.template and c.status not in ('archived', 'billed') group by 1 order by 2 desc limit 1`,
  );
  const file = await edda.get(`/api/manage/courses/export?department=${encodeURIComponent(other?.name ?? '')}`);
  expect([file.status, lines(file.text).length]).toEqual([200, (other?.count ?? 0) + 1]);
});

test('sessions are exported with attendance numbers and without names; a trainer exports their own', async () => {
  const till = await server.signedIn('trainer');
  const { total } = (await till.get<{ total: number }>('/api/sessions?view=week&mine=true')).body;
  const file = await till.get('/api/sessions/export?view=week&mine=true');
  expect(file.status).toBe(200);
  expect(lines(file.text)).toHaveLength(total + 1);
  expect(lines(file.text)[0]).toBe(
    '"Tag";"Von";"Bis";"Angebot";"Ort";"Angemeldet";"Entschuldigt";"Schnuppern";"Anwesend";"Stand";"Grund";"Vertretung"',
  );
  expect((await (await server.signedIn('reader')).get('/api/sessions/export')).status).toBe(403);
});

test('the audit log lists guardians with a record named beside a child, and nobody who only shares name or address', async () => {
  const [enrolled] = await server.sql<{ id: string; person_id: string }>(
    "select id, person_id from enrolment where club = 'RWA' and course_id is not null and state = 'confirmed' order by id desc limit 1",
  );
  await server.sql(
    "update enrolment set state = 'pending', guardian_name = 'Vera Vormund', contact_email = 'vera@vormund.example' where id = $1",
    [enrolled?.id],
  );
  const people = await Promise.all(
    [
      ['Vera', 'vera@vormund.example'],
      ['Vera', 'andere@vormund.example'],
      ['Kind', 'vera@vormund.example'],
    ].map(async ([firstname, email]) => {
      const [row] = await server.sql<{ id: string }>(
        `insert into person (id, club, firstname, lastname, birth_date, email, created_at, updated_at)
         values (gen_random_uuid(), 'RWA', $1, 'Vormund', '1980-02-03', $2, now(), now()) returning id`,
        [firstname, email],
      );
      return row?.id;
    }),
  );
  await server.outdate();
  const file = await edda.get('/api/participants/open/export?view=pending');
  expect(file.text).toContain('"vera@vormund.example";"Vera Vormund"');
  const course = await server.sql<{ course_id: string }>('select course_id from enrolment where id = $1', [enrolled?.id]);
  expect((await edda.get(`/api/courses/${course[0]?.course_id}/participants/export`)).status).toBe(200);
  const logged = await server.sql<{ listed: string[] }>(
    "select after -> 'listed' as listed from audit where after ? 'listed' order by id desc limit 2",
  );
  for (const { listed } of logged) {
    expect(listed).toContain(enrolled?.person_id);
    expect(people.map((id) => listed.includes(id ?? ''))).toEqual([true, false, false]);
  }
  await server.sql("update enrolment set state = 'confirmed', guardian_name = null, contact_email = null where id = $1", [enrolled?.id]);
});

test('the waiting people are exported with a fresh password only, and the log lists the persons', async () => {
  await server.sql(
    "update enrolment set state = 'pending' where id in (select id from enrolment where club = 'RWA' and state = 'confirmed' order by id limit 3)",
  );
  await server.outdate();
  const { total } = (await edda.get<{ total: number }>('/api/participants/open?view=pending')).body;
  expect(total).toBeGreaterThanOrEqual(3);
  const file = await edda.get('/api/participants/open/export?view=pending');
  expect(file.status).toBe(200);
  expect(lines(file.text)).toHaveLength(total + 1);
  const [entry] = await server.sql<{ content: string; listed: string[] }>(
    "select content, after -> 'listed' as listed from audit where content like 'Anmeldungen exportiert%' order by id desc limit 1",
  );
  expect(entry?.content).toBe(`Anmeldungen exportiert: Anfragen (${total})`);
  expect(entry?.listed).toHaveLength(total);
  expect((await (await server.signedIn('trainer')).get('/api/participants/open/export')).status).toBe(403);
  await server.sql("update auth_session set confirmed_at = now() - interval '1 hour'");
  expect((await edda.get<Refusal>('/api/participants/open/export')).body.code).toBe('reauthentication-required');
});
