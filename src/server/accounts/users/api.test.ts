import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type List = { rows: ListedUser[]; next: string | null; total: number };
type State = { role: Role; club: ClubName; version: number; disabled_at: Date | null; member_id: string };

const listOf = async (client: Client, query = '') => (await client.get<List>(`/api/users?limit=200${query}`)).body;

/** The demo account of a role and a club. */
async function idOf(role: Role, club: ClubName = 'RWA'): Promise<string> {
  const [row] = await server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf(role, club)]);
  return row?.id ?? '';
}

async function stateOf(id: string): Promise<State> {
  const [row] = await server.sql<State>('select role, club, version, disabled_at, member_id from app_user where id = $1', [id]);
  if (!row) throw new Error(`no user ${id}`);
  return row;
}

let guests = 0;
/** Creates a new user who can sign in, so that the demo accounts stay unchanged. */
async function somebody(role: Role, club: ClubName = 'RWA'): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const email = `gast${++guests}@example.org`;
  await server.sql(
    `with person as (insert into auth_user (id, name, email, email_verified, club, created_at, updated_at)
       values ($1::uuid, 'Gast', $2, true, $3, now(), now())),
     credential as (insert into auth_account (id, account_id, provider_id, user_id, password, created_at, updated_at)
       select gen_random_uuid(), $1::text, 'credential', $1, a.password, now(), now()
       from auth_account a join auth_user u on u.id = a.user_id where u.email = 'reader@rwa.test')
     insert into app_user (id, club, role, firstname, lastname, email, created_at, updated_at)
       values ($1, $3, $4, 'Gast', $5, $2, now(), now())`,
    [id, email, club, role, `Nummer ${guests}`],
  );
  return { id, email };
}

async function signedInAs(email: string, club: ClubName = 'RWA'): Promise<Client> {
  const client = server.visitor(club);
  expect((await client.signIn(email)).status).toBe(200);
  return client;
}

/** Requests as a visitor and as an editor, both without the right, and checks that nothing changed. */
async function refusedToOthers(method: string, url: string, body?: unknown): Promise<void> {
  const state =
    'select (select count(*) from audit) as audits, (select max(id) from notice) as notices, (select count(*) from app_user) as users';
  const edda = await server.signedIn('editor');
  const before = await server.sql(state);
  expect((await server.visitor().send(method, url, body)).status).toBe(401);
  const answer = await edda.send(method, url, body);
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  expect(await server.sql(state)).toEqual(before);
}

test('a board member lists the users of their club only, a super those of all clubs or of one', async () => {
  await refusedToOthers('GET', '/api/users');
  const anton = await server.signedIn('admin');
  const own = await listOf(anton);
  expect(own.total).toBe(own.rows.length);
  expect(new Set(own.rows.map((user) => user.club.name))).toEqual(new Set(['RWA']));
  expect((await anton.get('/api/users?club=SCB')).status).toBe(404);
  const svea = await server.signedIn('super');
  expect(new Set((await listOf(svea)).rows.map((user) => user.club.name))).toEqual(new Set(['RWA', 'SCB', 'GSV']));
  expect((await listOf(svea, '&club=GSV')).rows).toHaveLength(5);
});

test('the host determines the appearance, not rights: the board of SCB on the host of RWA sees SCB', async () => {
  const alma = server.visitor('RWA');
  await alma.signIn(emailOf('admin', 'SCB'));
  const rows = (await listOf(alma)).rows;
  expect(new Set(rows.map((user) => user.club.name))).toEqual(new Set(['SCB']));
  const foreign = await idOf('trainer');
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { firstname: 'A', lastname: 'B', memberId: '', version: 1 }],
    ['PUT', '/role', { role: 'reader', version: 1 }],
    ['POST', '/disable', undefined],
    ['POST', '/enable', undefined],
    ['DELETE', '/sessions', undefined],
    ['POST', '/password-reset', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    const answer = await alma.send(method, `/api/users/${foreign}${path}`, body);
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 404, 'not-found']);
  }
  expect(await stateOf(foreign)).toMatchObject({ role: 'trainer', disabled_at: null, version: 1 });
});

test('a list is searched, filtered, sorted and paged without loss or repetition', async () => {
  const alma = await server.signedIn('admin', 'SCB');
  for (let i = 0; i < 9; i++) await somebody('reader', 'SCB');
  for (const sort of ['lastname', 'email', 'lastLogin', 'createdAt']) {
    for (const descending of [false, true]) {
      const all = await listOf(alma, `&sort=${sort}&descending=${descending}`);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const url: string = `/api/users?limit=4&sort=${sort}&descending=${descending}${cursor && `&cursor=${cursor}`}`;
        const page: List = (await alma.get<List>(url)).body;
        seen.push(...page.rows.map((user) => user.id));
        cursor = page.next;
      }
      expect(seen).toEqual(all.rows.map((user) => user.id));
      expect(new Set(seen).size).toBe(all.total);
    }
  }
  expect((await listOf(alma, '&search=alma%20blau')).rows).toHaveLength(1);
  expect((await listOf(alma, '&search=%25')).rows).toHaveLength(0);
  expect((await listOf(alma, '&role=trainer')).rows).toHaveLength(1);
  expect((await listOf(alma, '&state=disabled')).rows).toHaveLength(0);
});

test.each(['x', 'W10', 'bnVsbA', Buffer.from('["a","b","c"]').toString('base64url'), Buffer.from('[1e999]').toString('base64url')])(
  'the invented cursor %s is refused, for every order',
  async (cursor) => {
    const svea = await server.signedIn('super');
    for (const url of ['/api/users?sort=lastname&', '/api/users?sort=lastLogin&', '/api/audit?', '/api/mail/outbox?']) {
      const answer = await svea.get(`${url}cursor=${cursor}`);
      expect([url, answer.status, answer.body.code, answer.body.fields?.[0]?.path]).toEqual([url, 400, 'invalid-argument', 'cursor']);
    }
  },
);

test.each([
  'limit=0',
  'limit=201',
  'limit=x',
  'sort=password',
  'club=XYZ',
  'role=god',
  'search=%00',
  'nonsense=1',
  'descending=maybe',
  'role=reader&role=admin',
])('the malformed query %s is an invalid argument', async (query) => {
  const anton = await server.signedIn('admin');
  const answer = await anton.get(`/api/users?${query}`);
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-argument']);
});

test('a board member invites into their club, up to their own role', async () => {
  const invitation = { email: 'Jo@Example.org', firstname: 'Jo', lastname: 'Muster', role: 'trainer' };
  await refusedToOthers('POST', '/api/users', invitation);
  const anton = await server.signedIn('admin');
  const answer = await anton.post<ListedUser>('/api/users', invitation);
  expect(answer.body).toMatchObject({
    email: 'jo@example.org',
    role: { name: 'trainer' },
    club: { name: 'RWA' },
    isVerified: false,
    logins: 0,
  });
  const token = /rwa\.localhost\S*\/reset#(\S+)/.exec(await server.latestMail('jo@example.org'))?.[1];
  const set = await server.visitor().post('/api/session/mail-links/password', { token, password: 'zwölf Boxkämpfer' });
  expect(set.status).toBe(200);
  expect((await server.visitor().signIn('jo@example.org', 'zwölf Boxkämpfer')).status).toBe(200);

  const again = await anton.post('/api/users', invitation);
  expect([again.status, again.body.code, again.body.fields?.[0]?.path]).toEqual([409, 'email-already-in-use', 'email']);
  expect((await anton.post('/api/users', { ...invitation, email: 'a@example.org', role: 'super' })).status).toBe(403);
  expect((await anton.post('/api/users', { ...invitation, email: 'a@example.org', club: 'SCB' })).status).toBe(404);
  for (const more of [{ id: randomUUID() }, { memberId: '1' }, { logins: 5 }, { isVerified: true }]) {
    expect((await anton.post('/api/users', { ...invitation, email: 'a@example.org', ...more })).status).toBe(422);
  }
  expect(await server.sql("select 1 from auth_user where email = 'a@example.org'")).toEqual([]);
  const svea = await server.signedIn('super');
  const other = await svea.post<ListedUser>('/api/users', { ...invitation, email: 'b@example.org', club: 'SCB', role: 'super' });
  expect(other.body).toMatchObject({ club: { name: 'SCB' }, role: { name: 'super' } });
  await svea.send('DELETE', `/api/users/${other.body.id}`);
});

test('an invitation repeated with its key creates one user; another one with that key is refused', async () => {
  const anton = await server.signedIn('admin');
  const invitation = { email: 'einmal@example.org', firstname: 'Ein', lastname: 'Mal', role: 'reader' };
  const headers = { 'idempotency-key': 'einmal-1' };
  const first = await anton.post<ListedUser>('/api/users', invitation, headers);
  const second = await anton.post<ListedUser>('/api/users', invitation, headers);
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  const other = await anton.post('/api/users', { ...invitation, email: 'zweimal@example.org' }, headers);
  expect([other.status, other.body.code]).toEqual([422, 'key-reused']);
  const svea = await server.signedIn('super');
  expect((await svea.post('/api/users', { ...invitation, email: 'andere@example.org' }, headers)).status).toBe(200);
  const [mails] = await server.sql<{ count: number }>("select count(*)::int from outbox_mail where recipient = 'einmal@example.org'");
  expect(mails?.count).toBe(1);
});

test('twenty concurrent equal invitations with one key create one user, one mail and one entry', async () => {
  const anton = await server.signedIn('admin');
  const invitation = { email: 'zwanzig@example.org', firstname: 'Zwan', lastname: 'Zig', role: 'reader' };
  const headers = { 'idempotency-key': 'zwanzig' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => anton.post<ListedUser>('/api/users', invitation, headers)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  const [counts] = await server.sql(
    `select (select count(*)::int from app_user where email = $1) as users, (select count(*)::int from outbox_mail where recipient = $1) as mails,
       (select count(*)::int from audit where after ->> 'email' = $1) as entries`,
    ['zwanzig@example.org'],
  );
  expect(counts).toEqual({ users: 1, mails: 1, entries: 1 });
});

test('an invitation whose first request is still running gets a response that says so', async () => {
  const anton = await server.signedIn('admin');
  const invitation = { email: 'laeuft@example.org', firstname: 'L', lastname: 'L', role: 'reader' };
  const first = await server.database.pool.connect();
  try {
    await first.query('begin');
    const owner = await idOf('admin');
    await first.query("insert into idempotency_key (owner, key, request_hash, created_at) values ($1, 'laeuft', 'x', now())", [owner]);
    const answer = await anton.post('/api/users', invitation, { 'idempotency-key': 'laeuft' });
    expect([answer.status, answer.body.code]).toEqual([409, 'in-progress']);
  } finally {
    await first.query('rollback');
    first.release();
  }
  expect((await anton.post('/api/users', invitation, { 'idempotency-key': 'laeuft' })).status).toBe(200);
});

test('a refused invitation leaves its key usable for a corrected one', async () => {
  const anton = await server.signedIn('admin');
  const headers = { 'idempotency-key': 'verbessert' };
  expect(
    (await anton.post('/api/users', { email: emailOf('reader'), firstname: 'R', lastname: 'R', role: 'reader' }, headers)).status,
  ).toBe(409);
  expect(
    (await anton.post('/api/users', { email: 'besser@example.org', firstname: 'R', lastname: 'R', role: 'reader' }, headers)).status,
  ).toBe(200);
});

test('names and the linked member are changed with the version that was read', async () => {
  const { id } = await somebody('reader');
  const change = { firstname: 'Gisela', lastname: 'Gast', memberId: '4711', version: 1 };
  await refusedToOthers('PATCH', `/api/users/${id}`, change);
  const anton = await server.signedIn('admin');
  const after = await anton.send<ListedUser>('PATCH', `/api/users/${id}`, change);
  expect(after.body).toMatchObject({ fullName: 'Gisela Gast', memberId: '4711', version: 2 });
  const stale = await anton.send('PATCH', `/api/users/${id}`, { ...change, firstname: 'Veraltet' });
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
  for (const more of [{ role: 'super' }, { club: 'SCB' }, { email: 'x@example.org' }, { logins: 1 }]) {
    expect((await anton.send('PATCH', `/api/users/${id}`, { ...change, version: 2, ...more })).status).toBe(422);
  }
  expect((await anton.get<ListedUser>(`/api/users/${id}`)).body).toMatchObject({
    fullName: 'Gisela Gast',
    role: { name: 'reader' },
    version: 2,
  });
  const [entry] = await server.sql("select name, content, before, after from audit where action = 'users.update' and entity_id = $1", [id]);
  expect(entry).toMatchObject({ name: 'Anton Rotmuster', before: { memberId: '' }, after: { memberId: '4711', firstname: 'Gisela' } });
});

test('of two concurrent changes of the same version one wins and the other is refused', async () => {
  const { id } = await somebody('reader');
  const anton = await server.signedIn('admin');
  const answers = await Promise.all(
    ['Eins', 'Zwei'].map((firstname) => anton.send('PATCH', `/api/users/${id}`, { firstname, lastname: 'Gast', memberId: '', version: 1 })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a role change ends the sessions and applies from the next request', async () => {
  const { id, email } = await somebody('reader');
  await refusedToOthers('PUT', `/api/users/${id}/role`, { role: 'trainer', version: 1 });
  const guest = await signedInAs(email);
  const anton = await server.signedIn('admin');
  const changed = await anton.send<ListedUser>('PUT', `/api/users/${id}/role`, { role: 'admin', version: 1 });
  expect(changed.body).toMatchObject({ role: { name: 'admin', displayName: 'Vorstand' }, version: 2 });
  expect((await guest.get('/api/profile')).status).toBe(401);
  expect(await server.latestMail(email)).toContain('Anton Rotmuster hat Ihre Rolle im Vereinsportal geändert: Sie sind jetzt „Vorstand“');
  const again = await signedInAs(email);
  expect((await again.get('/api/users')).status).toBe(200);
  // The current role counts, also for an existing session.
  await server.sql("update app_user set role = 'reader' where id = $1", [id]);
  expect((await again.get('/api/users')).status).toBe(403);
  expect((await anton.send('PUT', `/api/users/${id}/role`, { role: 'reader', version: 1 })).body.code).toBe('conflict');
});

test('a reset link requested before a change of role, club or sessions is invalid', async () => {
  const anton = await server.signedIn('admin');
  const svea = await server.signedIn('super');
  const { id, email } = await somebody('trainer');
  const isGood = async (change: () => Promise<unknown>) => {
    await anton.post(`/api/users/${id}/password-reset`);
    const token = /\/reset#([\w-]+)/.exec(await server.latestMail(email))?.[1];
    await change();
    const use = await server.visitor().post('/api/session/mail-links/password', { token, password: 'Kornblume-am-Weg-7' });
    return [typeof token, use.body.code];
  };
  const version = async () => (await server.sql<{ version: number }>('select version from app_user where id = $1', [id]))[0]?.version;
  const put = async (part: string, value: object) =>
    expect((await svea.send('PUT', `/api/users/${id}/${part}`, { ...value, version: await version() })).status).toBe(200);
  expect(await isGood(() => put('role', { role: 'editor' }))).toEqual(['string', 'invalid-link']);
  expect(await isGood(() => put('club', { club: 'SCB' }))).toEqual(['string', 'invalid-link']);
  await put('club', { club: 'RWA' });
  expect(await isGood(() => anton.send('DELETE', `/api/users/${id}/sessions`))).toEqual(['string', 'invalid-link']);
  expect(await isGood(() => Promise.resolve())).toEqual(['string', undefined]);
});

test('nobody grants a role above their own, nobody changes their own role, and only a super edits a super', async () => {
  const anton = await server.signedIn('admin');
  const svea = await server.signedIn('super');
  const guest = await somebody('reader');
  const colleague = await somebody('super');
  for (const [client, id, role] of [
    [anton, guest.id, 'super'],
    [anton, await idOf('admin'), 'reader'],
    [anton, colleague.id, 'reader'],
    [svea, await idOf('super'), 'admin'],
  ] as const) {
    const { version } = await stateOf(id);
    const answer = await client.send('PUT', `/api/users/${id}/role`, { role, version });
    expect([role, answer.status, answer.body.code]).toEqual([role, 403, 'forbidden']);
  }
  for (const [method, path] of [
    ['POST', '/disable'],
    ['POST', '/password-reset'],
    ['DELETE', '/sessions'],
    ['DELETE', ''],
  ] as const) {
    expect([path, (await anton.send(method, `/api/users/${colleague.id}${path}`)).status]).toEqual([path, 403]);
  }
  expect(await stateOf(colleague.id)).toMatchObject({ role: 'super', disabled_at: null, version: 1 });
  expect((await svea.send('PUT', `/api/users/${guest.id}/role`, { role: 'super', version: 1 })).status).toBe(200);
  expect((await svea.send('PUT', `/api/users/${guest.id}/role`, { role: 'reader', version: 2 })).status).toBe(200);
  await svea.send('DELETE', `/api/users/${colleague.id}`);
});

test('nobody disables, moves or deletes themselves here', async () => {
  const svea = await server.signedIn('super');
  const id = await idOf('super');
  expect((await svea.post(`/api/users/${id}/disable`)).status).toBe(403);
  expect((await svea.send('PUT', `/api/users/${id}/club`, { club: 'SCB', version: 1 })).status).toBe(403);
  expect((await svea.send('DELETE', `/api/users/${id}`)).status).toBe(403);
  expect(await stateOf(id)).toMatchObject({ club: 'RWA', disabled_at: null });
});

test('a super moves a user to another club', async () => {
  const { id, email } = await somebody('reader');
  const anton = await server.signedIn('admin');
  expect((await anton.send('PUT', `/api/users/${id}/club`, { club: 'SCB', version: 1 })).status).toBe(403);
  const guest = await signedInAs(email);
  const svea = await server.signedIn('super');
  expect((await svea.send<ListedUser>('PUT', `/api/users/${id}/club`, { club: 'SCB', version: 1 })).body).toMatchObject({
    club: { name: 'SCB' },
    version: 2,
  });
  expect((await guest.get('/api/profile')).status).toBe(401);
  expect((await anton.get(`/api/users/${id}`)).status).toBe(404);
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get(`/api/users/${id}`)).status).toBe(200);
});

test('a disabled account is signed out at once and cannot sign in until it is enabled', async () => {
  const { id, email } = await somebody('reader');
  await refusedToOthers('POST', `/api/users/${id}/disable`);
  const guest = await signedInAs(email);
  const anton = await server.signedIn('admin');
  expect((await anton.post<ListedUser>(`/api/users/${id}/disable`)).body).toMatchObject({ isDisabled: true, version: 2 });
  expect((await guest.get('/api/profile')).status).toBe(401);
  expect((await server.visitor().signIn(email)).status).toBe(401);
  expect((await listOf(anton, '&state=disabled')).rows.map((user) => user.id)).toEqual([id]);
  expect((await anton.post<ListedUser>(`/api/users/${id}/enable`)).body).toMatchObject({ isDisabled: false });
  await signedInAs(email);
});

test('a board member ends the sessions of a user and sends them a link for a new password', async () => {
  const { id, email } = await somebody('trainer');
  await refusedToOthers('DELETE', `/api/users/${id}/sessions`);
  await refusedToOthers('POST', `/api/users/${id}/password-reset`);
  const guest = await signedInAs(email);
  const anton = await server.signedIn('admin');
  expect((await anton.send('DELETE', `/api/users/${id}/sessions`)).status).toBe(200);
  expect((await guest.get('/api/profile')).status).toBe(401);
  const reset = await anton.post(`/api/users/${id}/password-reset`);
  expect([reset.status, reset.text]).toEqual([200, '{"ok":true}']);
  expect(await server.latestMail(email)).toContain('/reset#');
});

test('a deleted user is removed with account and sessions; the audit log keeps the record', async () => {
  const { id, email } = await somebody('reader');
  await refusedToOthers('DELETE', `/api/users/${id}`);
  const guest = await signedInAs(email);
  const anton = await server.signedIn('admin');
  expect((await anton.send('DELETE', `/api/users/${id}`)).status).toBe(200);
  expect((await guest.get('/api/profile')).status).toBe(401);
  expect((await anton.send('DELETE', `/api/users/${id}`)).status).toBe(404);
  expect(await server.sql('select 1 from auth_user where id = $1', [id])).toEqual([]);
  expect(await server.sql("select name, club from audit where action = 'users.delete' and entity_id = $1", [id])).toEqual([
    { name: 'Anton Rotmuster', club: 'RWA' },
  ]);
});

test('the last board member of a club cannot be removed', async () => {
  const svea = await server.signedIn('super');
  const id = await idOf('admin', 'GSV');
  const { version } = await stateOf(id);
  for (const [method, path, body] of [
    ['PUT', '/role', { role: 'reader', version }],
    ['PUT', '/club', { club: 'RWA', version }],
    ['POST', '/disable', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    const answer = await svea.send(method, `/api/users/${id}${path}`, body);
    expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'last-admin']);
  }
  expect(await stateOf(id)).toMatchObject({ role: 'admin', club: 'GSV', disabled_at: null, version });
});

test('a batch is applied completely or not at all', async () => {
  const anton = await server.signedIn('admin');
  const mine = [await somebody('reader'), await somebody('reader')];
  const foreign = await somebody('reader', 'SCB');
  const batch = { batchId: randomUUID(), action: 'disable', ids: mine.map(({ id }) => id) };
  await refusedToOthers('POST', '/api/users/batch', batch);
  const mixed = await anton.post('/api/users/batch', { ...batch, ids: [...batch.ids, foreign.id] });
  expect([mixed.status, mixed.body.code]).toEqual([404, 'not-found']);
  const withSelf = await anton.post('/api/users/batch', { ...batch, ids: [...batch.ids, await idOf('admin')] });
  expect(withSelf.status).toBe(403);
  for (const { id } of mine) expect((await stateOf(id)).disabled_at).toBeNull();

  const done = await anton.post<{ count: number; changed: string[] }>('/api/users/batch', batch);
  expect([done.status, done.body.count]).toEqual([200, 2]);
  expect(done.body.changed.toSorted()).toEqual(batch.ids.toSorted());
  for (const { id } of mine) expect((await stateOf(id)).disabled_at).not.toBeNull();
  const entries = await server.sql("select 1 from audit where action = 'users.disable' and entity_id = any($1)", [batch.ids]);
  expect(entries).toHaveLength(2);
});

test('a committed batch is not committed again', async () => {
  const anton = await server.signedIn('admin');
  const { id, email } = await somebody('reader');
  const batch = { batchId: randomUUID(), action: 'revokeSessions', ids: [id, id] };
  expect((await anton.post('/api/users/batch', batch)).body).toEqual({ count: 1, changed: [] });
  const guest = await signedInAs(email);
  const again = await anton.post('/api/users/batch', batch);
  expect([again.status, again.body.code]).toEqual([409, 'already-committed']);
  expect((await guest.get('/api/profile')).status).toBe(200);
  const parallel = { ...batch, batchId: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 5 }, () => anton.post('/api/users/batch', parallel)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
});

test('all that a filter finds are chosen on the server, without oneself, and are changed only while it finds the same', async () => {
  const anton = await server.signedIn('admin');
  await server.sql(`insert into app_user (id, email, firstname, lastname, role, club, created_at, updated_at)
    select gen_random_uuid(), 'viele-' || n || '@example.org', 'Viele', 'Konten', 'reader', 'RWA', now(), now() from generate_series(1, 250) n`);
  await refusedToOthers('GET', '/api/users/selection?search=viele-');
  const filter = { search: 'viele-' };
  const found = (await anton.get<{ ids: string[]; count: number; mark: string }>('/api/users/selection?search=viele-')).body;
  expect([found.ids.length, found.count]).toEqual([250, 250]);
  const own = (await anton.get<{ ids: string[] }>('/api/users/selection')).body.ids;
  expect(own).not.toContain(await idOf('admin'));
  expect(own).not.toContain(await idOf('super'));

  const batch = { action: 'disable', ids: found.ids, of: { filter, mark: found.mark } };
  await server.sql("update app_user set email = 'eins-weniger@example.org' where email = 'viele-250@example.org'");
  const late = await anton.post('/api/users/batch', { ...batch, batchId: randomUUID() });
  expect([late.status, late.body.code]).toEqual([409, 'selection-changed']);
  expect(await server.sql("select 1 from app_user where email like 'viele-%' and disabled_at is not null")).toEqual([]);
  await server.sql("update app_user set email = 'viele-250@example.org' where email = 'eins-weniger@example.org'");
  const done = await anton.post<{ count: number; changed: string[] }>('/api/users/batch', { ...batch, batchId: randomUUID() });
  expect([done.status, done.body.count, done.body.changed.length]).toEqual([200, 250, 250]);
  await server.sql("delete from app_user where email like 'viele-%'");
});

test('the export is limited to the club, is audited, and no cell is a formula', async () => {
  const { id } = await somebody('reader', 'SCB');
  await server.sql("update app_user set firstname = '=1+1', lastname = '＝SUM(A1)', member_id = '-2' where id = $1", [id]);
  await refusedToOthers('GET', '/api/users/export');
  const alma = await server.signedIn('admin', 'SCB');
  const answer = await alma.get('/api/users/export');
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.headers['content-disposition']).toContain('benutzer.csv');
  expect(answer.text).toContain(`"'＝SUM(A1)";"'=1+1"`);
  expect(answer.text).not.toContain('Rotmuster');
  const [entry] = await server.sql("select name, club, content from audit where action = 'users.export' order by id desc limit 1");
  expect(entry).toMatchObject({
    name: 'Alma Blaumuster',
    club: 'SCB',
    content: expect.stringMatching(/^Benutzerliste exportiert \(\d+\)$/),
  });
  expect((await alma.get('/api/users/export?club=RWA')).status).toBe(404);
  const shown = await alma.get('/api/users/export?columns=email,role&sort=email&descending=true');
  const [first] = (await alma.get<{ rows: { email: string }[] }>('/api/users?sort=email&descending=true&limit=1')).body.rows;
  expect(shown.text.split(/\r?\n/)[0]?.replace('\uFEFF', '')).toBe('"E-Mail";"Rolle"');
  expect(shown.text.split(/\r?\n/)[1]).toContain(`"${first?.email}"`);
  expect((await alma.get('/api/users/export?format=xlsx')).headers['content-disposition']).toContain('benutzer.xlsx');
});

test('of two supers who concurrently demote each other one remains', async () => {
  await server.sql("update app_user set role = 'reader' where role = 'super'");
  const [a, b] = [await somebody('super'), await somebody('super', 'SCB')];
  for (let round = 0; round < 5; round++) {
    const [first, second] = [await signedInAs(a.email), await signedInAs(b.email)];
    const [versionA, versionB] = [(await stateOf(a.id)).version, (await stateOf(b.id)).version];
    const answers = await Promise.all([
      first.send('PUT', `/api/users/${b.id}/role`, { role: 'reader', version: versionB }),
      second.send('PUT', `/api/users/${a.id}/role`, { role: 'reader', version: versionA }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.sql("select count(*)::int from app_user where role = 'super'")).toEqual([{ count: 1 }]);
    await server.sql("update app_user set role = 'super' where id = any($1)", [[a.id, b.id]]);
  }
  const [last] = [await signedInAs(a.email)];
  await server.sql("update app_user set role = 'reader' where id = $1", [b.id]);
  const { version } = await stateOf(a.id);
  const self = await last.send('PUT', `/api/users/${a.id}/role`, { role: 'reader', version });
  expect(self.status).toBe(403);
});
