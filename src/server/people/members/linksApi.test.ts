import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DuplicatePair, Family } from '#shared/people/memberLinks.ts';
import { emailOf, startServer, type Answer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];

/** Inserts a person of the club directly into the database. */
async function someone(values: { lastname: string; firstname?: string; birth?: string; email?: string; club?: string }): Promise<string> {
  const id = randomUUID();
  const { lastname, firstname = 'Dora', birth = '1990-05-04', email = null, club = 'RWA' } = values;
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, email, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, now(), now())`,
    [id, club, firstname, lastname, birth, email],
  );
  return id;
}

async function membershipOf(personId: string, { from = '2020-01-01', until = null as string | null } = {}): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, left_on, status) select $1, club, id, $3, $4, $5, 'active' from person where id = $2`,
    [id, personId, `L-${id.slice(0, 8)}`, from, until],
  );
  return id;
}

const pairsOf = (pairs: DuplicatePair[], lastname: string) => pairs.filter(({ first }) => first.fields.lastname.startsWith(lastname));

test('possible duplicates are proposed by name and birth date, similarity and email, until the board says they are two people', async () => {
  const anton = await server.signedIn('admin');
  const duplicates = async () => (await anton.get<DuplicatePair[]>('/api/members/duplicates')).body;
  await someone({ lastname: 'Zwillinger' });
  const [a, b] = [await someone({ lastname: 'Doppelmann' }), await someone({ lastname: 'doppelmann' })];
  await someone({ lastname: 'Ähnlichstein', birth: '1977-01-02' });
  await someone({ lastname: 'Aehnlichstein', birth: '1977-01-02' });
  await someone({ lastname: 'Postfrau', birth: '1980-01-01', email: 'post@example.org' });
  await someone({ lastname: 'Postfrau', birth: '1981-01-01', email: 'POST@example.org' });
  await someone({ lastname: 'Doppelmann', club: 'SCB' });
  const found = await duplicates();
  expect(pairsOf(found, 'Zwillinger')).toEqual([]);
  expect(
    found
      .filter(({ first }) => /^(Doppelmann|.hnlichstein|Aehnlichstein|Postfrau)$/i.test(first.fields.lastname))
      .map(({ reason }) => reason),
  ).toEqual(['same', 'similar', 'email']);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const other = await server.signedIn(role);
    expect([role, (await other.get('/api/members/duplicates')).status]).toEqual([role, 403]);
    expect([role, (await other.post(`/api/people/${a}/distinct`, { otherId: b })).status]).toEqual([role, 403]);
  }
  expect(codeOf(await (await server.signedIn('admin', 'SCB')).post(`/api/people/${a}/distinct`, { otherId: b }))).toEqual([
    404,
    'not-found',
  ]);
  expect((await anton.post(`/api/people/${b}/distinct`, { otherId: a })).status).toBe(200);
  expect((await duplicates()).filter(({ first }) => /^doppelmann$/i.test(first.fields.lastname))).toEqual([]);
});

test('of two records one stays, with the selected fields and all data of both', async () => {
  const anton = await server.signedIn('admin');
  const [kept, other] = [
    await someone({ lastname: 'Bleibt', email: 'alt@example.org' }),
    await someone({ lastname: 'Bleibt', email: 'neu@example.org' }),
  ];
  const former = await membershipOf(other, { from: '2010-01-01', until: '2012-12-31' });
  await membershipOf(kept);
  for (const id of [kept, other])
    await server.sql(
      `insert into person_access (user_id, person_id, club, relation, verified_at) select id, $1, 'RWA', 'guardian', now() from app_user where email = $2`,
      [id, emailOf('reader')],
    );
  const [course] = await server.sql<{ id: string }>(`select id from course where club = 'RWA' limit 1`);
  await server.sql(
    `insert into enrolment (id, club, course_id, person_id, state, registered_at)
     select gen_random_uuid(), 'RWA', $1, $2, 'confirmed', now()`,
    [course?.id, other],
  );
  const [helping] = await server.sql<{ id: string }>(
    `update assignment set person_id = $1::text::uuid, helper_key = $1 where id = (select id from assignment where club = 'RWA' limit 1) returning id`,
    [other],
  );
  const body = { otherId: other, version: 1, otherVersion: 1, taken: ['email'] };
  const url = `/api/people/${kept}/merge`;
  expect(codeOf(await (await server.signedIn('editor')).post(url, body))).toEqual([403, 'forbidden']);
  expect(codeOf(await (await server.signedIn('admin', 'SCB')).post(url, body))).toEqual([404, 'not-found']);
  expect(codeOf(await anton.post(url, { ...body, version: 3 }))).toEqual([409, 'conflict']);
  expect(await anton.post(url, body)).toMatchObject({ status: 200 });
  const [now] = await server.sql(
    `select email, (select count(*)::int from member where person_id = p.id) as memberships, (select person_id from member where id = $2) as former,
       (select count(*)::int from enrolment where person_id = p.id) as courses, (select count(*)::int from person_access where person_id = p.id) as accounts
     from person p where id = $1`,
    [kept, former],
  );
  expect(now).toEqual({ email: 'neu@example.org', memberships: 2, former: kept, courses: 1, accounts: 1 });
  const [gone] = await server.sql<{ into: string }>('select merged_into as into from person where id = $1', [other]);
  expect(gone?.into).toBe(kept);
  const helper = await server.sql('select person_id as id, helper_key as key from assignment where id = $1', [helping?.id]);
  expect(helper).toEqual([{ id: kept, key: kept }]);
  expect(codeOf(await anton.post(url, { ...body, version: 2 }))).toEqual([409, 'conflict']);
});

test('two current members are not merged, and nothing changes', async () => {
  const anton = await server.signedIn('admin');
  const [kept, other] = [await someone({ lastname: 'Zugleich' }), await someone({ lastname: 'Zugleich' })];
  const [mine, theirs] = [await membershipOf(kept), await membershipOf(other)];
  expect(codeOf(await anton.post(`/api/people/${kept}/merge`, { otherId: other, version: 1, otherVersion: 1, taken: [] }))).toEqual([
    409,
    'already-member',
  ]);
  const rows = await server.sql<{ person_id: string }>('select person_id from member where id = any($1) order by joined_on, id = $2 desc', [
    [mine, theirs],
    mine,
  ]);
  expect(rows.map((row) => row.person_id)).toEqual([kept, other]);
});

test('the board links an account with a member; parents, children and siblings follow from it', async () => {
  const anton = await server.signedIn('admin');
  const [child, sister] = [
    await someone({ lastname: 'Familie', firstname: 'Kim', birth: '2015-01-01' }),
    await someone({ lastname: 'Familie', firstname: 'Lea', birth: '2017-01-01' }),
  ];
  const [ofChild, ofSister] = [await membershipOf(child), await membershipOf(sister)];
  const email = emailOf('trainer');
  const url = (id: string) => `/api/members/${id}/family`;
  const rita = await server.signedIn('trainer');
  expect(codeOf(await rita.get(url(ofChild)))).toEqual([404, 'not-found']);
  expect(codeOf(await rita.post(url(ofChild), { email, relation: 'guardian' }))).toEqual([403, 'forbidden']);
  expect(codeOf(await (await server.signedIn('admin', 'SCB')).post(url(ofChild), { email, relation: 'guardian' }))).toEqual([
    404,
    'not-found',
  ]);
  expect(await anton.post(url(ofChild), { email: 'niemand@example.org', relation: 'guardian' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'email' }] },
  });
  for (const id of [ofChild, ofSister]) expect((await anton.post(url(id), { email, relation: 'guardian' })).status).toBe(200);
  expect(codeOf(await anton.post(url(ofChild), { email, relation: 'guardian' }))).toEqual([409, 'already-registered']);
  const adult = await membershipOf(await someone({ lastname: 'Erwachsen' }));
  expect(await anton.post(url(adult), { email, relation: 'guardian' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'relation', message: 'Ein Elternteil handelt nur für ein Kind unter 18 Jahren.' }] },
  });
  expect((await anton.get<Family>(url(adult))).body.accounts).toEqual([]);
  const { body } = await rita.get<Family>(url(ofChild));
  expect(body.accounts).toMatchObject([{ email, relation: 'guardian' }]);
  expect(body.relatives).toContainEqual({
    personId: sister,
    memberId: ofSister,
    name: 'Lea Familie',
    birthDate: '2017-01-01',
    relation: 'sibling',
  });
  expect((await rita.get<{ id: string }[]>('/api/people/mine')).body.map(({ id }) => id)).toEqual(expect.arrayContaining([child, sister]));
  const userId = body.accounts[0]?.userId;
  expect((await anton.send('DELETE', `${url(ofChild)}/${userId}`)).status).toBe(200);
  expect(codeOf(await rita.get(url(ofChild)))).toEqual([404, 'not-found']);
});
