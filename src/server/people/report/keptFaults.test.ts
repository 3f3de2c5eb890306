import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DashboardCardName } from '#shared/office/dashboard/dashboard.ts';
import type { Department } from '#shared/club/departments.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import type { ReportCockpit, ReportProfile } from '#shared/people/report/reportSnapshots.ts';
import { projectRoot } from '#server/platform/process/root.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let board: Client;
beforeAll(async () => {
  setClock(new Date('2026-12-14T09:00:00Z'));
  server = await startServer();
  board = await server.signedIn('admin');
  // Sessions begin with the clock of the machine.
  await server.sql(
    "update auth_session set created_at = $1::timestamptz, updated_at = $1::timestamptz, expires_at = $1::timestamptz + interval '1 day'",
    ['2026-12-14T09:00:00Z'],
  );
  await watch();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const keyDate = '2027-01-01';

/** The tables whose rows decide about the number, and where their club stands. */
const counted = {
  member: 'new.club',
  member_department: 'new.club',
  distinct_people: 'new.club',
  report_profile: 'new.club',
  report_snapshot: 'new.club',
  department: 'new.club',
  department_association: '(select club from department where id = new.department_id)',
};

/**
 * Refuses every transaction of the product that changes one of these rows, or what is counted of a member's person, and does not raise the
 * version under which the number is kept: it is looked at when the transaction commits.
 */
async function watch(): Promise<void> {
  const body = (club: string) => `
    if current_setting('app.watching', true) = 'off' then return null; end if;
    if not exists (select 1 from collection_version where club = ${club} and collection in ('members', 'departments')
      and xmin = pg_current_xact_id()::xid) then raise 'a change of % was told to nobody', tg_table_name; end if;
    return null;`;
  const onEach = async (table: string, when: string, club: string, events: string) => {
    for (const side of ['new', 'old'] as const) {
      const name = `watch_${table}_${side}`;
      const said = club.replaceAll('new.', `${side}.`);
      await server.sql(
        `create function ${name}() returns trigger language plpgsql security definer as $$ begin if ${when.replaceAll('new.', `${side}.`)} then ${body(said)} end if; return null; end $$`,
      );
      const on = side === 'new' ? events.replace(' or delete', '') : 'delete';
      await server.sql(
        `create constraint trigger ${name} after ${on} on ${table} deferrable initially deferred for each row execute function ${name}()`,
      );
    }
  };
  for (const [table, club] of Object.entries(counted)) await onEach(table, 'true', club, 'insert or update or delete');
  const isMember = 'exists (select 1 from member where person_id = new.id)';
  await onEach('person', isMember, 'new.club', 'update of lastname, firstname, birth_date, gender or delete');
}

const shown = async () => {
  const { body, status } = await board.get<{ name: DashboardCardName; count: number }[]>('/api/dashboard');
  expect(status).toBe(200);
  return body.find(({ name }) => name === 'reportFaults')?.count;
};
/** What the cockpit counts, which reads all members anew. */
const real = async () =>
  (await board.get<ReportCockpit>(`/api/member-report/cockpit?keyDate=${keyDate}`)).body.causes.reduce((sum, { count }) => sum + count, 0);
const batch = (ids: string[], change: object) => board.post('/api/members/batch', { batchId: crypto.randomUUID(), ids, change });

let made = 0;
async function join(values: object): Promise<MemberRecord> {
  const memberNo = String(98_000 + ++made);
  const usual = { firstname: `N${made}`, lastname: 'Zahl', kind: 'active', joinedOn: '2020-01-01', gender: 'w', birthDate: '2000-05-05' };
  const { status, body } = await board.post<MemberRecord>('/api/members', { ...usual, memberNo, ...values });
  expect(status).toBe(200);
  return body;
}

test('after each change the dashboard says what the cockpit counts, and between changes the members are not read again', async () => {
  const seen: number[] = [];
  const look = async () => {
    const [card, count] = [await shown(), await real()];
    expect(card).toBe(count);
    seen.push(count);
    return count;
  };
  const before = await look();
  const one = await join({ birthDate: '', gender: 'x' });
  expect(await look()).toBeGreaterThan(before);
  await batch([one.id], { action: 'setBirthDate', birthDate: '1990-01-01' });
  await look();
  await batch([one.id], { action: 'setGender', gender: 'o' });
  await look();
  const twin = await join({ firstname: one.firstname, birthDate: '1990-01-01' });
  await look();
  expect((await board.post(`/api/people/${one.personId}/distinct`, { otherId: twin.personId })).status).toBe(200);
  await look();
  const { body: department } = await board.post<Department>('/api/departments', { name: 'Abteilung der Zahl' });
  await batch([one.id, twin.id], { action: 'addDepartment', departmentId: department.id, from: '2020-01-01' });
  await look();
  const associations = [{ no: '0777', name: 'Verband', sportNo: '', validFrom: null, validTo: null }];
  const asked = { name: 'Abteilung der Zahl', associations, version: department.managed?.version };
  expect((await board.send('PUT', `/api/departments/${department.id}`, asked)).status).toBe(200);
  await look();
  const { profile } = (await board.get<{ profile: ReportProfile }>(`/api/member-report/cockpit?keyDate=${keyDate}`)).body;
  const next = { ...profile, clubNumber: '0123456', contactPerson: 'Anna', isMemberOf: ['0001'] };
  expect((await board.send('PUT', '/api/member-report/profile', next)).status).toBe(200);
  await look();
  expect(new Set(seen).size).toBeGreaterThan(4);
});

test('between changes the members are not read again', async () => {
  const one = await join({ birthDate: '1991-01-01' });
  const [before, count] = [await shown(), await real()];
  expect(before).toBe(count);
  // Changed behind the back of the product: only the cockpit, which reads all rows, can see it.
  await server.sql(
    `with off as (select set_config('app.watching', 'off', true) as said)
     update person set gender = 'x' from off where said is not null and person.id = $1`,
    [one.personId],
  );
  expect([await shown(), await real()]).toEqual([count, count + 1]);
  // Neither do they tire with time.
  setClock(new Date('2026-12-14T09:20:00Z'));
  expect(await shown()).toBe(count);
  await batch([one.id], { action: 'setBirthDate', birthDate: '1992-02-02' });
  expect(await shown()).toBe(count + 1);
});

test('whoever looks after a change sees it, however many look at the same time', async () => {
  let isOver = false;
  const crowd = Array.from({ length: 4 }, async () => {
    while (!isOver) await shown();
  });
  for (let round = 0; round < 8; round++) {
    const before = await real();
    await join({ birthDate: '' });
    const [card, after] = [await shown(), await real()];
    expect([card, after > before]).toEqual([after, true]);
  }
  isOver = true;
  await Promise.all(crowd);
}, 60_000);

/** The files that write these rows. A new one belongs here once its writes raise the version of `members` or `departments`. */
const writers = [
  'club/departments/api.ts',
  'club/departments/personalData.ts',
  'club/departments/service.ts',
  'club/departments/write.ts',
  'people/imports/importRun.ts',
  'people/members/admit.ts',
  'people/members/departments.ts',
  'people/members/linksApi.ts',
  'people/members/payers.ts',
  'people/members/personalData.ts',
  'people/members/write.ts',
  'people/report/personalData.ts',
  'people/report/profile.ts',
  'people/report/snapshots.ts',
];

test('no file writes what is counted but those that were looked at', () => {
  const tables = 'member|memberDepartment|distinctPeople|reportProfile|reportSnapshot|department|departmentAssociation';
  const names = 'member|member_department|distinct_people|report_profile|report_snapshot|department|department_association';
  const writes = new RegExp(String.raw`\.(insert|update|delete)\((${tables})\)|\b(insert into|update|delete from) (${names})\b`);
  const folder = path.join(projectRoot, 'src/server');
  const found = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('db/'))
    .filter((file) => writes.test(fs.readFileSync(path.join(folder, file), 'utf8')));
  expect(found.sort()).toEqual(writers);
});
