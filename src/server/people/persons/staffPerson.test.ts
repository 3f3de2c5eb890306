import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedUser } from '#shared/accounts/users.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

const invite = async (client: Client, firstname: string, role: Role, more: object = {}) =>
  (await client.post<ListedUser>('/api/users', { email: `${firstname}@stab.test`, firstname, lastname: 'Stabmann', role, ...more })).body;
const found = async (client: Client, name: string) =>
  (await client.get<{ lastname: string }[]>(`/api/people?search=${name}`)).body.filter(({ lastname }) => lastname === 'Stabmann');
const ownOf = (userId: string) =>
  server.sql<{ club: string; relation: string; basis: string; state: string; member: boolean }>(
    `select a.club, a.relation, a.basis, case when a.verified_at is null then 'claimed' else 'verified' end as state,
       exists (select 1 from member m where m.person_id = a.person_id) as member
     from person_access a where a.user_id = $1`,
    [userId],
  );

test('who is invited to work for a club is found there as a person, without a membership; who is invited to read is not', async () => {
  const trainer = await invite(anton, 'Tilda', 'trainer');
  expect(await found(anton, 'Tilda')).toHaveLength(1);
  expect(await ownOf(trainer.id)).toEqual([{ club: 'RWA', relation: 'self', basis: 'board', state: 'verified', member: false }]);
  const reader = await invite(anton, 'Rieke', 'reader');
  expect([await found(anton, 'Rieke'), await ownOf(reader.id)]).toEqual([[], []]);
  // With the role comes the person, and only once.
  let { version } = reader;
  for (const role of ['trainer', 'editor'] as const)
    ({ version } = (await anton.send<ListedUser>('PUT', `/api/users/${reader.id}/role`, { role, version })).body);
  expect([(await found(anton, 'Rieke')).length, (await ownOf(reader.id)).length]).toEqual([1, 1]);
});

test('somebody of that name who is known already is not linked without a look: the board does that', async () => {
  await server.sql(
    `insert into person (id, club, firstname, lastname, created_at, updated_at) values (gen_random_uuid(), 'RWA', 'nele', 'stabmann', now(), now())`,
  );
  const { id } = await invite(anton, 'Nele', 'trainer');
  expect(await ownOf(id)).toEqual([]);
});

test('a superuser invites for another club, whose person it becomes', async () => {
  const svea = await server.signedIn('super');
  const { id } = await invite(svea, 'Sina', 'admin', { club: 'SCB' });
  expect(await ownOf(id)).toMatchObject([{ club: 'SCB', relation: 'self' }]);
});
