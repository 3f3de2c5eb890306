import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { HelperListView } from '#shared/helpers/helperListShapes.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { Death } from '#shared/office/deaths.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import type { SubjectFile } from '#shared/office/privacy.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { emailOf, startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterEach(() => setClock());
afterAll(() => server.close());

const today = localOf(new Date()).date;
const yesterday = addDays(today, -1);
let made = 0;
async function member(values: object = {}): Promise<MemberRecord> {
  const lastname = `Letzt${++made}`;
  const answer = await anton.post<MemberRecord>('/api/members', {
    firstname: 'Otto',
    lastname,
    birthDate: '1950-05-04',
    email: `${lastname.toLowerCase()}@example.org`,
    joinedOn: '2020-01-01',
    memberNo: `L${made}`,
    ...values,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const read = async (id: string) => (await anton.get<Death>(`/api/people/${id}/death`)).body;
async function note(id: string, values: object = {}, client = anton): Promise<Answer<Death & ProblemBody>> {
  const { version } = await read(id);
  return client.send('PUT', `/api/people/${id}/death`, { diedOn: yesterday, version, ...values });
}
const seat = (courseId: string, personId: string, state: 'confirmed' | 'waitlisted') =>
  server.sql(
    `insert into enrolment (id, club, course_id, person_id, registered_at, state, price_category, price_cents, price_per, queue_rank, contact_email, starts_on)
     values (gen_random_uuid(), 'RWA', $1, $2, now() - interval '9 days', $3::text, 'non_member', 1200, 'month',
       case when $3 = 'waitlisted' then 1 end, $3 || '.otto@example.org', case when $3 = 'confirmed' then current_date - 60 end)`,
    [courseId, personId, state],
  );
async function group(placesMax: number): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, ends_on, status, places_max, registration, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', 'Gymnastik der Älteren', current_date - 90, null, 'confirmed', $3, 'open', now(), now())`,
    [id, `g-${id}`, placesMax],
  );
  return id;
}

test('a death ends everything automatically, people on waiting lists move up, remaining tasks are listed, and no more mails are sent', async () => {
  const rosa = await server.signedIn('reader');
  const [{ id: account } = { id: '' }] = await server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf('reader')]);
  await server.sql('update person_access set ended_at = now() where user_id = $1', [account]);
  const otto = await member();
  const child = await member({ firstname: 'Enkel', birthDate: '2018-05-04', email: '' });
  const waiting = await member();
  for (const [personId, relation] of [
    [otto.personId, 'self'],
    [child.personId, 'guardian'],
  ] as const)
    await server.sql(
      "insert into person_access (user_id, person_id, club, relation, basis, verified_at) values ($1, $2, 'RWA', $3, 'board', now())",
      [account, personId, relation],
    );
  await server.sql('update member set payer_person_id = $1 where id = $2', [otto.personId, child.id]);
  const course = await group(1);
  await seat(course, otto.personId, 'confirmed');
  await seat(course, waiting.personId, 'waitlisted');
  const mandate = {
    iban: 'DE02500105170137075030',
    accountHolder: 'Otto Letzt',
    signedOn: '2019-03-01',
    reference: `TOD-${otto.memberNo}`,
  };
  expect((await anton.post('/api/mandates', { ...mandate, payerPersonId: otto.personId })).status).toBe(200);
  const day = addDays(today, 5);
  const list = (await anton.post<HelperListView>('/api/operationals', { title: 'Fest', startsOn: day, endsOn: day, visibility: 'link' }))
    .body;
  const hours = { startsAt: instantOf(day, '10:00').toISOString(), endsAt: instantOf(day, '12:00').toISOString() };
  const [shift] = (await anton.post<HelperListView>(`/api/operationals/${list.id}/shifts`, { task: 'Grill', ...hours, needed: 1 })).body
    .shifts;
  await server.sql(
    `insert into assignment (id, club, shift_id, person_id, helper_key, starts_at, ends_at, state, created_at)
     values (gen_random_uuid(), 'RWA', $1, $2::uuid, $2::text, $3, $4, 'confirmed', now())`,
    [shift?.id, otto.personId, hours.startsAt, hours.endsAt],
  );

  const before = await read(otto.personId);
  expect(before).toMatchObject({ name: `Otto ${otto.lastname}`, diedOn: null });
  expect(before.ends).toEqual(
    expect.arrayContaining([
      `Mitgliedschaft ${otto.memberNo} mit allen Abteilungen`,
      `Zugang mit ${emailOf('reader')}`,
      'Anmeldung für „Gymnastik der Älteren“',
      `Lastschriftmandat TOD-${otto.memberNo}; was offen ist, wartet auf Überweisung`,
      expect.stringContaining('Helferdienst „Grill“'),
    ]),
  );
  const mails = async () =>
    Number(
      (
        await server.sql<{ count: string }>(
          "select count(*) from outbox_mail where recipient like 'letzt1@%' or recipient = 'confirmed.otto@example.org' or recipient = $1",
          [emailOf('reader')],
        )
      )[0]?.count,
    );
  const sent = await mails();
  const noted = await note(otto.personId);
  expect(noted.status, noted.text).toBe(200);
  expect(noted.body).toMatchObject({ diedOn: yesterday, ends: before.ends });
  expect(noted.body.remains).toEqual(
    expect.arrayContaining(['Zahlt die Beiträge anderer Mitglieder (1): Bitte dort jemand anderen eintragen.']),
  );
  expect(before.remains).toContain(`Handelte für Enkel ${child.lastname}: Bitte der Familie einen anderen Zugang geben.`);

  expect(await mails()).toBe(sent);
  const left = (await anton.get<MemberRecord>(`/api/members/${otto.id}`)).body;
  expect(left).toMatchObject({ leftOn: yesterday, leaveReason: 'verstorben', diedOn: yesterday, email: '', phone: '', mobile: '' });
  const states = await server.sql<{ person_id: string; state: string; leaves_on: string | null }>(
    'select person_id, state, leaves_on::text from enrolment where course_id = $1',
    [course],
  );
  expect(states.find((one) => one.person_id === otto.personId)).toMatchObject({ state: 'cancelled', leaves_on: yesterday });
  expect(states.find((one) => one.person_id === waiting.personId)?.state).toBe('offered');
  expect(await server.sql('select state, end_reason from sepa_mandate where payer_person_id = $1', [otto.personId])).toEqual([
    { state: 'revoked', end_reason: 'deceased' },
  ]);
  expect(await server.sql('select state from assignment where person_id = $1', [otto.personId])).toEqual([{ state: 'cancelled' }]);
  expect((await rosa.get('/api/people/mine')).status).toBe(401);
  expect((await server.visitor().signIn(emailOf('reader'))).status).not.toBe(200);
  expect(await server.sql('select 1 from acting_access where user_id = $1', [account])).toEqual([]);
  const file = (await anton.get<SubjectFile>(`/api/privacy/people/${otto.personId}/export`)).body;
  expect(JSON.stringify(file)).toContain(`"died_on":"${yesterday}"`);
});

test('only the board of the club records it, on a valid day, and once', async () => {
  const otto = await member();
  for (const role of ['trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect([role, (await note(otto.personId, {}, client)).status]).toEqual([role, 403]);
    expect([role, (await client.get(`/api/people/${otto.personId}/death`)).status]).toEqual([role, 403]);
  }
  expect((await note(otto.personId, {}, server.visitor())).status).toBe(401);
  expect((await note(otto.personId, {}, await server.signedIn('admin', 'SCB'))).status).toBe(404);
  const faultOf = ({ status, body }: Answer<Partial<ProblemBody>>) => [status, body.fields?.[0]?.path ?? body.code];
  expect(faultOf(await note(otto.personId, { diedOn: addDays(today, 1) }))).toEqual([422, 'diedOn']);
  expect(faultOf(await note(otto.personId, { diedOn: '1950-05-03' }))).toEqual([422, 'diedOn']);
  expect(faultOf(await note(otto.personId, { diedOn: '2026-02-30' }))).toEqual([422, 'diedOn']);
  expect(faultOf(await note(otto.personId, { version: 99 }))).toEqual([409, 'conflict']);
  expect((await anton.get<MemberRecord>(`/api/members/${otto.id}`)).body.leftOn).toBeNull();
  expect((await note(otto.personId)).status).toBe(200);
  expect(faultOf(await note(otto.personId))).toEqual([409, 'wrong-state']);
});

test('a deceased person is found for nothing new, gets no address and is no member again; a mistake can be undone', async () => {
  const otto = await member({ joinedOn: today });
  const version = (await note(otto.personId)).body.version;
  const record = (await anton.get<MemberRecord>(`/api/members/${otto.id}`)).body;
  // A membership lasts at least one day.
  expect(record.leftOn).toBe(today);
  const found = await anton.get<{ id: string }[]>(`/api/people?search=${otto.lastname}`);
  expect([found.status, found.body]).toEqual([200, []]);
  const forRights = await anton.get<object[]>(`/api/people?search=${otto.lastname}&withDead=true`);
  expect(forRights.body).toMatchObject([{ id: otto.personId, diedOn: yesterday }]);
  const { firstname, lastname, birthDate, memberNo, kind, joinedOn } = record;
  const typed = { firstname, lastname, birthDate, memberNo, kind, joinedOn, version: record.version };
  const written = await anton.send('PATCH', `/api/members/${otto.id}`, { ...typed, email: 'otto@example.org' });
  expect([written.status, written.body.fields?.[0]?.path]).toEqual([422, 'email']);
  expect((await anton.send('PATCH', `/api/members/${otto.id}`, { ...typed, city: 'Auenfeld' })).status).toBe(200);
  const again = await anton.post(`/api/members/${otto.id}/rejoin`, { memberNo: `Z${memberNo}`, kind, joinedOn: addDays(today, 1) });
  expect([again.status, again.body.fields?.[0]?.path]).toEqual([422, 'joinedOn']);
  await expect(server.sql("update person set email = 'otto@example.org' where id = $1", [otto.personId])).rejects.toThrow('person_died');

  const back = await anton.post<Death>(`/api/people/${otto.personId}/death/take-back`, { version: version + 1 });
  expect([back.status, back.body.diedOn]).toEqual([200, null]);
  expect((await anton.post(`/api/people/${otto.personId}/death/take-back`, { version: back.body.version })).body.code).toBe('wrong-state');
  expect((await anton.get<unknown[]>(`/api/people?search=${otto.lastname}`)).body).toHaveLength(1);
});
