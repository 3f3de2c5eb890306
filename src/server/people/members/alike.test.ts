import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KnownPerson } from '#shared/people/knownPerson.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

const anne = { firstname: 'Änne', lastname: 'Größmann', birthDate: '1999-12-31' };
const joining = { kind: 'active', joinedOn: '2026-11-01' };

async function alike(typed: object, who = anton): Promise<KnownPerson[]> {
  const { status, body } = await who.get<KnownPerson[]>(`/api/members/alike?${new URLSearchParams({ ...anne, ...typed }).toString()}`);
  expect(status).toBe(200);
  return body;
}

test('a person who is added again is recognised, in any spelling; a namesake with another birth date, a merged one and one of another club are not', async () => {
  expect(await alike({})).toEqual([]);
  const { body: member } = await anton.post<MemberRecord>('/api/members', { ...anne, ...joining, memberNo: 'G-1' });
  const known = { personId: member.personId, ...anne, memberId: member.id, memberNo: 'G-1', leftOn: null };
  expect(await alike({})).toEqual([known]);
  expect(await alike({ firstname: 'Aenne', lastname: 'Groessmann' })).toEqual([known]);
  expect(await alike({ firstname: 'Größmann', lastname: 'Änne' })).toEqual([known]);
  expect(await alike({ birthDate: '' })).toEqual([known]);
  expect(await alike({ birthDate: '1999-12-30' })).toEqual([]);
  expect(await alike({ firstname: 'Ulf', lastname: 'Ohnegleichen' })).toEqual([]);
  expect(await alike({}, await server.signedIn('admin', 'SCB'))).toEqual([]);
  expect((await (await server.signedIn('trainer')).get('/api/members/alike?firstname=a&lastname=b')).status).toBe(403);
});

test('a guest of a course becomes a member as the same person, and empty values are kept', async () => {
  const [guest] = await server.sql<{ id: string }>(
    "insert into person (id, club, firstname, lastname, birth_date, phone, created_at, updated_at) values (gen_random_uuid(), 'RWA', 'Gast', 'Gern', '2001-05-06', '0291 7', now(), now()) returning id",
  );
  const typed = { firstname: 'Gast', lastname: 'Gern', birthDate: '2001-05-06', email: 'gast@example.org', ...joining, memberNo: 'G-2' };
  const { body } = await anton.post<MemberRecord>('/api/members', { ...typed, personId: guest?.id });
  expect(body).toMatchObject({ personId: guest?.id, email: 'gast@example.org', phone: '0291 7', memberNo: 'G-2' });
  expect((await anton.post('/api/members', { ...typed, memberNo: 'G-3', personId: guest?.id })).body.code).toBe('already-member');
  const [other] = await server.sql<{ id: string }>("select id from person where club = 'SCB' limit 1");
  expect(await anton.post('/api/members', { ...typed, memberNo: 'G-4', personId: other?.id })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'personId' }] },
  });
});

test('a person is found in any order of their names and without umlauts, wherever one is selected', async () => {
  for (const search of ['gross', 'Größmann Änne', 'anne groessmann', 'änne'])
    expect(
      (await anton.get<{ lastname: string }[]>(`/api/people?search=${encodeURIComponent(search)}`)).body.map(({ lastname }) => lastname),
    ).toContain('Größmann');
  expect((await anton.get<unknown[]>(`/api/people?search=${encodeURIComponent('%%')}`)).body).toEqual([]);
});
