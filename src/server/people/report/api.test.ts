import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DiaryEntry, MemberReport } from '#shared/people/report/memberReport.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { jaDat } from './jaDat.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const keyDate = '2026-01-01';

test('the diary and the report are for the board of the club and a super; others are refused, also those of another club', async () => {
  const urls = [`/api/member-report?keyDate=${keyDate}`, '/api/diary?from=2026-01-01&to=2026-12-31'];
  for (const url of urls) {
    expect((await server.visitor().get(url)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor'] as const) expect((await (await server.signedIn(role)).get(url)).status).toBe(403);
    expect((await (await server.signedIn('admin')).get(url)).status).toBe(200);
    expect((await (await server.signedIn('admin')).get(`${url}&club=SCB`)).status).toBe(404);
    expect((await (await server.signedIn('super')).get(`${url}&club=SCB`)).status).toBe(200);
  }
});

test('A numbers: the sum over the birth years is the number of members on the key date, each counted once', async () => {
  const admin = await server.signedIn('admin');
  const { body } = await admin.get<MemberReport>(`/api/member-report?keyDate=${keyDate}`);
  const [expected] = await server.sql<{ total: number; dated: number; women: number }>(
    `select count(*)::int as total, count(p.birth_date)::int as dated, (count(*) filter (where p.gender = 'w' and p.birth_date is not null))::int as women
     from member m join person p on p.id = m.person_id
     where m.club = 'RWA' and m.status in ('active', 'terminated', 'left') and joined_on <= $1 and (left_on is null or left_on >= $1)`,
    [keyDate],
  );
  const all = (rows: MemberReport['years'] | MemberReport['brackets']) => rows.reduce((sum, { m, w, d, x }) => sum + m + w + d + x, 0);
  expect(body.total).toBe(expected?.total);
  expect(all(body.years)).toBe(expected?.dated);
  // Members without a birth date are listed as faults; together with them the totals are complete.
  const undated = body.faults.filter(({ fault }) => fault === 'no-birth-date').length;
  expect(all(body.years) + undated).toBe(body.total);
  expect(all(body.brackets)).toBe(expected?.dated);
  expect(body.years.reduce((sum, { w }) => sum + w, 0)).toBe(expected?.women);
  expect(body.months).toHaveLength(12);
  expect(body.months.at(-1)?.month).toBe('2026-01');
});

test('a member who left on the key date still counts, the day after no more; members without a birth date or of gender divers are listed', async () => {
  const admin = await server.signedIn('admin', 'SCB');
  const read = async (day: string) => (await admin.get<MemberReport>(`/api/member-report?keyDate=${day}`)).body;
  const before = await read('2030-01-01');
  await server.sql(
    `with person_made as (
       insert into person (id, club, firstname, lastname, gender, created_at, updated_at)
       values (gen_random_uuid(), 'SCB', 'Deniz', 'Divers', 'd', now(), now()) returning id)
     insert into member (id, club, person_id, member_no, joined_on, left_on, status)
     select gen_random_uuid(), 'SCB', id, 'T-1', '2026-05-01', '2030-01-01', 'left' from person_made`,
  );
  const last = await read('2030-01-01');
  expect(last.total).toBe(before.total + 1);
  expect(last.faults.filter(({ name }) => name === 'Divers, Deniz').map(({ fault }) => fault)).toEqual([
    'no-birth-date',
    'gender-d',
    'no-department',
  ]);
  expect(last.unreported).toBe(before.unreported + 1);
  expect((await read('2030-01-02')).total).toBe(before.total);
});

test('ja.dat has 86 characters per record, first everybody once, and requires the number of the club', async () => {
  const admin = await server.signedIn('admin');
  const url = `/api/member-report/file?keyDate=${keyDate}&format=ja`;
  const refused = await admin.get(url);
  expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([422, 'format']);
  const boss = await server.signedIn('super');
  expect((await boss.send('PUT', '/api/config/lsb.RWA.clubNumber', { value: '12345', version: 0 })).status).toBe(200);
  const file = await admin.get(url);
  const lines = file.text.split('\r\n').filter(Boolean);
  expect(lines.every((line) => line.length === 86)).toBe(true);
  expect(lines[0]).toMatch(/^12345 {5} {16}00000000\d{4}/);
  const everybody = lines.filter((line) => line.slice(26, 30) === '0000');
  const { body } = await admin.get<MemberReport>(`/api/member-report?keyDate=${keyDate}`);
  const counted = everybody.reduce((sum, line) => sum + [38, 46, 54, 62].reduce((all, at) => all + Number(line.slice(at, at + 8)), 0), 0);
  expect(counted).toBe(body.total - body.unreported);
  expect(await server.sql("select 1 from audit where content like 'Bestandserhebung%' and club = 'RWA'")).toHaveLength(1);
});

test('a record of ja.dat has the layout of the associations', () => {
  const record = { association: 40, sport: 7, birthYear: 2010, menActive: 3, menPassive: 0, womenActive: 12, womenPassive: 1 };
  expect(jaDat('0123456789', [record], '01.01.2026_08:30')).toBe(
    `0123456789${' '.repeat(16)}0040000720100000000300000000000000120000000101.01.2026_08:30\r\n`,
  );
});

test('the diary lists held sessions with real minutes and their leaders; only the substitute if there was one', async () => {
  const admin = await server.signedIn('admin');
  const [session] = await server.sql<{ id: string; day: string }>(
    `update course_session set state = 'held', present_count = 7 where id = (
       select s.id from course_session s join course c on c.id = s.course_id join course_trainer t on t.course_id = c.id
       where c.club = 'RWA' and s.substitute_person_id is null order by s.starts_at limit 1)
     returning id, to_char(local_date, 'YYYY-MM-DD') as day`,
  );
  const read = async () => {
    const { body } = await admin.get<{ entries: DiaryEntry[]; weeks: unknown[] }>(`/api/diary?from=${session?.day}&to=${session?.day}`);
    return body.entries.find(({ sessionId }) => sessionId === session?.id);
  };
  const held = await read();
  expect(held).toMatchObject({ present: 7, minutes: expect.any(Number) });
  expect(held?.trainers.length).toBeGreaterThan(0);
  await server.sql(
    "update course_session set substitute_person_id = (select id from person where club = 'RWA' and lastname <> '' order by id limit 1) where id = $1",
    [session?.id],
  );
  expect((await read())?.trainers).toHaveLength(1);
  const wrong = await admin.get('/api/diary?from=2026-02-01&to=2026-01-01');
  expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([422, 'to']);
});
