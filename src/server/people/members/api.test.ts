import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ListedMember, MemberRecord } from '#shared/people/members.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { emailOf, startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type List = { rows: ListedMember[]; next: string | null; total: number | null };

const mia = {
  firstname: 'Mia',
  lastname: 'Muster',
  birthDate: '2012-05-04',
  gender: 'w',
  city: 'Auenfeld',
  kind: 'active',
  joinedOn: '2026-01-01',
};
const membershipOf = ({ memberNo, kind, joinedOn, feeGroup }: MemberRecord) => ({ memberNo, kind, joinedOn, feeGroup });

let count = 0;
/** Creates a member of the client's club with a unique name and number. */
async function someMember(client: Client, values: object = {}): Promise<MemberRecord> {
  const answer = await client.post<MemberRecord>('/api/members', {
    ...mia,
    lastname: `Nummer${++count}`,
    memberNo: `T${count}`,
    ...values,
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

async function departmentOf(club: ClubName, name: string): Promise<string> {
  const id = randomUUID();
  await server.sql('insert into department (id, club, name) values ($1, $2, $3)', [id, club, name]);
  return id;
}

/** The request of an edit without changes. */
function editOf(record: MemberRecord): object {
  const {
    id: _id,
    personId: _person,
    club: _club,
    noticeOn: _notice,
    leftOn: _left,
    leaveReason: _reason,
    diedOn: _died,
    departments: _d,
    others: _o,
    payer: _payer,
    ...rest
  } = record;
  return rest;
}

const stateOf = () =>
  server.sql(
    'select (select count(*) from audit) as audits, (select count(*) from member) as members, (select count(*) from person) as people',
  );

async function refusedToOthers(method: string, url: string, body?: unknown): Promise<void> {
  const edda = await server.signedIn('editor');
  const before = await stateOf();
  expect((await server.visitor().send(method, url, body)).status).toBe(401);
  const answer = await edda.send(method, url, body);
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  expect(await stateOf()).toEqual(before);
}

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];

test('the board adds a member with department and number; nobody below may', async () => {
  await refusedToOthers('POST', '/api/members', { ...mia, memberNo: '1' });
  const anton = await server.signedIn('admin');
  const turnen = await departmentOf('RWA', 'Turnen im Test');
  const made = await someMember(anton, { memberNo: '4711', departmentIds: [turnen] });
  expect(made).toMatchObject({ club: 'RWA', memberNo: '4711', leftOn: null });
  expect(made.departments).toMatchObject([{ name: 'Turnen im Test', validFrom: '2026-01-01', validTo: null }]);
  const [entry] = await server.sql<{ content: string }>('select content from audit where entity_id = $1', [made.id]);
  expect(entry?.content).toContain('Mitglied aufgenommen: Mia');
});

test('a number is unique in a club, and the next free one is proposed', async () => {
  const anton = await server.signedIn('admin');
  const alma = await server.signedIn('admin', 'SCB');
  await someMember(anton, { memberNo: '999999' });
  expect((await anton.get<{ memberNo: string }>('/api/members/next-number')).body.memberNo).toBe('1000000');
  const before = await stateOf();
  expect(codeOf(await anton.post('/api/members', { ...mia, memberNo: '999999' }))).toEqual([409, 'member-number-taken']);
  expect(await stateOf()).toEqual(before);
  expect((await someMember(alma, { memberNo: '999999' })).club).toBe('SCB');
});

test('the list finds parts of words regardless of accents, paged in each order, and contains no birth date', async () => {
  const alma = await server.signedIn('admin', 'SCB');
  await refusedToOthers('GET', '/api/members');
  for (const lastname of ['Zürn', 'Ärmel', 'Arndt', 'Zu Recht', 'Öst', 'Oswald', 'Straßer'])
    await someMember(alma, { lastname, email: `${++count}@liste.example` });
  const listOf = async (query: string) => (await alma.get<List>(`/api/members?${query}`)).body;
  const namesOf = ({ rows }: List) => rows.map(({ lastname }) => lastname);
  expect(namesOf(await listOf('search=zurn'))).toEqual(['Zürn']);
  expect(namesOf(await listOf('search=zuern'))).toEqual(['Zürn']);
  expect(namesOf(await listOf('search=trass%20MIA'))).toEqual(['Straßer']);
  expect(namesOf(await listOf('search=os%20liste'))).toEqual(['Öst', 'Oswald']);
  expect(namesOf(await listOf('search=%25'))).toEqual([]);
  for (const sort of ['name', 'number', 'joinedOn']) {
    for (const descending of [false, true]) {
      const all = await listOf(`search=liste&limit=200&sort=${sort}&descending=${descending}`);
      expect(all.total).toBe(7);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: List = await listOf(`search=liste&limit=2&sort=${sort}&descending=${descending}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.next;
      }
      expect(seen).toEqual(all.rows.map(({ id }) => id));
    }
  }
  expect(namesOf(await listOf('search=liste'))).toEqual(['Ärmel', 'Arndt', 'Öst', 'Oswald', 'Straßer', 'Zu Recht', 'Zürn']);
  const { text } = await alma.get('/api/members?search=liste');
  expect(text).not.toContain('2012-05-04');
  expect(codeOf(await alma.get('/api/members?cursor=unsinn'))).toEqual([400, 'invalid-argument']);
});

test('list, selection and export are filtered by a fee group, or by those without one; groups are those of the club', async () => {
  await refusedToOthers('GET', '/api/members/fee-groups');
  const [anton, alma] = [await server.signedIn('admin'), await server.signedIn('admin', 'SCB')];
  const grouped = await someMember(anton, { feeGroup: 'Ehepaar & Kind' });
  const none = await someMember(anton);
  await someMember(alma, { feeGroup: 'Nur hier' });
  const groups = (await anton.get<string[]>('/api/members/fee-groups')).body;
  expect(groups).toContain('Ehepaar & Kind');
  expect(groups).not.toContain('Nur hier');
  const found = async (query: string) => {
    const { body } = await anton.get<List>(`/api/members?limit=100&${query}`);
    const { body: chosen } = await anton.get<{ ids: string[] }>(`/api/members/selection?${query}`);
    const file = (await anton.get(`/api/members/export?format=csv&${query}`)).text;
    return [grouped, none].map(({ id, memberNo }) => [
      body.rows.some((row) => row.id === id),
      chosen.ids.includes(id),
      new RegExp(`\\b${memberNo}\\b`).test(file),
    ]);
  };
  const [yes, no] = [
    [true, true, true],
    [false, false, false],
  ];
  expect(await found(`feeGroup=${encodeURIComponent('Ehepaar & Kind')}`)).toEqual([yes, no]);
  expect(await found(`ungrouped=yes&search=${none.lastname}`)).toEqual([no, yes]);
  expect(await found('feeGroup=Nur%20hier')).toEqual([no, no]);
});

test('a changed name or number is found at once, the old one no longer', async () => {
  const anton = await server.signedIn('admin');
  const one = await someMember(anton, { lastname: 'Vorherig' });
  const answer = await anton.send<MemberRecord>('PATCH', `/api/members/${one.id}`, {
    ...editOf(one),
    lastname: 'Nachherig',
    memberNo: 'N-77',
  });
  expect(answer.status).toBe(200);
  const found = async (search: string) => (await anton.get<List>(`/api/members?search=${search}`)).body.rows.map(({ id }) => id);
  expect(await found('vorherig')).toEqual([]);
  expect(await found('nachherig')).toEqual([one.id]);
  expect(await found('n-77')).toEqual([one.id]);
});

test('a stale edit is refused, also when only the person changed meanwhile', async () => {
  const anton = await server.signedIn('admin');
  const one = await someMember(anton);
  await refusedToOthers('PATCH', `/api/members/${one.id}`, editOf(one));
  const changed = await anton.send('PATCH', `/api/members/${one.id}`, { ...editOf(one), city: 'Blautal' });
  expect(changed.status).toBe(200);
  expect(codeOf(await anton.send('PATCH', `/api/members/${one.id}`, { ...editOf(one), city: 'Anderswo' }))).toEqual([409, 'conflict']);
  const [kept] = await server.sql<{ city: string }>('select city from person where id = $1', [one.personId]);
  expect(kept?.city).toBe('Blautal');
});

test('leaving is a day: it ends the departments, moves the member to the leaving ones, and can be undone', async () => {
  const anton = await server.signedIn('admin');
  const handball = await departmentOf('RWA', 'Handball im Test');
  const one = await someMember(anton, { lastname: 'Austritt', departmentIds: [handball] });
  await refusedToOthers('PUT', `/api/members/${one.id}/leave`, { leftOn: '2026-12-31', version: one.version });
  const early = await anton.send('PUT', `/api/members/${one.id}/leave`, { leftOn: '2025-12-31', version: one.version });
  expect([early.status, early.body.fields?.[0]?.path]).toEqual([422, 'leftOn']);
  const left = await anton.send<MemberRecord>('PUT', `/api/members/${one.id}/leave`, { leftOn: '2099-12-31', version: one.version });
  expect(left.body).toMatchObject({ leftOn: '2099-12-31', departments: [{ validTo: '2099-12-31' }] });
  const phase = async (name: string) => (await anton.get<List>(`/api/members?search=austritt&phase=${name}`)).body.rows.length;
  expect([await phase('current'), await phase('leaving'), await phase('left')]).toEqual([0, 1, 0]);
  const back = await anton.send<MemberRecord>('PUT', `/api/members/${one.id}/leave`, { leftOn: '', version: left.body.version });
  expect(back.body).toMatchObject({ leftOn: null, noticeOn: null, departments: [{ validTo: null }] });
});

test('a returning member gets a new membership, one at a time', async () => {
  const anton = await server.signedIn('admin');
  const one = await someMember(anton);
  const again = { ...membershipOf(one), memberNo: `${one.memberNo}-2`, joinedOn: '2026-08-01' };
  expect(codeOf(await anton.post(`/api/members/${one.id}/rejoin`, again))).toEqual([409, 'already-member']);
  await anton.send('PUT', `/api/members/${one.id}/leave`, { leftOn: '2026-07-31', version: one.version });
  const both = await Promise.all(
    [0, 1].map((n) => anton.post<MemberRecord>(`/api/members/${one.id}/rejoin`, { ...again, memberNo: `${again.memberNo}${n}` })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const made = both.find(({ status }) => status === 200)?.body;
  expect(made).toMatchObject({ personId: one.personId, joinedOn: '2026-08-01', others: [{ id: one.id, leftOn: '2026-07-31' }] });
});

test('departments change from a day on; the history is kept', async () => {
  const anton = await server.signedIn('admin');
  const [tanzen, judo] = [await departmentOf('RWA', 'Tanzen im Test'), await departmentOf('RWA', 'Judo im Test')];
  const foreign = await departmentOf('SCB', 'Judo im Test');
  const one = await someMember(anton, { departmentIds: [tanzen] });
  const put = (departmentIds: string[], from: string, version: number) =>
    anton.send<MemberRecord>('PUT', `/api/members/${one.id}/departments`, { departmentIds, from, version });
  expect((await put([foreign], '2026-05-01', one.version)).status).toBe(422);
  const moved = await put([judo], '2026-05-01', one.version);
  const slices = ({ departments }: MemberRecord) => departments.map(({ name, validFrom, validTo }) => [name, validFrom, validTo]);
  expect(slices(moved.body)).toEqual([
    ['Judo im Test', '2026-05-01', null],
    ['Tanzen im Test', '2026-01-01', '2026-04-30'],
  ]);
  expect((await anton.get<List>(`/api/members?departmentId=${judo}`)).body.rows.map(({ departments }) => departments)).toEqual([
    ['Judo im Test'],
  ]);
});

test('a member sees themselves and the people they act for; others get 404, without learning whether somebody exists', async () => {
  const anton = await server.signedIn('admin');
  const one = await someMember(anton);
  const url = `/api/members/${one.id}`;
  const rosa = await server.signedIn('reader');
  const edda = await server.signedIn('editor');
  expect(codeOf(await server.visitor().get(url))).toEqual([401, 'unauthenticated']);
  for (const stranger of [rosa, edda, await server.signedIn('admin', 'SCB')])
    expect(codeOf(await stranger.get(url))).toEqual([404, 'not-found']);
  expect((await (await server.signedIn('super', 'GSV')).get(url)).status).toBe(200);
  const mine = async (person: Client) => (await person.get<{ id: string }[]>('/api/members/mine')).body.map(({ id }) => id);
  // A member number stored with an account is only a note and grants no access; that is defined by person_access alone.
  for (const noted of [one.memberNo, one.id]) {
    await server.sql('update app_user set member_id = $1 where email = $2', [noted, emailOf('reader')]);
    expect(codeOf(await rosa.get(url))).toEqual([404, 'not-found']);
    expect(await mine(rosa)).not.toContain(one.id);
  }
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at) select id, $1, 'RWA', 'delegate', 'board', now() from app_user where email = $2`,
    [one.personId, emailOf('reader')],
  );
  expect((await rosa.get<MemberRecord>(url)).body.memberNo).toBe(one.memberNo);
  expect(await mine(rosa)).toContain(one.id);
  expect(await mine(edda)).not.toContain(one.id);
  expect(codeOf(await server.visitor().get('/api/members/mine'))).toEqual([401, 'unauthenticated']);
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, verified_at) select id, $1, 'RWA', 'guardian', now() from app_user where email = $2`,
    [one.personId, emailOf('reader', 'SCB')],
  );
  const parent = await server.signedIn('reader', 'SCB');
  expect((await parent.get(url)).status).toBe(200);
  expect(await mine(parent)).toContain(one.id);
});

test('the host gives no rights: the board of SCB neither sees nor changes members of RWA', async () => {
  const one = await someMember(await server.signedIn('admin'), { lastname: 'Geheimrat' });
  const alma = server.visitor('RWA');
  await alma.signIn(emailOf('admin', 'SCB'));
  expect((await alma.get<List>('/api/members?search=geheimrat')).body.rows).toEqual([]);
  expect((await alma.get('/api/members?club=RWA')).status).toBe(404);
  for (const [method, path, body] of [
    ['PATCH', '', editOf(one)],
    ['PUT', '/leave', { leftOn: '2026-12-31', version: one.version }],
    ['PUT', '/departments', { departmentIds: [], from: '2026-05-01', version: one.version }],
    ['POST', '/rejoin', membershipOf(one)],
  ] as const) {
    expect([method, ...codeOf(await alma.send(method, `/api/members/${one.id}${path}`, body))]).toEqual([method, 404, 'not-found']);
  }
});

test('the export of members equals the list: its order over all pages, and its columns', async () => {
  const anton = await server.signedIn('admin');
  const file = await anton.get('/api/members/export?columns=number,name&sort=joinedOn&descending=true&phase=present');
  const [heading, ...rows] = file.text.trim().split('\r\n');
  expect(heading).toBe('"Mitgliedsnummer";"Nachname";"Vorname"');
  type Page = { rows: { memberNo: string }[] };
  const list = (await anton.get<Page>('/api/members?sort=joinedOn&descending=true&phase=present&limit=200')).body.rows;
  expect(rows.slice(0, list.length).map((row) => row.split(';')[0]?.replaceAll('"', ''))).toEqual(list.map(({ memberNo }) => memberNo));
});

test('an export requires a fresh password, neutralises formulas and is audited', async () => {
  const svea = await server.signedIn('admin', 'GSV');
  await someMember(svea, { lastname: '=1+1', memberNo: '0815' });
  await refusedToOthers('GET', '/api/members/export');
  const csv = await svea.get('/api/members/export?format=csv');
  expect(csv.status).toBe(200);
  expect(csv.text).toContain(`"'=1+1"`);
  expect(csv.text.startsWith('\uFEFF"Mitgliedsnummer";')).toBe(true);
  const sheet = await svea.get('/api/members/export?format=xlsx');
  expect([sheet.status, sheet.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')]);
  const entries = await server.sql<{ content: string }>(
    `select content from audit where action = 'members.export' and club = 'GSV' order by id`,
  );
  expect(entries.map(({ content }) => content)).toEqual(['Mitgliederliste exportiert (1, CSV)', 'Mitgliederliste exportiert (1, XLSX)']);
  await server.sql(`update auth_session set confirmed_at = now() - interval '1 hour'`);
  expect(codeOf(await svea.get('/api/members/export'))).toEqual([403, 'reauthentication-required']);
});

test('many members are changed in one transaction, once; one of another club refuses them all', async () => {
  const anton = await server.signedIn('admin');
  const judo = await departmentOf('RWA', 'Judo in Reihe');
  const chosen = [await someMember(anton), await someMember(anton), await someMember(anton, { kind: 'passive' })];
  const ids = chosen.map(({ id }) => id);
  const batch = (what: object, of = ids, batchId: string = randomUUID()) =>
    anton.post<{ count: number }>('/api/members/batch', { batchId, ids: of, change: what });
  const setKind = { action: 'setKind', kind: 'passive' };
  await refusedToOthers('POST', '/api/members/batch', { batchId: randomUUID(), ids, change: setKind });
  const batchId = randomUUID();
  expect((await batch(setKind, ids, batchId)).body).toEqual({ count: 2, unchanged: [{ name: 'Mia Nummer31', reason: 'schon so' }] });
  expect(codeOf(await batch(setKind, ids, batchId))).toEqual([409, 'already-committed']);
  expect((await batch({ action: 'addDepartment', departmentId: judo, from: '2026-05-01' })).body.count).toBe(3);
  expect((await batch({ action: 'addDepartment', departmentId: judo, from: '2026-05-01' })).body.count).toBe(0);
  expect((await batch({ action: 'endDepartment', departmentId: judo, from: '2026-07-01' })).body.count).toBe(3);
  const read = async () => (await anton.get<MemberRecord>(`/api/members/${ids[0]}`)).body;
  expect((await read()).departments).toMatchObject([{ validFrom: '2026-05-01', validTo: '2026-06-30' }]);
  const foreign = await someMember(await server.signedIn('admin', 'SCB'));
  const before = await stateOf();
  expect(codeOf(await batch({ action: 'leave', leftOn: '2026-12-31' }, [...ids, foreign.id]))).toEqual([404, 'not-found']);
  expect(codeOf(await batch({ action: 'leave', leftOn: '2020-12-31' }))).toEqual([422, 'invalid-input']);
  expect(await stateOf()).toEqual(before);
  expect((await batch({ action: 'leave', leftOn: '2026-12-31' })).body.count).toBe(3);
  expect((await read()).leftOn).toBe('2026-12-31');
  const csv = await anton.post('/api/members/export', { ids: ids.slice(0, 2), format: 'csv' });
  expect(csv.text.trim().split('\r\n')).toHaveLength(3);
});

test('the board sets who pays for a member; a person of another club is refused, and an unknown one is reported at its field', async () => {
  const anton = await server.signedIn('admin');
  const parent = await someMember(anton);
  const child = await someMember(anton, { payerPersonId: parent.personId });
  expect([child.payerPersonId, child.payer]).toEqual([parent.personId, `${parent.firstname} ${parent.lastname}`]);
  const foreign = await someMember(await server.signedIn('admin', 'SCB'));
  const save = (payerPersonId: string | null) =>
    anton.send<MemberRecord & ProblemBody>('PATCH', `/api/members/${child.id}`, { ...editOf(child), payerPersonId });
  for (const nobody of [foreign.personId, randomUUID()]) expect((await save(nobody)).body.fields?.[0]?.path).toBe('payerPersonId');
  const { body: after } = await save(child.personId);
  expect([after.payerPersonId, after.payer]).toEqual([null, '']);
});
