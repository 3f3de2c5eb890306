import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { Expense, FullExpense } from '#shared/money/expenses/contract.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { emailOf, testTime, type Client } from '#test/harness.ts';
import { multipart, objectUrl, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';
import { expensesData } from './personalData.ts';

let server: StorageServer;
let rea: Client;
let till: Client;
let edda: Client;
let anton: Client;
let alma: Client;
let turnen: string;
let handball: string;
beforeAll(async () => {
  setClock(testTime);
  server = await startStorage();
  await server.sql('delete from expense');
  rea = await server.signedIn('reader');
  till = await server.signedIn('trainer');
  edda = await server.signedIn('editor');
  anton = await server.signedIn('admin');
  alma = await server.signedIn('admin', 'SCB');
  await withOwnPerson('admin');
  const departments = await server.sql<{ id: string }>(
    `select id from department where club = 'RWA' and ended_on is null order by id limit 2`,
  );
  [turnen = '', handball = ''] = departments.map(({ id }) => id);
  await server.sql('update department set head_person_id = null, deputy_person_id = null');
  await server.sql('update department set head_person_id = $2 where id = $1', [turnen, await personOf('trainer')]);
  await server.sql('update department set deputy_person_id = $2 where id = $1', [handball, await personOf('editor')]);
  await server.outdate();
});
afterAll(async () => {
  setClock();
  await server.close();
});

async function personOf(role: 'reader' | 'trainer' | 'editor' | 'admin'): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id where u.email = $1 and a.relation = 'self'`,
    [emailOf(role)],
  );
  return row?.id ?? '';
}

async function withOwnPerson(role: 'admin'): Promise<void> {
  if (await personOf(role)) return;
  const id = randomUUID();
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, 'RWA', 'Anton', 'Auslag', '1980-02-03', now(), now())`,
    [id],
  );
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, verified_at) select id, $1, 'RWA', 'self', now() from app_user where email = $2`,
    [id, emailOf(role)],
  );
}

/** Uploads a voucher to the own folder of an account; returns its path. */
async function upload(role: 'reader' | 'trainer' | 'editor' | 'admin', type = 'application/pdf'): Promise<string> {
  const path = `users/${await server.userId(role)}/vouchers/${randomUUID().slice(0, 8)}-beleg.pdf`;
  const bytes = type === 'application/pdf' ? paper(2000) : Buffer.from('Nur Text.');
  const { url, ...rest } = multipart(path, bytes, type);
  expect((await server.ask('POST', url, { ...rest, token: await server.token(role) })).status).toBe(200);
  return path;
}

const balls = { spentOn: '2026-11-20', purpose: 'Trainingsbälle', cents: 4990, km: null };
const way = { spentOn: '2026-11-19', purpose: 'Fahrt zum Turnier', cents: null, km: 84, vouchers: [] };
type Said = FullExpense & ProblemBody;
const submit = (client: Client, input: object) => client.post<Said>('/api/expenses', input);
const decide = (client: Client, { id, version }: Pick<Expense, 'id' | 'version'>, more: object = { isApproved: true }) =>
  client.post<Said>(`/api/expenses/${id}/decision`, { version, ...more });
const list = (client: Client, query = '') => client.get<{ rows: Expense[]; total: number; totalCents: number }>(`/api/expenses${query}`);
const faultOf = ({ status, body }: { status: number; body: ProblemBody }) => [status, body.fields?.[0]?.path];
const codeOf = ({ status, body }: { status: number; body: ProblemBody }) => [status, body.code];
const stateOf = async (id: string) => (await server.sql<{ state: string }>('select state from expense where id = $1', [id]))[0]?.state;
const read = async (path: string, role?: 'reader' | 'trainer' | 'editor' | 'admin', club?: 'SCB') =>
  (await server.ask('GET', objectUrl(path, '?alt=media'), { token: role && (await server.token(role, club)) })).status;

/** An expense by km, which needs no voucher. */
async function trip(client: Client, more: object = {}): Promise<FullExpense> {
  const { status, body } = await submit(client, { ...way, ...more });
  expect(status).toBe(200);
  return body;
}

test('with its voucher an expense is submitted; the file moves to the expense, and only its submitter and those who decide may open it', async () => {
  expect((await server.visitor().get('/api/expenses/own')).status).toBe(401);
  expect((await submit(server.visitor(), { ...balls, vouchers: ['x'] })).status).toBe(401);
  const path = await upload('reader');
  const { status, body } = await submit(rea, { ...balls, departmentId: turnen, vouchers: [path] });
  expect([status, body.state, body.cents, body.isOwn, body.mayDecide]).toEqual([200, 'submitted', 4990, true, false]);
  const [voucher] = body.vouchers;
  expect(voucher?.path).toBe(`RWA/expenses/${body.id}/${path.split('/').at(-1)}`);
  expect(await server.sql('select 1 from storage_object where path = $1', [path])).toEqual([]);
  const stored = voucher?.path ?? '';
  expect(await read(stored)).toBe(401);
  expect(await read(stored, 'reader')).toBe(200);
  expect(await read(stored, 'trainer')).toBe(200);
  expect(await read(stored, 'admin')).toBe(200);
  for (const [role, club] of [['editor'], ['admin', 'SCB'], ['reader', 'SCB']] as const) expect(await read(stored, role, club)).toBe(403);
  // Nobody changes a voucher past its expense.
  const { url, ...rest } = multipart(stored, paper(500), 'application/pdf');
  for (const role of ['reader', 'admin'] as const)
    expect((await server.ask('POST', url, { ...rest, token: await server.token(role) })).status).toBe(403);
  expect((await server.ask('DELETE', objectUrl(stored), { token: await server.token('admin') })).status).toBe(403);
  const [look] = await server.sql(`select entity, entity_id from audit where action = 'storagePrivate.read' order by id desc limit 1`);
  expect(look).toEqual({ entity: 'expenses', entity_id: body.id });
});

test('invalid input is refused at its field, and nothing is written', async () => {
  const path = await upload('reader');
  const of = { ...balls, departmentId: null, vouchers: [path] };
  const before = await server.sql('select count(*)::int as count from expense');
  for (const [input, field] of [
    [{ ...of, cents: 0 }, 'cents'],
    [{ ...of, cents: -5 }, 'cents'],
    [{ ...of, cents: 1.5 }, 'cents'],
    [{ ...of, cents: 1_000_001 }, 'cents'],
    [{ ...of, cents: null }, 'cents'],
    [{ ...of, km: 10 }, 'cents'],
    [{ ...way, km: 0 }, 'km'],
    [{ ...way, km: 5001 }, 'km'],
    [{ ...of, purpose: ' ' }, 'purpose'],
    [{ ...of, purpose: 'x'.repeat(121) }, 'purpose'],
    [{ ...of, spentOn: addDays(today(), 1) }, 'spentOn'],
    [{ ...of, spentOn: '2023-11-21' }, 'spentOn'],
    [{ ...of, spentOn: 'gestern' }, 'spentOn'],
    [{ ...of, departmentId: randomUUID() }, 'departmentId'],
    [{ ...of, vouchers: [] }, 'vouchers'],
    [{ ...of, vouchers: Array.from({ length: 6 }, (_, at) => `${path}${at}`) }, 'vouchers'],
    [{ ...of, vouchers: [`${path}-gone`] }, 'vouchers'],
    [{ ...of, vouchers: [await upload('trainer')] }, 'vouchers'],
    [{ ...of, vouchers: [await upload('reader', 'text/plain')] }, 'vouchers'],
  ] as const)
    expect(faultOf(await submit(rea, input)), JSON.stringify(input)).toEqual([422, field]);
  expect(await server.sql('select count(*)::int as count from expense')).toEqual(before);
  expect(await server.sql('select 1 from storage_object where path = $1', [path])).toHaveLength(1);
});

test('one upload becomes the voucher of one expense, also of two at once', async () => {
  const input = { ...balls, departmentId: null, vouchers: [await upload('reader')] };
  const answers = await Promise.all([submit(rea, input), submit(rea, input)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test('kilometres are multiplied by the amount that is set, and need no voucher', async () => {
  expect(await trip(rea)).toMatchObject({ cents: 2520, km: 84, vouchers: [] });
});

test('an expense is changed and withdrawn by its submitter only, until it is approved; its vouchers go with it', async () => {
  const first = await upload('reader');
  const { body: one } = await submit(rea, { ...balls, departmentId: turnen, vouchers: [first] });
  const kept = one.vouchers.map((voucher) => voucher.path);
  const change = { ...balls, cents: 5990, departmentId: turnen, version: one.version, vouchers: [await upload('reader')] };
  const put = (client: Client, input: object) => client.send<Said>('PUT', `/api/expenses/${one.id}`, input);
  for (const client of [till, edda, anton, alma]) expect((await put(client, change)).status).toBe(404);
  const changed = await put(rea, change);
  expect([changed.status, changed.body.cents, changed.body.vouchers.length]).toEqual([200, 5990, 1]);
  expect(await server.sql('select 1 from storage_object where path = any($1)', [kept])).toEqual([]);
  expect(codeOf(await put(rea, change))).toEqual([409, 'conflict']);
  for (const client of [till, anton, alma]) expect((await client.send('DELETE', `/api/expenses/${one.id}`)).status).toBe(404);
  expect((await rea.send('DELETE', `/api/expenses/${one.id}`)).status).toBe(200);
  expect(await server.sql('select 1 from storage_object where path like $1', [`RWA/expenses/${one.id}/%`])).toEqual([]);
  const two = await trip(rea);
  expect((await decide(anton, two)).status).toBe(200);
  expect(codeOf(await rea.send<ProblemBody>('DELETE', `/api/expenses/${two.id}`))).toEqual([409, 'wrong-state']);
});

test('heads decide for their department up to 200 €, the board for its club, and nobody on their own', async () => {
  const one = await trip(rea, { departmentId: turnen });
  for (const [client, status] of [
    [server.visitor(), 401],
    [rea, 403],
    [edda, 404],
    [alma, 404],
  ] as const) {
    expect((await decide(client, one)).status).toBe(status);
    if (client !== rea) expect((await client.get(`/api/expenses/${one.id}`)).status).toBe(status);
  }
  expect((await list(rea)).status).toBe(403);
  expect(await stateOf(one.id)).toBe('submitted');
  expect((await list(edda, '?show=decide')).body.rows).toEqual([]);
  expect((await list(till, '?show=decide')).body.rows.map(({ id }) => id)).toContain(one.id);
  const approved = await decide(till, one, { isApproved: true, category: 'event_costs' });
  expect([approved.status, approved.body.state, approved.body.category]).toEqual([200, 'approved', 'event_costs']);

  const [dear] = [await submit(rea, { ...balls, cents: 20_001, departmentId: turnen, vouchers: [await upload('reader')] })];
  expect((await list(till, '?show=decide')).body.rows.map(({ id }) => id)).not.toContain(dear.body.id);
  expect((await list(till)).body.rows.find(({ id }) => id === dear.body.id)).toMatchObject({ mayDecide: false });
  expect((await decide(till, dear.body)).status).toBe(403);
  expect((await decide(anton, dear.body)).status).toBe(200);

  const own = await trip(till, { departmentId: turnen });
  const ofBoard = await trip(anton, { departmentId: turnen });
  expect((await decide(till, own)).status).toBe(403);
  expect((await decide(anton, ofBoard)).status).toBe(403);
  expect((await list(anton, '?show=decide')).body.rows.map(({ id }) => id)).not.toContain(ofBoard.id);
  expect((await decide(anton, own)).status).toBe(200);
  expect((await decide(till, ofBoard)).status).toBe(200);
  // Without a department only the board decides.
  const nowhere = await trip(rea);
  expect((await decide(till, nowhere)).status).toBe(404);
  expect((await decide(anton, nowhere)).status).toBe(200);
});

test('of two decisions at once one counts; a return needs a reason, is mailed, and the expense can be submitted again', async () => {
  await server.sql('update person set email = $2 where id = $1', [await personOf('reader'), 'rea@auslagen.example']);
  await server.outdate();
  const one = await trip(rea, { purpose: 'Meldegeld' });
  expect(faultOf(await decide(anton, one, { isApproved: false }))).toEqual([422, 'reason']);
  expect(faultOf(await decide(anton, one, { isApproved: true, category: 'subsidy' }))).toEqual([422, 'category']);
  const answers = await Promise.all([decide(anton, one), decide(anton, one, { isApproved: false, reason: 'Beleg fehlt' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const two = await trip(rea, { purpose: 'Startgeld' });
  const returned = await decide(anton, two, { isApproved: false, reason: 'Beleg unleserlich' });
  expect([returned.body.state, returned.body.rejectReason]).toEqual(['rejected', 'Beleg unleserlich']);
  expect(await server.latestMail('rea@auslagen.example')).toContain('Beleg unleserlich');
  const again = await rea.send<Said>('PUT', `/api/expenses/${two.id}`, { ...way, version: returned.body.version });
  expect([again.body.state, again.body.rejectReason]).toEqual(['submitted', '']);
  const approved = await decide(anton, again.body);
  expect(await server.latestMail('rea@auslagen.example')).toContain('ist genehmigt');
  // An approval can be revoked while it is not paid.
  expect((await decide(anton, approved.body, { isApproved: false, reason: 'Doch doppelt' })).body.state).toBe('rejected');
  const [entry] = await server.sql('select action, entity, entity_id from audit where entity_id = $1 order by id desc limit 1', [two.id]);
  expect(entry).toMatchObject({ entity: 'expenses', entity_id: two.id });
});

test('the list is narrowed by state, department and words, and its sums are those of the whole filter', async () => {
  const one = await trip(rea, { departmentId: handball, purpose: 'Unverwechselbar' });
  const found = await list(anton, '?search=unverwechselbar');
  expect([found.body.rows.map(({ id }) => id), found.body.total, found.body.totalCents]).toEqual([[one.id], 1, 2520]);
  expect((await list(anton, `?search=unverwechselbar&state=paid`)).body).toMatchObject({ rows: [], total: 0, totalCents: 0 });
  expect((await list(anton, `?departmentId=${handball}`)).body.rows.every(({ departmentId }) => departmentId === handball)).toBe(true);
  const first = (await anton.get<{ rows: Expense[]; next: string | null }>('/api/expenses?limit=1')).body;
  expect(first.rows).toHaveLength(1);
  const [second] = (await list(anton, `?limit=1&cursor=${first.next}`)).body.rows;
  expect(second?.id).not.toBe(first.rows[0]?.id);
  expect((await list(anton, '?cursor=nonsense')).status).toBe(400);
  expect((await list(alma, '?search=unverwechselbar')).body.total).toBe(0);
});

test('the list is saved as a file with its filter, of a head those of the own departments only, and the log names whom it lists', async () => {
  await trip(rea, { departmentId: handball, purpose: 'Fahrt mit Datei' });
  const file = await anton.get('/api/expenses/export?search=datei');
  const [heading = '', line = '', ...others] = file.bytes.toString('utf8').trim().split('\r\n');
  expect([file.status, heading.includes('"Kilometer"'), line.includes('"Fahrt mit Datei"'), line.includes('"25,20"'), others]).toEqual([
    200,
    true,
    true,
    true,
    [],
  ]);
  expect((await anton.get('/api/expenses/export?format=xlsx')).bytes.subarray(0, 2).toString()).toBe('PK');
  const byHead = async (client: Client) =>
    (await client.get('/api/expenses/export?search=datei')).bytes.toString('utf8').includes('Fahrt mit Datei');
  expect([await byHead(edda), await byHead(till), (await rea.get('/api/expenses/export')).status]).toEqual([true, false, 403]);
  const [entry] = await server.sql<{ content: string; listed: string[] }>(
    `select content, after->'listed' as listed from audit where content = 'Auslagen exportiert (1, CSV)' order by id limit 1`,
  );
  expect(entry?.listed).toEqual([await personOf('reader')]);
});

test('the card of the dashboard counts what its list shows, for each who decides', async () => {
  for (const client of [till, edda, anton]) {
    const cards = (await client.get<{ name: string; count: number }[]>('/api/dashboard')).body;
    const { total } = (await list(client, '?show=decide')).body;
    expect(cards.find(({ name }) => name === 'expensesToCheck')?.count ?? 0).toBe(total);
  }
});

test('an approved expense can be waived within three months, which makes a donation; without an address it says so', async () => {
  const id = await personOf('reader');
  const waive = (client: Client, of: Pick<Expense, 'id' | 'version'>) =>
    client.post<Said>(`/api/expenses/${of.id}/waiver`, { version: of.version });
  const one = await trip(rea, { purpose: 'Gespendete Fahrt' });
  expect(codeOf(await waive(rea, one))).toEqual([409, 'wrong-state']);
  const { body: approved } = await decide(anton, one);
  for (const client of [till, anton, alma]) expect((await waive(client, approved)).status).toBe(404);
  await server.sql('update person set street = null where id = $1', [id]);
  await server.outdate();
  expect(faultOf(await waive(rea, approved))).toEqual([422, 'address']);
  expect(await stateOf(one.id)).toBe('approved');
  await server.sql(`update person set street = 'Testweg', house_no = '3', postcode = '59999', city = 'Auenfeld' where id = $1`, [id]);
  await server.outdate();
  const answers = await Promise.all([waive(rea, approved), waive(rea, approved)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const gifts = await server.sql(
    `select cents, kind, donor_address, received_on::text as day from donation where note like '%Gespendete Fahrt%'`,
  );
  expect(gifts).toEqual([{ cents: 2520, kind: 'waiver', donor_address: 'Testweg 3\n59999 Auenfeld', day: today() }]);
  const { body: late } = await decide(anton, await trip(rea));
  expect(late.waivableUntil).toBeNull();
  expect((await rea.get<FullExpense>(`/api/expenses/${late.id}`)).body.waivableUntil).toBe('2027-02-21');
  await server.sql(`update expense set decided_at = '2026-08-20T10:00:00Z' where id = $1`, [late.id]);
  await server.outdate();
  expect((await rea.get<FullExpense>(`/api/expenses/${late.id}`)).body.waivableUntil).toBeNull();
  expect(codeOf(await waive(rea, late))).toEqual([409, 'wrong-state']);
});

test('the export names expenses and vouchers; an erasure waits for open ones, takes returned ones and keeps paid ones with their vouchers', async () => {
  const spent = async (state: string) => {
    const { body } = await submit(rea, { ...balls, departmentId: null, vouchers: [await upload('reader')] });
    const isDecided = state !== 'submitted';
    await server.sql('update expense set person_id = $2, state = $3, category = $4, decided_at = $5 where id = $1', [
      body.id,
      id,
      state,
      state === 'paid' ? 'material' : null,
      isDecided ? testTime : null,
    ]);
    return body;
  };
  const id = randomUUID();
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, 'RWA', 'Uta', 'Auslag', '1980-02-03', now(), now())`,
    [id],
  );
  const [open, returned, paid] = [await spent('submitted'), await spent('rejected'), await spent('paid')];
  await server.outdate();
  const { text } = await anton.get(`/api/privacy/people/${id}/export`);
  expect(text).toContain('Trainingsbälle');
  expect(text).toContain('beleg.pdf');
  const erase = () => anton.post<ProblemBody>(`/api/privacy/people/${id}/erasure`, { name: 'Uta Auslag', version: 1 });
  const blocked = await erase();
  expect([blocked.status, blocked.text.includes('Auslagen noch nicht erstattet: 1.')]).toEqual([409, true]);
  await server.sql(`update expense set state = 'rejected', decided_at = $2 where id = $1`, [open.id, testTime]);
  await server.outdate();
  expect((await erase()).status).toBe(200);
  const stored = (of: FullExpense) => server.sql('select 1 from storage_object where path like $1', [`RWA/expenses/${of.id}/%`]);
  expect(await server.sql('select id from expense where person_id = $1', [id])).toEqual([{ id: paid.id }]);
  expect([(await stored(open)).length, (await stored(returned)).length, (await stored(paid)).length]).toEqual([0, 0, 1]);
});

test('after eight years paid expenses go with their vouchers, and after a week uploads that became none', async () => {
  const { body } = await submit(till, { ...balls, departmentId: null, vouchers: [await upload('trainer')] });
  await decide(anton, body);
  await server.sql(
    `update expense set state = 'paid', spent_on = '2017-05-01', submitted_at = '2017-05-02T10:00:00Z', decided_at = '2017-05-03T10:00:00Z' where id = $1`,
    [body.id],
  );
  const [old, fresh] = [await upload('trainer'), await upload('trainer')];
  await server.sql('update storage_object set time_created = $2 where path = $1', [old, '2026-11-10T10:00:00Z']);
  for (const { forget } of expensesData.retention ?? []) await server.database.write(everyClub, forget);
  expect(await server.sql('select 1 from expense where id = $1', [body.id])).toEqual([]);
  expect(await server.sql('select 1 from storage_object where path like $1', [`RWA/expenses/${body.id}/%`])).toEqual([]);
  expect(await server.sql('select path from storage_object where path = any($1)', [[old, fresh]])).toEqual([{ path: fresh }]);
});
