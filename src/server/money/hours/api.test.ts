import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FullHourSheet, HourProposal, HourSheet } from '#shared/money/hours.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let till: Client;
let board: Client;
beforeAll(async () => {
  server = await startServer();
  // The demo data has sheets and a rate of its own.
  await server.sql('delete from hour_sheet');
  await server.sql('delete from trainer_rate');
  till = await server.signedIn('trainer');
  board = await server.signedIn('admin');
});
afterAll(() => server.close());

type Own = { isLinked: boolean; sheets: HourSheet[]; proposals: HourProposal[] };
const own = async (client = till) => (await client.get<Own>('/api/hour-sheets/own')).body;
const post = <T = FullHourSheet>(client: Client, path: string, body: unknown) => client.post<T>(`/api/hour-sheets${path}`, body);

/** A draft of the newest quarter that still has held dates. */
async function draft(): Promise<FullHourSheet> {
  const [proposal] = (await own()).proposals;
  const { status, body } = await post(till, '', { departmentId: proposal?.departmentId, from: proposal?.from });
  expect(status).toBe(200);
  return body;
}

test('only staff have sheets, only heads and boards see those of others, and a draft is visible to its author only', async () => {
  expect((await server.visitor().get('/api/hour-sheets/own')).status).toBe(401);
  expect((await (await server.signedIn('reader')).get('/api/hour-sheets/own')).status).toBe(403);
  expect((await till.get('/api/hour-sheets')).status).toBe(403);
  const sheet = await draft();
  const editor = await server.signedIn('editor');
  expect((await editor.get('/api/hour-sheets')).status).toBe(200);
  for (const client of [editor, board, await server.signedIn('admin', 'SCB'), await server.signedIn('trainer', 'SCB')])
    expect((await client.get(`/api/hour-sheets/${sheet.id}`)).status).toBe(404);
  expect((await editor.get<HourSheet[]>('/api/hour-sheets')).body).toEqual([]);
  expect((await till.send('DELETE', `/api/hour-sheets/${sheet.id}`)).status).toBe(200);
});

test('held sessions are proposed by quarter and department, are added to a sheet with their real minutes, and are no longer proposed', async () => {
  const [proposal] = (await own()).proposals;
  const sheet = await draft();
  expect([sheet.entries.length, sheet.minutes]).toEqual([proposal?.sessions, proposal?.minutes]);
  expect((await own()).proposals.some(({ from, departmentId }) => from === proposal?.from && departmentId === proposal?.departmentId)).toBe(
    false,
  );
  expect((await post(till, '', { departmentId: proposal?.departmentId, from: proposal?.from })).status).toBe(409);
  const wrong = await post<{ fields: { path: string }[] }>(till, '', { departmentId: null, from: '2026-10-02' });
  expect([wrong.status, wrong.body.fields[0]?.path]).toEqual([422, 'from']);
  await till.send('DELETE', `/api/hour-sheets/${sheet.id}`);
});

test('a draft is changed by its trainer only; invalid entries are refused at their line and nothing is written', async () => {
  const sheet = await draft();
  const url = `/api/hour-sheets/${sheet.id}/entries`;
  const [first] = sheet.entries;
  const own = { sessionId: null, day: sheet.from, minutes: 45, activity: 'Turnier', participants: null, note: '' };
  const save = (entries: unknown[], client = till) =>
    client.send<FullHourSheet & { fields: { path: string }[] }>('PUT', url, { version: sheet.version, entries });
  const [another] = await server.sql<{ id: string }>(
    `select s.id from course_session s join course c on c.id = s.course_id
     where c.club = 'RWA' and s.state = 'held' and not exists (
       select 1 from course_trainer t join person_access a on a.person_id = t.person_id join app_user u on u.id = a.user_id
       where t.course_id = c.id and u.email = 'trainer@rwa.test') limit 1`,
  );
  for (const [entry, path] of [
    [{ ...own, minutes: 0 }, 'entries.1.minutes'],
    [{ ...own, minutes: 961 }, 'entries.1.minutes'],
    [{ ...own, activity: ' ' }, 'entries.1.activity'],
    [{ ...own, day: '2025-01-01' }, 'entries.1.day'],
    [{ ...own, sessionId: another?.id }, 'entries.1.day'],
    [first, 'entries.1.day'],
  ] as const) {
    const { status, body } = await save([first, entry]);
    expect([status, body.fields?.[0]?.path]).toEqual([422, path]);
  }
  expect((await save([own], board)).status).toBe(404);
  const saved = await save([first, own]);
  expect([saved.status, saved.body.minutes]).toEqual([200, (first?.minutes ?? 0) + 45]);
  expect((await save([first])).status).toBe(409);
  await till.send('DELETE', `/api/hour-sheets/${sheet.id}`);
});

test('from draft to payment: the rate is frozen, nobody approves their own, a rejected sheet is returned, the trainer is notified', async () => {
  expect(
    (await board.post('/api/trainer-rates', { departmentId: null, personId: null, centsPerHour: 1250, validFrom: '2026-01-01' })).status,
  ).toBe(200);
  expect(
    (await till.post('/api/trainer-rates', { departmentId: null, personId: null, centsPerHour: 9999, validFrom: '2026-01-01' })).status,
  ).toBe(403);
  const sheet = await draft();
  const submitted = await post(till, `/${sheet.id}/submission`, { version: sheet.version });
  expect(submitted.body).toMatchObject({ state: 'submitted', rateCents: 1250, cents: Math.round((sheet.minutes * 1250) / 60) });
  expect((await till.send('PUT', `/api/hour-sheets/${sheet.id}/entries`, { version: submitted.body.version, entries: [] })).status).toBe(
    409,
  );

  const decide = (client: Client, version: number, isApproved: boolean, reason = '') =>
    post(client, `/${sheet.id}/decision`, { version, isApproved, reason });
  expect((await decide(till, submitted.body.version, true)).status).toBe(403);
  expect((await decide(await server.signedIn('admin', 'SCB'), submitted.body.version, true)).status).toBe(404);
  expect((await decide(board, submitted.body.version, false)).status).toBe(422);
  const rejected = await decide(board, submitted.body.version, false, 'Bitte ohne den Ferientermin.');
  expect(rejected.body).toMatchObject({ state: 'rejected', rejectReason: 'Bitte ohne den Ferientermin.' });
  const again = await post(till, `/${sheet.id}/draft`, { version: rejected.body.version });
  await board.post('/api/trainer-rates', { departmentId: null, personId: null, centsPerHour: 1500, validFrom: '2026-02-01' });
  const second = await post(till, `/${sheet.id}/submission`, { version: again.body.version });
  expect(second.body.rateCents).toBe(1500);
  const approved = await decide(board, second.body.version, true);
  expect(approved.body.state).toBe('approved');
  // A sheet that was approved by mistake can be returned.
  const returned = await decide(board, approved.body.version, false, 'Falscher Satz');
  expect(returned.body).toMatchObject({ state: 'rejected', approvedBy: '' });
  const third = await post(till, `/${sheet.id}/draft`, { version: returned.body.version });
  const last = await post(till, `/${sheet.id}/submission`, { version: third.body.version });
  expect((await decide(board, last.body.version, true)).status).toBe(200);

  expect((await (await server.signedIn('editor')).post('/api/hour-sheets/export', {})).status).toBe(403);
  const file = await board.post('/api/hour-sheets/export', {});
  expect(file.text).toContain('Zur Zahlung');
  expect((await decide(board, last.body.version + 2, false, 'zu spät')).status).toBe(409);
  const [listed] = (await board.get<HourSheet[]>('/api/hour-sheets?state=exported')).body;
  const paid = await post(board, '/paid', { items: [{ id: sheet.id, version: listed?.version }] });
  expect(paid.status).toBe(200);
  expect((await own()).sheets.find(({ id }) => id === sheet.id)).toMatchObject({ state: 'paid', cents: second.body.cents });
  expect(await server.sql("select 1 from audit where entity = 'hourSheets' and entity_id = $1", [sheet.id])).not.toHaveLength(0);
});

test('nobody approves their own hours, not even with the right to approve', async () => {
  const edda = await server.signedIn('editor');
  const [proposal] = (await own(edda)).proposals;
  const { body: sheet } = await post(edda, '', { departmentId: proposal?.departmentId, from: proposal?.from });
  const { body: submitted } = await post(edda, `/${sheet.id}/submission`, { version: sheet.version });
  expect((await post(edda, `/${sheet.id}/decision`, { version: submitted.version, isApproved: true, reason: '' })).status).toBe(403);
});

test('twenty concurrent clicks create one sheet, and every held session is on it once', async () => {
  const [proposal] = (await own()).proposals;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(till, '', { departmentId: proposal?.departmentId, from: proposal?.from })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(
    await server.sql('select session_id from hour_entry where session_id is not null group by session_id, person_id having count(*) > 1'),
  ).toEqual([]);
});

test('overlapping sheets of a trainer and a department are refused, by the page and by the database', async () => {
  const edda = await server.signedIn('editor');
  const sheet = (await own(edda)).sheets[0];
  const copy = `insert into hour_sheet (id, club, person_id, department_id, period_from, period_to)
    select gen_random_uuid(), club, person_id, department_id, period_from + $2::int, period_to + $2::int from hour_sheet where id = $1`;
  await expect(server.sql(copy, [sheet?.id, 30])).rejects.toThrow(/hour_sheet_overlap/);
  const same = await post<{ code: string }>(edda, '', { departmentId: null, from: '2026-10-02' });
  expect(same.status).toBe(422);
  await server.sql(copy, [sheet?.id, 400]);
});
