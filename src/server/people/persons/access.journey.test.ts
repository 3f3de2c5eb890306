import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import type { AccessTask, CheckedAccess } from '#shared/people/access.ts';
import type { DuplicatePair, Family } from '#shared/people/memberLinks.ts';
import type { Application } from '#shared/people/membershipApplications.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { SubjectFile } from '#shared/office/privacy.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { emailOf, startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';
import { notifyOfBirthdays } from './comingOfAge.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterEach(() => setClock());
afterAll(() => server.close());

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
let families = 0;

type Child = { id: string; memberId: string; firstname: string; lastname: string; birthDate: string };

/** A child whose mother (the editor's account) was linked by the board; by default a member. */
async function childOfMother({ birthDate = '2015-03-04', email = null as string | null, isMember = true } = {}): Promise<Child> {
  const [id, memberId, lastname] = [randomUUID(), randomUUID(), `Vogel${(families += 1)}`];
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, email, mobile, created_at, updated_at)
     values ($1, 'RWA', 'Lina', $2, $3, $4, '0151 777', '2024-01-01', now())`,
    [id, lastname, birthDate, email],
  );
  if (isMember)
    await server.sql(
      `insert into member (id, club, person_id, member_no, joined_on, status) values ($1, 'RWA', $2, $3, '2020-01-01', 'active')`,
      [memberId, id, `G-${memberId.slice(0, 8)}`],
    );
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select id, $1, 'RWA', 'guardian', 'board', now() from app_user where email = $2`,
    [id, emailOf('editor')],
  );
  return { id, memberId, firstname: 'Lina', lastname, birthDate };
}

const claim = async (client: Client, { firstname, lastname, birthDate }: Child) =>
  (await client.post<OwnPerson>('/api/people/mine', { club: 'RWA', relation: 'guardian', firstname, lastname, birthDate })).body;

async function applyFor(client: Client, { firstname, lastname, birthDate }: Child, values: object = {}): Promise<Answer> {
  await server.sql('delete from rate_limit');
  return client.post('/api/membership-applications', {
    firstname,
    lastname,
    birthDate,
    isForChild: true,
    applicantName: 'Sven Fremd',
    applicantEmail: 'sven@example.org',
    street: 'Weg',
    houseNo: '1',
    postcode: '59999',
    city: 'Auenfeld',
    joinsOn: '2026-12-01',
    acceptsTerms: true,
    acceptsPrivacy: true,
    ...values,
  });
}

const pairOf = async (lastname: string) => {
  const { body } = await anton.get<DuplicatePair[]>('/api/members/duplicates');
  const pair = body.find(({ first }) => first.fields.lastname === lastname);
  if (!pair) throw new Error('There is no such pair.');
  return pair;
};

const versionOf = async (id: string) =>
  (await server.sql<{ version: number }>('select version from person where id = $1', [id]))[0]?.version ?? 0;

async function merge(kept: string, other: string, allowed: string[] = []): Promise<Answer> {
  const body = { otherId: other, version: await versionOf(kept), otherVersion: await versionOf(other), taken: [], allowed };
  return anton.post(`/api/people/${kept}/merge`, body);
}

const applicationOf = async (lastname: string) => {
  const { body } = await anton.get<Application[]>('/api/membership-applications');
  const one = body.find((each) => each.lastname === lastname);
  if (!one) throw new Error('There is no such application.');
  return one;
};

const accept = async (lastname: string, allowed: string[] = []) => {
  const one = await applicationOf(lastname);
  return anton.post<Application>(`/api/membership-applications/${one.id}/accept`, {
    version: one.version,
    memberNo: `A-${randomUUID().slice(0, 8)}`,
    joinedOn: '2026-12-01',
    allowed,
  });
};

const userIdOf = async (email: string) => {
  const [row] = await server.sql<{ id: string }>('select id from app_user where email = $1', [email]);
  return row?.id ?? '';
};

/** What a stranger can see of a child: the list of own persons, the member record, the family, and the response to a change request. */
async function seenBy(client: Client, { id, memberId }: Pick<Child, 'id' | 'memberId'>): Promise<(string | number)[]> {
  const { body: mine } = await client.get<OwnPerson[]>('/api/people/mine');
  const change = await client.post(`/api/people/${id}/change-requests`, { changes: { street: 'Anderswo' }, note: '' });
  return [
    mine.some((one) => one.id === id) ? 'own' : 'unknown',
    (await client.get(`/api/members/${memberId}`)).status,
    (await client.get(`/api/members/${memberId}/family`)).status,
    change.status,
  ];
}
const nothing = ['unknown', 404, 404, 404];

test.each([
  ['the real record stays', true],
  ['the claimed record stays', false],
])('a stranger who entered a known child as their own does not become its guardian by a merge in which %s', async (_which, keepsReal) => {
  const sven = await server.signedIn('reader');
  const child = await childOfMother();
  const claimed = await claim(sven, child);
  expect(await seenBy(sven, child)).toEqual(nothing);
  const [kept, other] = keepsReal ? [child.id, claimed.id] : [claimed.id, child.id];
  expect((await merge(kept, other)).status).toBe(200);
  expect(await seenBy(sven, { id: kept, memberId: child.memberId })).toEqual(nothing);
});

test('a confirmed access on the remaining record is kept, and the dialog proposes no stranger beside a guardian', async () => {
  const sven = await server.signedIn('reader');
  const mother = await server.signedIn('editor');
  const child = await childOfMother();
  const claimed = await claim(sven, child);
  const { access } = await pairOf(child.lastname);
  expect(access.present).toMatchObject([{ email: emailOf('editor'), relation: 'guardian', isVerified: true }]);
  expect(access.gaining).toMatchObject([{ email: emailOf('reader'), relation: 'guardian', isVerified: false }]);
  expect(access.proposed).toEqual([]);
  expect((await merge(child.id, claimed.id)).status).toBe(200);
  expect((await mother.get(`/api/members/${child.memberId}`)).status).toBe(200);
});

test('only accounts selected by the board get access by a merge, and selecting one that was not shown refuses all', async () => {
  const sven = await server.signedIn('reader');
  const child = await childOfMother();
  const claimed = await claim(sven, child);
  expect(codeOf(await merge(child.id, claimed.id, [await userIdOf(emailOf('super'))]))).toEqual([409, 'conflict']);
  expect(await seenBy(sven, child)).toEqual(nothing);
  expect((await merge(child.id, claimed.id, [await userIdOf(emailOf('reader'))])).status).toBe(200);
  expect((await sven.get(`/api/members/${child.memberId}`)).status).toBe(200);
});

test('an application for a known child gives the applicant no access, whatever was claimed before or after it', async () => {
  const sven = await server.signedIn('reader');
  const orders = [
    ['apply', 'accept'],
    ['claim', 'apply', 'accept'],
    ['apply', 'claim', 'accept'],
    ['apply', 'accept', 'claim', 'merge'],
    ['claim', 'apply', 'accept', 'merge'],
    ['claim', 'merge', 'apply', 'accept'],
  ] as const;
  for (const order of orders) {
    const child = await childOfMother({ isMember: false });
    let claimed: string | undefined;
    let memberId = child.memberId;
    for (const step of order) {
      if (step === 'claim') claimed = (await claim(sven, child)).id;
      if (step === 'apply') expect((await applyFor(sven, child)).status).toBe(200);
      if (step === 'accept') memberId = (await accept(child.lastname)).body.memberId ?? '';
      if (step === 'merge' && claimed) expect((await merge(child.id, claimed)).status).toBe(200);
    }
    const [member] = await server.sql<{ person: string }>('select person_id as person from member where id = $1', [memberId]);
    expect([order, await seenBy(sven, { id: member?.person ?? '', memberId })]).toEqual([order, nothing]);
  }
});

test("a claim made before the real parent applies sees nothing of the club's later data", async () => {
  const sven = await server.signedIn('reader');
  const rita = await server.signedIn('trainer');
  const child = { id: '', memberId: '', firstname: 'Ole', lastname: 'Frühwald', birthDate: '2016-06-06' };
  const claimed = await claim(sven, child);
  await applyFor(rita, child, { applicantName: 'Rita Frühwald', applicantEmail: emailOf('trainer') });
  const shown = await applicationOf(child.lastname);
  expect(shown.access.gaining.map(({ email }) => email)).toEqual([emailOf('reader'), emailOf('trainer')]);
  const { body } = await accept(child.lastname, [await userIdOf(emailOf('trainer'))]);
  expect((await rita.get(`/api/members/${body.memberId}`)).status).toBe(200);
  expect(await seenBy(sven, { id: claimed.id, memberId: body.memberId ?? '' })).toEqual(nothing);
});

test('an import that matches a claimed record shows the new member to nobody with only a claim', async () => {
  const sven = await server.signedIn('reader');
  const child = { id: '', memberId: randomUUID(), firstname: 'Ida', lastname: 'Listig', birthDate: '2014-01-01' };
  const claimed = await claim(sven, child);
  expect((await sven.get<OwnPerson[]>('/api/people/mine')).body.map(({ id }) => id)).toContain(claimed.id);
  await server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, status) values ($1, 'RWA', $2, $3, '2020-01-01', 'active')`,
    [child.memberId, claimed.id, `I-${child.memberId.slice(0, 8)}`],
  );
  expect(await seenBy(sven, { id: claimed.id, memberId: child.memberId })).toEqual(nothing);
  const { body } = await anton.get<Family>(`/api/members/${child.memberId}/family`);
  expect(body.accounts).toMatchObject([{ email: emailOf('reader'), state: 'claimed' }]);
  const { body: tasks } = await anton.get<AccessTask[]>('/api/person-access');
  expect(tasks.filter(({ personId }) => personId === claimed.id)).toMatchObject([{ kind: 'claimed', memberId: child.memberId }]);
  const url = `/api/people/${claimed.id}/access/${body.accounts[0]?.userId}`;
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const other = await server.signedIn(role);
    expect([role, (await other.post(`${url}/verify`)).status]).toEqual([role, 403]);
    expect([role, (await other.send('DELETE', url)).status]).toEqual([role, 403]);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect([(await alma.post(`${url}/verify`)).status, (await alma.send('DELETE', url)).status]).toEqual([404, 404]);
  expect((await anton.post(`${url}/verify`)).status).toBe(200);
  expect((await sven.get(`/api/members/${child.memberId}`)).status).toBe(200);
  expect(codeOf(await anton.post(`${url}/verify`))).toEqual([409, 'wrong-state']);
  expect((await anton.send('DELETE', url)).status).toBe(200);
  expect((await sven.get(`/api/members/${child.memberId}`)).status).toBe(404);
});

test('an account with only a claim on a child reads and replies for what it entered itself, and not for what the staff entered', async () => {
  const sven = await server.signedIn('reader');
  const claimed = await claim(sven, { id: '', memberId: '', firstname: 'Uli', lastname: 'Anmeldig', birthDate: '2014-01-01' });
  const own = await enrolled(claimed.id, emailOf('reader'), 'Eigener Kurs');
  expect((await sven.get<SubjectFile[]>('/api/profile/export')).text).toContain('Eigener Kurs');
  const others = await enrolled(claimed.id, emailOf('admin'), 'Fremder Kurs');

  const names = async (path: string) =>
    (await sven.get(path)).text.match(/(?:Eigener|Fremder) Kurs/g)?.filter((one, at, all) => all.indexOf(one) === at);
  for (const path of ['/api/registrations/mine', '/api/me/sessions', '/api/charges/mine'])
    expect([path, await names(path)]).toEqual([path, ['Eigener Kurs']]);
  const answer = (sessionId: string) => sven.send('PUT', `/api/sessions/${sessionId}/replies/${claimed.id}`, { reply: 'no', note: '' });
  expect([(await answer(own.sessionId)).status, (await answer(others.sessionId)).status]).toEqual([200, 404]);
  const days = { personIds: [claimed.id], from: localOf(new Date()).date, to: addDays(localOf(new Date()).date, 6) };
  expect((await sven.post('/api/me/absences/affected', days)).body).toEqual({ sessions: 1 });
  // The same applies to absences: the course that staff enrolled the child in still expects them until the board confirms the access.
  const chosen = { ...days, reason: 'ill', note: 'nur bei uns' };
  expect((await sven.post('/api/me/absences', chosen)).status).toBe(200);
  const staffs = await enrolled(claimed.id, emailOf('admin'), 'Dritter Kurs');
  const trainer = await server.signedIn('trainer');
  const said = async (sessionId: string) =>
    (await trainer.get<AttendanceSheet>(`/api/sessions/${sessionId}/attendance`)).body.people.map(({ reply }) => reply);
  expect([await said(own.sessionId), await said(others.sessionId), await said(staffs.sessionId)]).toEqual([['no'], [null], [null]]);
  // An unconfirmed account cannot export a record that others contributed to.
  const { text } = await sven.get('/api/profile/export');
  expect([text.includes('Fremder Kurs'), text.includes('noch nicht bestätigt')]).toEqual([false, true]);
  // A cancelled session is only notified to the account that made the enrolment.
  const told = async (sessionId: string) => {
    await anton.post(`/api/sessions/${sessionId}/cancellation`, { reason: 'Die Halle ist zu.' });
    return server.sql('select title from user_notice where user_id = $1', [await userIdOf(emailOf('reader'))]);
  };
  expect(JSON.stringify(await told(others.sessionId))).not.toContain('Fremder Kurs');
  expect(JSON.stringify(await told(own.sessionId))).toContain('Eigener Kurs');
  // Staff searching for the child see that the access is unconfirmed.
  const found = (await anton.get<{ id: string; isClaimed: boolean }[]>('/api/people?search=Anmeldig')).body;
  expect(found).toMatchObject([{ id: claimed.id, isClaimed: true }]);
  expect((await anton.post(`/api/people/${claimed.id}/access/${await userIdOf(emailOf('reader'))}/verify`)).status).toBe(200);
  expect(await names('/api/registrations/mine')).toHaveLength(2);
  expect([await said(others.sessionId), await said(staffs.sessionId)]).toEqual([['no'], ['no']]);
  expect((await sven.get('/api/profile/export')).text).toContain('Fremder Kurs');
});

test('absences entered by a guardian are hidden from an account with only a claim, and cannot be withdrawn by it', async () => {
  const [sven, alma] = [await server.signedIn('reader'), await server.signedIn('editor')];
  const child = await childOfMother({ isMember: false });
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis) select id, $1, 'RWA', 'guardian', 'own' from app_user where email = $2`,
    [child.id, emailOf('reader')],
  );
  const from = localOf(new Date()).date;
  const days = { personIds: [child.id], from, to: addDays(from, 6), reason: 'ill', note: 'Scharlach' };
  const ids: (string | undefined)[] = [];
  for (const client of [alma, sven]) ids.push((await client.post<{ ids: string[] }>('/api/me/absences', days)).body.ids[0]);
  const listed = async (client: Client) =>
    (await client.get<{ id: string }[]>('/api/me/absences')).body.flatMap(({ id }) => (ids.includes(id) ? [id] : []));
  expect([await listed(sven), (await listed(alma)).toSorted()]).toEqual([[ids[1]], ids.toSorted()]);
  expect((await sven.send('DELETE', `/api/me/absences/${ids[0]}`)).status).toBe(404);
  expect((await alma.send('DELETE', `/api/me/absences/${ids[1]}`)).status).toBe(200);
  expect((await alma.send('DELETE', `/api/me/absences/${ids[0]}`)).status).toBe(200);
});

test('absences move with a merge, and apply beside the own enrolments only if the board granted the account access', async () => {
  const sven = await server.signedIn('reader');
  const trainer = await server.signedIn('trainer');
  for (const isAllowed of [false, true]) {
    const child = await childOfMother();
    const { sessionId } = await enrolled(child.id, emailOf('admin'), `Kurs ${isAllowed}`);
    const claimed = await claim(sven, child);
    const from = localOf(new Date()).date;
    const days = { personIds: [claimed.id], from, to: addDays(from, 6), reason: 'ill', note: '' };
    expect((await sven.post('/api/me/absences', days)).status).toBe(200);
    expect((await merge(child.id, claimed.id, isAllowed ? [await userIdOf(emailOf('reader'))] : [])).status).toBe(200);
    const { body } = await trainer.get<AttendanceSheet>(`/api/sessions/${sessionId}/attendance`);
    expect(body.people.map(({ reply }) => reply)).toEqual([isAllowed ? 'no' : null]);
  }
});

/** A separate course with a session in three days, an enrolment created by an account, and its charge. */
async function enrolled(personId: string, by: string, title: string): Promise<{ sessionId: string }> {
  const [courseId, sessionId, enrolmentId] = [randomUUID(), randomUUID(), randomUUID()];
  const day = addDays(localOf(new Date()).date, 3);
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, visibility, created_at, updated_at)
     values ($1::uuid, 'RWA', $1::text, left($1::text, 8), 'course', $2, $3, 'published', 'public', now(), now())`,
    [courseId, title, day],
  );
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at) values ($1, $2, $3, $3::date + time '18:00', $3::date + time '19:00')`,
    [sessionId, courseId, day],
  );
  await server.sql(
    `insert into enrolment (id, club, course_id, person_id, state, registered_at, registered_by, channel)
     values ($1, 'RWA', $2, $3, 'confirmed', now(), $4, 'web')`,
    [enrolmentId, courseId, personId, await userIdOf(by)],
  );
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, source_id, course_id, label, cents, due_on, method, state, created_at)
     values (gen_random_uuid(), 'RWA', $1::uuid::text, $2, $2, 'course', $1::uuid, $3, $4, 1000, current_date + 9, 'transfer', 'open', now())`,
    [enrolmentId, personId, courseId, title],
  );
  return { sessionId };
}

test('an account that enters an adult acts on their behalf: no birthday ends that', async () => {
  const sven = await server.signedIn('reader');
  const values = { club: 'RWA', relation: 'guardian', firstname: 'Gerda', lastname: 'Groß', birthDate: '1980-01-01' };
  const { body } = await sven.post<OwnPerson>('/api/people/mine', values);
  expect(body.relation).toBe('delegate');
  expect((await sven.get<OwnPerson[]>('/api/people/mine')).body).toContainEqual(body);
});

const linksTo = async (recipient: string) => {
  const body = await server.latestMail(recipient);
  return /\/access\/(\S+)/.exec(body)?.[1] ?? '';
};

test('guardians and the person from 14 are notified of a new access, and suspend it with a button', async () => {
  const rita = await server.signedIn('trainer');
  const child = await childOfMother({ birthDate: '2011-05-05', email: 'lina@example.org' });
  const family = `/api/members/${child.memberId}/family`;
  expect((await anton.post(family, { email: emailOf('trainer'), relation: 'guardian' })).status).toBe(200);
  expect((await rita.get(`/api/members/${child.memberId}`)).status).toBe(200);
  const token = await linksTo(emailOf('editor'));
  expect(await linksTo('lina@example.org')).not.toBe(token);
  const visitor = server.visitor('SCB');
  const shown = await visitor.get<CheckedAccess>(`/api/access/${token}`);
  expect(shown.body).toMatchObject({ person: `Lina ${child.lastname}`, relation: 'guardian', state: 'open' });
  // A mail scanner opening the link changes nothing.
  expect((await rita.get(`/api/members/${child.memberId}`)).status).toBe(200);
  const before = await server.sql('select 1 from audit');
  expect((await visitor.post<CheckedAccess>(`/api/access/${token}/suspend`)).body.state).toBe('suspended');
  expect((await rita.get(`/api/members/${child.memberId}`)).status).toBe(404);
  expect((await visitor.post<CheckedAccess>(`/api/access/${token}/suspend`)).body.state).toBe('suspended');
  expect((await server.sql('select 1 from audit')).length).toBe(before.length + 1);
  const { body: tasks } = await anton.get<AccessTask[]>('/api/person-access');
  expect(tasks).toContainEqual(
    expect.objectContaining({ kind: 'suspended', personId: child.id, account: expect.objectContaining({ email: emailOf('trainer') }) }),
  );
  const cards = (await anton.get<{ name: string; count: number }[]>('/api/dashboard')).body;
  expect(cards.find(({ name }) => name === 'accessToDecide')?.count).toBe(tasks.filter(({ kind }) => kind !== 'ofAge').length);
  const url = `/api/people/${child.id}/access/${await userIdOf(emailOf('trainer'))}`;
  expect((await anton.post(`${url}/verify`)).status).toBe(200);
  expect((await rita.get(`/api/members/${child.memberId}`)).status).toBe(200);
  expect(codeOf(await visitor.post(`/api/access/${token}/suspend`))).toEqual([410, 'invalid-link']);
});

test('a child under 14 gets no mail while somebody acts for it, and an unknown token opens nothing', async () => {
  const child = await childOfMother({ birthDate: '2016-05-05', email: 'klein@example.org' });
  await anton.post(`/api/members/${child.memberId}/family`, { email: emailOf('trainer'), relation: 'guardian' });
  expect(await server.sql("select 1 from outbox_mail where recipient = 'klein@example.org'")).toEqual([]);
  expect(codeOf(await server.visitor().get('/api/access/muster'))).toEqual([410, 'invalid-link']);
  expect(codeOf(await server.visitor().post('/api/access/muster/suspend'))).toEqual([410, 'invalid-link']);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect((await (await server.signedIn(role)).get('/api/person-access')).status).toBe(403);
});

test('an own account beside the guardians starts at the configured age', async () => {
  const child = await childOfMother({ birthDate: '2014-05-05' });
  const url = `/api/members/${child.memberId}/family`;
  const body = { email: emailOf('trainer', 'RWA'), relation: 'self' };
  expect(await anton.post(url, body)).toMatchObject({ status: 422, body: { fields: [{ path: 'relation' }] } });
  const svea = await server.signedIn('super');
  expect((await svea.send('PUT', '/api/config/people.ownAccountFromAge', { value: 12, version: 0 })).status).toBe(200);
  expect((await anton.post(url, body)).status).toBe(200);
});

test.each([
  ['2008-11-23', '2026-11-22T22:59:00Z', '2026-11-22T23:01:00Z'],
  ['2008-02-29', '2026-02-28T22:59:00Z', '2026-02-28T23:01:00Z'],
  ['2008-03-01', '2026-02-28T22:59:00Z', '2026-02-28T23:01:00Z'],
  ['2006-02-28', '2024-02-27T22:59:00Z', '2024-02-27T23:01:00Z'],
  ['2006-03-01', '2024-02-29T22:59:00Z', '2024-02-29T23:01:00Z'],
])('the access of a guardian of a person born on %s ends automatically at midnight in Berlin', async (birthDate, before, after) => {
  const child = await childOfMother({ birthDate });
  const at = async (instant: string) => {
    setClock(new Date(instant));
    const mother = await server.signedIn('editor');
    return (await mother.get<OwnPerson[]>('/api/people/mine')).body.some(({ id }) => id === child.id);
  };
  expect([await at(before), await at(after)]).toEqual([true, false]);
});

test('a corrected birth date moves the end with it', async () => {
  const child = await childOfMother({ birthDate: '2000-01-01' });
  const mother = await server.signedIn('editor');
  const sees = async () => (await mother.get<OwnPerson[]>('/api/people/mine')).body.some(({ id }) => id === child.id);
  expect(await sees()).toBe(false);
  await server.sql("update person set birth_date = '2015-01-01' where id = $1", [child.id]);
  expect(await sees()).toBe(true);
});

test('sixty days before the birthday guardians, the person and the board are notified, once', async () => {
  setClock(new Date('2026-10-01T08:00:00Z'));
  const child = await childOfMother({ birthDate: '2008-11-30', email: 'jung@example.org' });
  const later = await childOfMother({ birthDate: '2008-12-01', email: 'spaeter@example.org' });
  const mailsTo = (recipient: string, name: string) =>
    server.sql('select 1 from outbox_mail where recipient = $1 and subject like $2', [recipient, `%${name}%18 Jahre%`]);
  for (let times = 0; times < 2; times += 1) await notifyOfBirthdays(server);
  expect([(await mailsTo(emailOf('editor'), child.lastname)).length, (await mailsTo('jung@example.org', child.lastname)).length]).toEqual([
    1, 1,
  ]);
  expect(await mailsTo('spaeter@example.org', later.lastname)).toEqual([]);
  anton = await server.signedIn('admin');
  const { body } = await anton.get<AccessTask[]>('/api/person-access');
  expect(body.filter(({ kind, personId }) => kind === 'ofAge' && [child.id, later.id].includes(personId))).toMatchObject([
    { personId: child.id, endsOn: '2026-11-30' },
  ]);
});
