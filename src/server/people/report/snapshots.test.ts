import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberRecord } from '#shared/people/members.ts';
import type { Department } from '#shared/club/departments.ts';
import type { ReportCockpit, ReportSnapshot } from '#shared/people/report/reportSnapshots.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
let board: Client;
beforeAll(async () => {
  setClock(new Date('2026-06-10T09:00:00Z'));
  server = await startServer();
  board = await server.signedIn('admin', 'GSV');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const keyDate = '2026-01-01';
const cockpit = async () => (await board.get<ReportCockpit>(`/api/member-report/cockpit?keyDate=${keyDate}`)).body;
const fileOf = (id: string, format: string) => board.get(`/api/member-report/snapshots/${id}/file?format=${format}`);
const batch = (ids: string[], change: object) => board.post('/api/members/batch', { batchId: crypto.randomUUID(), ids, change });
const members = new Map<string, string>();

async function join(firstname: string, values: Partial<MemberRecord>): Promise<string> {
  const memberNo = String(9100 + members.size);
  const body = { firstname, lastname: 'Meldung', kind: 'active', joinedOn: '2020-01-01', memberNo, gender: 'w', birthDate: '2000-05-05' };
  const made = await board.post<MemberRecord>('/api/members', { ...body, ...values });
  members.set(firstname, made.body.id);
  return made.body.id;
}

test('the report is for the board of its club: others read and freeze nothing, and nothing is written', async () => {
  const post = '/api/member-report/snapshots';
  for (const [client, status] of [
    [server.visitor(), 401],
    [await server.signedIn('editor', 'GSV'), 403],
  ] as const) {
    expect((await client.get(`/api/member-report/cockpit?keyDate=${keyDate}`)).status).toBe(status);
    expect((await client.get('/api/member-report/snapshots')).status).toBe(status);
    expect((await client.post(post, { keyDate })).status).toBe(status);
  }
  const other = await server.signedIn('admin', 'SCB');
  expect((await other.post(post, { keyDate, club: 'GSV' })).status).toBe(404);
  expect(await server.sql('select count(*)::int as count from report_snapshot')).toEqual([{ count: 0 }]);
});

test('faults are grouped by cause, a department without a federation once; freezing names what blocks it', async () => {
  const made = await board.post<Department>('/api/departments', { name: 'Turnen' });
  const department = made.body.id;
  const ids = [
    await join('Anna', {}),
    await join('Bert', { gender: 'm', birthDate: '1950-12-31' }),
    await join('Kim', { gender: 'x' }),
    await join('Ohnetag', { birthDate: '' }),
    await join('Altmann', { birthDate: '1901-01-01' }),
  ];
  await batch(ids.slice(0, 4), { action: 'addDepartment', departmentId: department, from: '2020-01-01' });
  const { causes, total, ready, blocking, window } = await cockpit();
  expect(causes.map(({ cause, count }) => [cause, count])).toEqual([
    ['no-birth-date', 1],
    ['no-gender', 1],
    ['no-association', 1],
    ['too-old', 1],
    ['no-department', 1],
  ]);
  expect(causes[2]?.departments).toEqual([{ id: department, name: 'Turnen', members: 4, associations: [] }]);
  expect([total, ready]).toEqual([5, 1]);
  expect(window).toEqual({ opensOn: '2025-12-12', closesOn: '2026-02-28' });
  const refused = await board.post('/api/member-report/snapshots', { keyDate });
  expect([refused.status, refused.body.code]).toEqual([409, 'not-ready']);
  expect(refused.body.fields?.map(({ message }: { message: string }) => message)).toEqual(blocking);
  expect(blocking).toContain('Abteilung ohne Fachverband: 1.');
  expect(blocking).toContain('Die Ansprechperson fehlt.');
});

test('each cause is fixed in place, and “ohne Angabe” is an answer of its own', async () => {
  const [kim = '', altmann = ''] = [members.get('Kim'), members.get('Altmann')];
  const future = await batch([kim], { action: 'setBirthDate', birthDate: '2026-07-01' });
  expect([future.status, future.body.fields?.[0]?.path]).toEqual([422, 'change.birthDate']);
  expect((await batch([altmann], { action: 'setBirthDate', birthDate: '2001-01-01' })).body).toEqual({ count: 1, unchanged: [] });
  expect((await batch([kim], { action: 'setGender', gender: 'o' })).body).toEqual({ count: 1, unchanged: [] });
  const [turnen] = (await board.get<Department[]>('/api/departments')).body.filter(({ name }) => name === 'Turnen');
  const { name, managed, id = '' } = turnen ?? {};
  const associations = [{ no: '0123', name: 'Turnerbund', sportNo: '01', validFrom: null, validTo: null }];
  expect((await board.send('PUT', `/api/departments/${id}`, { name, associations, version: managed?.version })).status).toBe(200);
  await batch([altmann], { action: 'addDepartment', departmentId: id, from: '2020-01-01' });
  const profile = { adapter: 'nrw', clubNumber: '0123456', contactPerson: 'Gerda Gast', isMemberOf: ['0123'], version: 0 };
  expect((await board.send('PUT', '/api/member-report/profile', profile)).body).toMatchObject({ version: 1, clubNumber: '0123456' });
  const late = await board.send('PUT', '/api/member-report/profile', profile);
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  const { causes, ready, total } = await cockpit();
  expect(causes.map(({ cause }) => cause)).toEqual(['no-birth-date']);
  expect([ready, total]).toEqual([4, 5]);
});

test('members that cannot be reported are left out by name only on request; the files of a snapshot are immutable', async () => {
  expect((await board.post('/api/member-report/snapshots', { keyDate })).status).toBe(409);
  const made = await board.post<ReportSnapshot>('/api/member-report/snapshots', { keyDate, leavesOut: true });
  expect(made.body).toMatchObject({ number: 1, state: 'frozen', total: 4, notInJa: 1 });
  expect(made.body.leftOut).toEqual([{ memberId: members.get('Ohnetag'), name: 'Meldung, Ohnetag', cause: 'no-birth-date' }]);
  const { id } = made.body;
  const before = { xml: (await fileOf(id, 'dosb-xml')).text, ja: (await fileOf(id, 'ja')).text };
  expect(before.xml).toContain('<Nummer>0000123456</Nummer>');
  expect(before.xml).toContain('<Typ>B</Typ><Fachverband>0123</Fachverband>');
  expect(before.xml).toContain('<AnzahlO>1</AnzahlO>');
  const years = [...before.xml.matchAll(/<Typ>A<.*?AnzahlM>(\d+)<.*?W>(\d+)<.*?D>(\d+)<.*?O>(\d+)</g)];
  expect(years.reduce((sum, [, ...counts]) => sum + counts.reduce((all, one) => all + Number(one), 0), 0)).toBe(4);
  await batch([members.get('Anna') ?? ''], { action: 'setGender', gender: 'd' });
  expect((await fileOf(id, 'dosb-xml')).text).toBe(before.xml);
  expect((await fileOf(id, 'ja')).text).toBe(before.ja);
  expect((await fileOf(id, 'dosb-csv')).text).toContain('"Meldung";"Anna";"W";"05.05.2000";"0123"');
  const [kept] = (await board.get<ReportSnapshot[]>('/api/member-report/snapshots')).body;
  expect(kept?.files.map(({ format }) => format)).toEqual(['dosb-xml', 'ja', 'dosb-csv']);
  expect(kept?.hash).toBe(made.body.hash);
  const stranger = await server.signedIn('admin', 'SCB');
  expect((await stranger.get(`/api/member-report/snapshots/${id}/file?format=ja`)).status).toBe(404);
});

test('submitted, corrected by a new one, compared with the year before; a submitted report cannot be discarded', async () => {
  const [first] = (await board.get<ReportSnapshot[]>('/api/member-report/snapshots')).body;
  const { id = '', version } = first ?? {};
  const handing = (values: object) => board.post<ReportSnapshot>(`/api/member-report/snapshots/${id}/handing-in`, { version, ...values });
  expect((await handing({ on: '2026-06-11' })).status).toBe(422);
  const handed = await handing({ on: '2026-06-10', portalReference: 'BE-1' });
  expect(handed.body).toMatchObject({ state: 'handedIn', handedInOn: '2026-06-10', portalReference: 'BE-1' });
  expect((await handing({ on: '2026-06-10' })).status).toBe(409);
  expect((await board.send('DELETE', `/api/member-report/snapshots/${id}`)).body.code).toBe('wrong-state');
  const second = await board.post<ReportSnapshot>('/api/member-report/snapshots', { keyDate, leavesOut: true });
  expect(second.body).toMatchObject({ number: 2, state: 'frozen' });
  const correct = (one: string, values: object) =>
    board.post<ReportSnapshot>(`/api/member-report/snapshots/${one}/handing-in`, { version: 1, on: '2026-06-10', ...values });
  expect((await correct(second.body.id, {})).body).toMatchObject({ state: 'handedIn', isReleased: false });
  // A correction of what was released can be released with it, so that its totals do not vanish.
  const third = await board.post<ReportSnapshot>('/api/member-report/snapshots', { keyDate, leavesOut: true });
  expect((await correct(third.body.id, { isReleased: true })).body).toMatchObject({ state: 'handedIn', isReleased: true });
  const states = (await board.get<ReportSnapshot[]>('/api/member-report/snapshots')).body.map(({ number, state }) => [number, state]);
  expect(states).toEqual([
    [3, 'handedIn'],
    [2, 'replaced'],
    [1, 'replaced'],
  ]);
  await join('Neu', {});
  const next = (await board.get<ReportCockpit>('/api/member-report/cockpit?keyDate=2027-01-01')).body.comparison;
  expect(next?.keyDate).toBe(keyDate);
  expect(next?.joined.map(({ name }) => name)).toContain('Meldung, Neu');
  expect(next?.before.total).toBe(4);
});

test('an erased person loses the key in every report, and the numbers and the fingerprint are unchanged', async () => {
  const id = members.get('Bert') ?? '';
  await server.sql("update member set left_on = '2026-01-05', status = 'left' where id = $1", [id]);
  const before = await server.sql('select hash, totals from report_snapshot order by number');
  const [bert] = await server.sql<{ person_id: string }>('select person_id from member where id = $1', [id]);
  const address = `/api/privacy/people/${bert?.person_id}/erasure`;
  const { version } = (await board.get<{ version: number }>(address)).body;
  expect((await board.post(address, { name: 'Bert Meldung', version })).status).toBe(200);
  expect(await server.sql('select hash, totals from report_snapshot order by number')).toEqual(before);
  const [held] = await server.sql<{ count: number; rows: number }>(
    'select count(*) filter (where rows::text like $1)::int as count, min(jsonb_array_length(rows))::int as rows from report_snapshot',
    [`%${id}%`],
  );
  expect(held).toEqual({ count: 0, rows: 4 });
});

test('two members who share name and birth date are listed until the board says that they are two people', async () => {
  await join('Doppel', {});
  await join('Doppler', {});
  await server.sql("update person set firstname = 'Doppel' where firstname = 'Doppler'");
  const named = async () => (await cockpit()).causes.find(({ cause }) => cause === 'duplicate')?.members.map(({ name }) => name);
  expect(await named()).toEqual(['Meldung, Doppel', 'Meldung, Doppel']);
  const pair = await server.sql<{ id: string }>("select id from person where firstname = 'Doppel' and lastname = 'Meldung'");
  const [one, other] = pair.map(({ id }) => id);
  expect((await board.post(`/api/people/${one}/distinct`, { otherId: other })).status).toBe(200);
  expect(await named()).toBeUndefined();
});
