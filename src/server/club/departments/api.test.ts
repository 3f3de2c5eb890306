import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Department } from '#shared/club/departments.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { MemberReport } from '#shared/people/report/memberReport.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Refused = Answer<Department & Pick<ProblemBody, 'code' | 'fields'>>;

let made = 0;
const nameFor = (word: string) => `${word} ${++made}`;
const create = (name: string, more: object = {}, client = anton): Promise<Refused> => client.post('/api/departments', { name, ...more });
const created = async (word = 'Abteilung', more: object = {}) => (await create(nameFor(word), more)).body;
const versionOf = (one: Department) => one.managed?.version ?? 0;
const change = (one: Department, values: object, client = anton): Promise<Refused> =>
  client.send('PUT', `/api/departments/${one.id}`, { name: one.name, version: versionOf(one), ...values });
const end = (one: Department, on: string): Promise<Refused> =>
  anton.post(`/api/departments/${one.id}/ending`, { on, version: versionOf(one) });
const reopen = (one: Department): Promise<Refused> => anton.post(`/api/departments/${one.id}/reopening`, { version: versionOf(one) });
const list = async (client: Client, query = '') => (await client.get<Department[]>(`/api/departments${query}`)).body;
const find = async (id: string, state = 'all') => (await list(anton, `?state=${state}`)).find((one) => one.id === id);
const codeOf = ({ status, body }: Answer<Partial<ProblemBody>>) => [status, body.code];
const faultOf = ({ body }: Answer<Partial<ProblemBody>>) => body.fields?.map(({ path, message }) => `${path}: ${message}`);

async function member(values: object = {}): Promise<MemberRecord> {
  const number = `D${++made}`;
  const answer = await anton.post<MemberRecord>('/api/members', {
    firstname: 'Mia',
    lastname: `Muster${number}`,
    birthDate: '2012-05-04',
    gender: 'w',
    kind: 'active',
    joinedOn: '2026-01-01',
    memberNo: number,
    ...values,
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}
const fresh = async ({ id }: MemberRecord) => (await anton.get<MemberRecord>(`/api/members/${id}`)).body;
const setDepartments = async (one: MemberRecord, departmentIds: string[], from: string): Promise<Answer<MemberRecord & ProblemBody>> =>
  anton.send('PUT', `/api/members/${one.id}/departments`, { departmentIds, from, version: (await fresh(one)).version });
const slicesOf = (departmentId: string) =>
  server.sql(
    `select m.member_no, s.valid_from::text, s.valid_to::text from member_department s join member m on m.id = s.member_id
     where s.department_id = $1 order by 1, 2`,
    [departmentId],
  );

test('everybody reads the names; only the board reads the managed fields', async () => {
  const one = await created('Turnen', { costCenter: '4100' });
  const clients = [
    server.visitor(),
    ...(await Promise.all((['reader', 'trainer', 'editor'] as const).map((role) => server.signedIn(role)))),
  ];
  for (const client of [...clients, await server.signedIn('admin', 'SCB')])
    expect((await list(client, '?club=RWA')).find(({ id }) => id === one.id)).toEqual({ id: one.id, name: one.name, managed: null });
  for (const client of [anton, await server.signedIn('super', 'SCB')])
    expect((await list(client, '?club=RWA')).find(({ id }) => id === one.id)?.managed).toMatchObject({ costCenter: '4100', members: 0 });
});

test('only the board creates, changes, ends, reopens and deletes departments, and only those of its club; a super all', async () => {
  const one = await created();
  const before = await server.sql('select * from department order by id');
  const audits = await server.sql(`select count(*) from audit where action = 'departments.manage'`);
  const body = { name: 'Fremd', version: 1 };
  const writes: [method: string, url: string, body?: object][] = [
    ['POST', '/api/departments', { name: 'Fremd', club: 'RWA' }],
    ['PUT', `/api/departments/${one.id}`, body],
    ['POST', `/api/departments/${one.id}/ending`, { on: '2026-12-31', version: 1 }],
    ['POST', `/api/departments/${one.id}/reopening`, { version: 1 }],
    ['DELETE', `/api/departments/${one.id}`],
  ];
  const foreign = await server.signedIn('admin', 'SCB');
  for (const [method, url, sent] of writes) {
    expect((await server.visitor().send(method, url, sent)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor'] as const)
      expect((await (await server.signedIn(role)).send(method, url, sent)).status).toBe(403);
    expect([403, 404]).toContain((await foreign.send(method, url, sent)).status);
  }
  expect(await server.sql('select * from department order by id')).toEqual(before);
  expect(await server.sql(`select count(*) from audit where action = 'departments.manage'`)).toEqual(audits);
  const boss = await server.signedIn('super', 'GSV');
  expect((await change(one, { name: nameFor('Vom Superuser') }, boss)).status).toBe(200);
  const blautal = await create(nameFor('Für Blautal'), { club: 'SCB' }, boss);
  expect(blautal.status).toBe(200);
  expect((await list(foreign)).map(({ id }) => id)).toContain(blautal.body.id);
});

test('all input is stored, numbers with their leading zeros, and the write is audited', async () => {
  const head = await member();
  const typed = {
    shortName: 'HB',
    position: 7,
    sport: 'Handball',
    costCenter: '4200',
    associations: [
      { no: '0035', name: 'Handballverband', sportNo: '01', validFrom: null, validTo: '2026-12-31' },
      { no: '0036', name: '', sportNo: '', validFrom: '2027-01-01', validTo: null },
    ],
  };
  const one = await created('Handball', { ...typed, headPersonId: head.personId, deputyPersonId: null });
  const name = `${head.firstname} ${head.lastname}`;
  expect((await find(one.id))?.managed).toEqual({
    ...typed,
    head: { id: head.personId, name },
    deputy: null,
    endedOn: null,
    members: 0,
    offers: 0,
    fees: [],
    version: 1,
  });
  const changed = await change(one, { name: `${one.name} neu`, deputyPersonId: head.personId, associations: [] });
  expect(changed.body.managed).toMatchObject({ head: null, deputy: { name }, associations: [], shortName: '', version: 2 });
  const [entry] = await server.sql<{ content: string; action: string; entity: string }>(
    'select content, action, entity from audit where entity_id = $1 order by id desc limit 1',
    [one.id],
  );
  expect(entry).toEqual({ content: `Abteilung geändert: ${one.name} neu`, action: 'departments.manage', entity: 'departments' });
});

test('a federation has one name in a club, whichever department set it', async () => {
  const of = (no: string, name: string) => ({ associations: [{ no, name }] });
  const [one, other] = [await created('Eins', of('0901', 'Alter Name')), await created('Zwei', of('0901', 'Neuer Name'))];
  expect((await find(one.id))?.managed?.associations[0]?.name).toBe('Neuer Name');
  await change(other, of('0901', ''));
  expect((await find(one.id))?.managed?.associations[0]?.name).toBe('Neuer Name');
});

test.each<[what: string, values: object, path: string]>([
  ['no name', { name: '  ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(61) }, 'name'],
  ['a number with letters', { associations: [{ no: '7a' }] }, 'associations.0.no'],
  [
    'an end before the beginning',
    { associations: [{ no: '7', validFrom: '2026-02-01', validTo: '2026-01-01' }] },
    'associations.0.validTo',
  ],
  ['a head whom nobody knows', { headPersonId: randomUUID() }, 'headPersonId'],
])('%s is refused at its field', async (_what, values, path) => {
  const answer = await create(nameFor('Falsch'), values);
  expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([422, path]);
});

test('a person of another club cannot lead a department', async () => {
  const [stranger] = await server.sql<{ id: string }>(`select id from person where club = 'SCB' limit 1`);
  const boss = await server.signedIn('super');
  const answer = await create(nameFor('Fremd'), { headPersonId: stranger?.id, club: 'RWA' }, boss);
  expect(faultOf(answer)).toEqual(['headPersonId: Diese Person gibt es im Verein nicht (mehr).']);
});

test('a stale edit is refused, and nothing is overwritten', async () => {
  const one = await created();
  expect((await change(one, { sport: 'Judo' })).status).toBe(200);
  for (const late of [await change(one, { sport: 'Ringen' }), await end(one, '2026-12-31'), await reopen(one)])
    expect(codeOf(late)).toEqual([409, 'conflict']);
  expect((await find(one.id))?.managed).toMatchObject({ sport: 'Judo', version: 2, endedOn: null });
});

test('two concurrent creations of the same department create one, regardless of case', async () => {
  const name = nameFor('Fechten');
  const answers = await Promise.all([create(name), create(` ${name.toUpperCase()} `)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused.map(faultOf)).toEqual([['name: Eine Abteilung mit diesem Namen gibt es schon.']]);
});

test('a department ended twice concurrently is ended once', async () => {
  const one = await created();
  const answers = await Promise.all([end(one, '2026-12-31'), end(one, '2026-11-30')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('ending a department ends its memberships, and reopening it restores exactly those', async () => {
  const one = await created();
  const numbers = { open: 'E1', soon: 'E2', later: 'E3', gone: 'E4', leaves: 'E5', changed: 'E6' };
  const all = new Map<string, MemberRecord>();
  for (const memberNo of Object.values(numbers))
    all.set(memberNo, await member({ memberNo, departmentIds: memberNo === 'E3' ? [] : [one.id] }));
  const of = (memberNo: string) => all.get(memberNo) ?? expect.fail();
  expect((await setDepartments(of('E2'), [], '2027-03-01')).status).toBe(200);
  expect((await setDepartments(of('E3'), [one.id], '2027-02-01')).status).toBe(200);
  expect((await setDepartments(of('E4'), [], '2026-06-01')).status).toBe(200);
  const before = await slicesOf(one.id);
  expect(before).toEqual([
    { member_no: 'E1', valid_from: '2026-01-01', valid_to: null },
    { member_no: 'E2', valid_from: '2026-01-01', valid_to: '2027-02-28' },
    { member_no: 'E3', valid_from: '2027-02-01', valid_to: null },
    { member_no: 'E4', valid_from: '2026-01-01', valid_to: '2026-05-31' },
    { member_no: 'E5', valid_from: '2026-01-01', valid_to: null },
    { member_no: 'E6', valid_from: '2026-01-01', valid_to: null },
  ]);
  expect((await find(one.id))?.managed?.members).toBe(4);

  const ended = await end(one, '2026-12-31');
  expect(ended.body.managed?.endedOn).toBe('2026-12-31');
  const until = '2026-12-31';
  expect((await slicesOf(one.id)).map(({ member_no, valid_to }) => [member_no, valid_to])).toEqual([
    ['E1', until],
    ['E2', until],
    ['E4', '2026-05-31'],
    ['E5', until],
    ['E6', until],
  ]);
  // A client with the previous version of the member gets a conflict.
  const { id, version } = of('E1');
  const stale = await anton.send('PUT', `/api/members/${id}/departments`, { departmentIds: [one.id], from: '2026-11-21', version });
  expect(codeOf(stale)).toEqual([409, 'conflict']);
  // Meanwhile one member leaves the club, and one is removed from the department.
  const left = await anton.send('PUT', `/api/members/${of('E5').id}/leave`, {
    leftOn: '2027-01-15',
    noticeOn: '2026-11-21',
    leaveReason: '',
    version: (await fresh(of('E5'))).version,
  });
  expect([left.status, left.text]).toEqual([200, expect.any(String)]);
  expect((await setDepartments(of('E6'), [], '2026-12-01')).status).toBe(200);

  const reopened = await reopen(ended.body);
  expect([reopened.status, reopened.body.managed?.endedOn]).toEqual([200, null]);
  expect(await slicesOf(one.id)).toEqual(
    before.map((slice) => {
      if (slice['member_no'] === 'E5') return { ...slice, valid_to: '2027-01-15' };
      return slice['member_no'] === 'E6' ? { ...slice, valid_to: '2026-11-30' } : slice;
    }),
  );
  expect(codeOf(await reopen(reopened.body))).toEqual([409, 'wrong-state']);
  expect(await server.sql('select 1 from ended_slice where department_id = $1', [one.id])).toEqual([]);
});

test('a member who joins a department about to end leaves with it, and stays when it is reopened', async () => {
  const one = await created();
  const ended = await end(one, '2026-12-31');
  const mia = await member({ departmentIds: [one.id] });
  expect(mia.departments).toMatchObject([{ departmentId: one.id, validTo: '2026-12-31' }]);
  await reopen(ended.body);
  expect(await slicesOf(one.id)).toMatchObject([{ valid_to: null }]);
});

test('an ended department is not offered for new records, but stays named in existing ones', async () => {
  const one = await created('Ringen');
  const edda = await server.signedIn('editor');
  const fields = { kind: 'course', title: 'Ringen für alle', startsOn: '2026-12-07', endsOn: '2027-01-04', departmentId: one.id };
  const course = await edda.post<EditedCourse>('/api/manage/courses', { ...fields, slots: [], prices: [], trainers: [] });
  expect([course.status, course.text]).toEqual([200, expect.any(String)]);
  const mia = await member();
  const ended = await end(one, '2026-11-20');
  expect(ended.status).toBe(200);

  expect(await find(one.id, 'running')).toBeUndefined();
  expect((await find(one.id, 'ended'))?.name).toBe(one.name);
  const sentence = `departmentIds: Die Abteilung „${one.name}“ ist beendet.`;
  expect(faultOf(await setDepartments(mia, [one.id], '2026-11-21'))).toEqual([sentence]);
  const second = await edda.post('/api/manage/courses', { ...fields, title: 'Noch einer', slots: [], prices: [], trainers: [] });
  expect(faultOf(second)).toEqual([`departmentId: Die Abteilung „${one.name}“ ist beendet.`]);
  // Existing records with the department can still be changed.
  const { id, version, number } = course.body;
  const same = await edda.send<EditedCourse>('PUT', `/api/manage/courses/${id}`, {
    ...fields,
    title: 'Ringen für viele',
    slots: [],
    prices: [],
    trainers: [],
    number,
    version,
  });
  expect([same.status, same.body.departmentId]).toEqual([200, one.id]);
  // The name is free for another department; then the first one cannot be reopened.
  expect((await create(one.name)).status).toBe(200);
  expect(faultOf(await reopen(ended.body))).toEqual(['name: Eine Abteilung mit diesem Namen gibt es schon.']);
});

test('a department in use is not deleted, and the refusal names the uses; an unused one is', async () => {
  const one = await created();
  await member({ departmentIds: [one.id] });
  const mia = await member({ departmentIds: [one.id] });
  await setDepartments(mia, [], '2026-06-01');
  const refused = await anton.send<Department & ProblemBody>('DELETE', `/api/departments/${one.id}`);
  expect([...codeOf(refused), faultOf(refused)]).toEqual([409, 'department-in-use', ['id: Wird noch benutzt: 2 Mitglieder.']]);
  const unused = await created('Leer', { associations: [{ no: '12' }] });
  expect((await anton.send('DELETE', `/api/departments/${unused.id}`)).status).toBe(200);
  expect(await find(unused.id)).toBeUndefined();
  expect((await anton.send('DELETE', `/api/departments/${unused.id}`)).status).toBe(404);
});

test('a course is found by the new name of its department', async () => {
  const one = await created('Altname');
  await server.sql(
    `update course set department_id = $1 where id = (select id from course where club = 'RWA' and status = 'published' and visibility = 'public' order by id limit 1)`,
    [one.id],
  );
  await change(one, { name: 'Trampolinspringen' });
  const { body } = await server.visitor().get<{ kind: string }[]>('/api/search?text=Trampolinspringen');
  expect(body).toContainEqual(expect.objectContaining({ kind: 'course' }));
});

test('the report counts a department for each federation valid on the key date', async () => {
  const one = await created('Rudern', {
    associations: [
      { no: '0501', sportNo: '1', validTo: '2026-06-30' },
      { no: '0502', sportNo: '2', validFrom: '2026-07-01' },
      { no: '0503', sportNo: '3', validFrom: '2026-07-01' },
    ],
  });
  await member({ departmentIds: [one.id] });
  const read = async (day: string) => {
    const { body } = await anton.get<MemberReport>(`/api/member-report?keyDate=${day}`);
    return body.departments.find(({ name }) => name === one.name);
  };
  expect(await read('2026-06-30')).toMatchObject({ association: '0501', w: 1 });
  expect(await read('2026-07-01')).toMatchObject({ association: '0502, 0503', w: 1 });
});
