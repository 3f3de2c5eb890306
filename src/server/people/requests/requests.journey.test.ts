import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeRequestView } from '#shared/people/changeRequests.ts';
import type { Application } from '#shared/people/membershipApplications.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { forgetRequests } from '../members/retention.ts';
import { emailOf, startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';
import { unseal } from '#server/platform/database/sealing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const iban = 'DE89370400440532013000';
const application = {
  firstname: 'Nora',
  lastname: 'Antrag',
  birthDate: '1990-05-04',
  street: 'Am Sportplatz',
  houseNo: '3',
  postcode: '59999',
  city: 'Auenfeld',
  joinsOn: '2026-12-01',
  applicantEmail: 'nora@example.org',
  acceptsTerms: true,
  acceptsPrivacy: true,
};

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const faultOf = ({ status, body }: Answer) => [status, (body as { fields?: { path: string }[] } | undefined)?.fields?.[0]?.path];
const mailsTo = (recipient: string) =>
  server.sql<{ subject: string; body: string }>('select subject, body from outbox_mail where recipient = $1 order by id', [recipient]);
const inboxOf = async (client: Client, lastname: string) => {
  const [one] = (await client.get<Application[]>('/api/membership-applications')).body.filter((each) => each.lastname === lastname);
  if (!one) throw new Error('There is no such application.');
  return one;
};
/** The own person of an account in its club; created if missing in the demo data. */
async function selfOf(client: Client): Promise<OwnPerson> {
  const values = { club: 'RWA', relation: 'self', firstname: 'Toni', lastname: 'Wandel', birthDate: '1985-01-01', gender: 'w' };
  await client.post('/api/people/mine', values);
  const self = (await client.get<OwnPerson[]>('/api/people/mine')).body.find(({ relation, club }) => relation === 'self' && club === 'RWA');
  if (!self) throw new Error('There is no own person.');
  return self;
}

test('on the host of the association the club must be named; the application, its mail and its fees are those of that club', async () => {
  await forgetTries();
  const visitor = server.visitor('GSV');
  const other = { ...application, lastname: 'Fremdwirt', applicantEmail: 'fremdwirt@example.org' };
  expect(faultOf(await visitor.post('/api/membership-applications', other))).toEqual([422, 'club']);
  expect((await visitor.post('/api/membership-applications', { ...other, club: 'GSV' })).status).toBe(422);
  expect((await visitor.post('/api/membership-applications', { ...other, club: 'SCB' })).status).toBe(200);
  await inboxOf(await server.signedIn('admin', 'SCB'), other.lastname);
  await expect(inboxOf(await server.signedIn('admin'), other.lastname)).rejects.toThrow();
  const [own, asked] = await Promise.all([server.visitor('SCB').get('/api/fee-order'), visitor.get('/api/fee-order?club=SCB')]);
  expect(asked.body).toEqual(own.body);
});

const forgetTries = () => server.sql('delete from rate_limit');
const apply = async (client: Client, values: object = {}) => {
  await forgetTries();
  return client.post('/api/membership-applications', { ...application, ...values });
};

test('a visitor applies, the board accepts, and person, membership, consents and mandate are created', async () => {
  expect(
    (
      await apply(server.visitor(), {
        iban: 'de89 3704 0044 0532 0130 00',
        accountHolder: 'Nora Antrag',
        acceptsMandate: true,
        allowsPhotos: true,
      })
    ).status,
  ).toBe(200);
  // The mail repeats the application, and its cost by the fee schedule.
  expect(await server.latestMail('nora@example.org')).toMatch(
    /Für: Nora .*Mitglied ab: [\d.]+\nBeitrag nach der Beitragsordnung: \S.*€ jährlich/s,
  );
  const anton = await server.signedIn('admin');
  const one = await inboxOf(anton, 'Antrag');
  expect(one).toMatchObject({ state: 'new', account: 'DE•• •••• 3000', isKnown: false, isForChild: false });
  const url = `/api/membership-applications/${one.id}/accept`;
  const decision = { version: one.version, memberNo: 'A-100', joinedOn: '2026-12-01' };
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect([role, ...codeOf(await (await server.signedIn(role)).post(url, decision))]).toEqual([role, 403, 'forbidden']);
  expect(codeOf(await (await server.signedIn('admin', 'SCB')).post(url, decision))).toEqual([404, 'not-found']);
  const { body } = await anton.post<Application>(url, decision);
  expect(body).toMatchObject({ state: 'accepted', memberId: expect.any(String) });
  expect(codeOf(await anton.post(url, decision))).toEqual([409, 'wrong-state']);
  const [made] = await server.sql<{ iban: string }>(
    `select p.firstname, m.member_no as no, m.payer_person_id = p.id as pays, s.iban, s.state,
       array(select c.purpose from consent c where c.person_id = p.id order by 1) as consents
     from member m join person p on p.id = m.person_id join sepa_mandate s on s.payer_person_id = p.id where m.id = $1`,
    [body.memberId],
  );
  expect({ ...made, iban: unseal('sepa_mandate.iban', made?.iban ?? '') }).toEqual({
    firstname: 'Nora',
    no: 'A-100',
    pays: true,
    iban,
    state: 'active',
    consents: ['photo_web', 'privacy_notice', 'terms'],
  });
  expect((await mailsTo('nora@example.org')).map(({ subject }) => subject)).toEqual([
    'Ihr Mitgliedsantrag ist eingegangen',
    'Mitgliedsantrag angenommen',
  ]);
  const audits = await server.sql<{ text: string }>('select before::text || after::text || content as text from audit');
  expect(audits.some(({ text }) => text?.includes(iban))).toBe(false);
});

test('a parent applies for a child known to the club: no second person, and the parent gets access by decision of the board', async () => {
  const rosa = await server.signedIn('reader');
  const self = await selfOf(rosa);
  const [known] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Kim', 'Eltern', '2018-02-03', now(), now()) returning id`,
  );
  const child = { firstname: 'kim', lastname: 'Eltern', birthDate: '2018-02-03' };
  expect(faultOf(await apply(rosa, child))).toEqual([422, 'isForChild']);
  expect(faultOf(await apply(rosa, { ...child, isForChild: true }))).toEqual([422, 'applicantName']);
  const full = { ...child, isForChild: true, applicantName: 'Rosa Eltern', iban, accountHolder: 'Rosa Eltern', acceptsMandate: true };
  expect((await apply(rosa, full)).status).toBe(200);
  const anton = await server.signedIn('admin');
  const one = await inboxOf(anton, 'Eltern');
  expect(one.isKnown).toBe(true);
  const { body } = await anton.post<Application>(`/api/membership-applications/${one.id}/accept`, {
    version: 1,
    memberNo: 'A-200',
    joinedOn: '2026-12-01',
    allowed: one.access.gaining.map(({ userId }) => userId),
  });
  const [made] = await server.sql<{ person: string; payer: string }>(
    'select person_id as person, payer_person_id as payer from member where id = $1',
    [body.memberId],
  );
  expect(made).toEqual({ person: known?.id, payer: self.id });
  expect((await rosa.get(`/api/members/${body.memberId}`)).status).toBe(200);
});

test('missing or invalid data are reported at their field, and nothing is stored', async () => {
  const before = await server.sql('select count(*) from membership_application');
  const visitor = server.visitor();
  expect(faultOf(await apply(visitor, { iban: 'DE00370400440532013000' }))).toEqual([422, 'iban']);
  expect(faultOf(await apply(visitor, { iban }))).toEqual([422, 'accountHolder']);
  expect(faultOf(await apply(visitor, { iban, accountHolder: 'Nora' }))).toEqual([422, 'acceptsMandate']);
  expect(faultOf(await apply(visitor, { acceptsTerms: false }))).toEqual([422, 'acceptsTerms']);
  expect(faultOf(await apply(visitor, { birthDate: '2190-01-01' }))).toEqual([422, 'birthDate']);
  expect(faultOf(await apply(visitor, { departmentIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'] }))).toEqual([422, 'departmentIds']);
  expect(faultOf(await apply(visitor, { kind: 'honorary' }))).toEqual([422, 'kind']);
  expect(await server.sql('select count(*) from membership_application')).toEqual(before);
  await forgetTries();
  for (let at = 0; at < 5; at++) await visitor.post('/api/membership-applications', { ...application, lastname: `Flut${at}` });
  expect(codeOf(await visitor.post('/api/membership-applications', application))).toEqual([429, 'too-many-requests']);
});

test('an application is declined with a reason for the applicant, and their bank account is deleted', async () => {
  await apply(server.visitor(), {
    lastname: 'Abgelehnt',
    applicantEmail: 'nein@example.org',
    iban,
    accountHolder: 'N',
    acceptsMandate: true,
  });
  const anton = await server.signedIn('admin');
  const one = await inboxOf(anton, 'Abgelehnt');
  const url = `/api/membership-applications/${one.id}/decline`;
  expect(faultOf(await anton.post(url, { version: 1, reason: '' }))).toEqual([422, 'reason']);
  expect((await anton.post<Application>(url, { version: 1, reason: 'Zurzeit voll.' })).body).toMatchObject({
    state: 'declined',
    account: '',
  });
  expect((await mailsTo('nein@example.org')).at(-1)?.body).toContain('Zurzeit voll.');
  for (const other of [server.visitor(), await server.signedIn('editor')])
    expect((await other.get('/api/membership-applications')).status).toBeGreaterThan(400);
});

test('a member requests a change, the board accepts it; a stranger may neither request nor decide', async () => {
  const rosa = await server.signedIn('trainer');
  const self = await selfOf(rosa);
  const url = `/api/people/${self.id}/change-requests`;
  expect(codeOf(await server.visitor().post(url, { changes: { city: 'Blautal' } }))).toEqual([401, 'unauthenticated']);
  expect(codeOf(await (await server.signedIn('editor')).post(url, { changes: { city: 'Blautal' } }))).toEqual([404, 'not-found']);
  expect(faultOf(await rosa.post(url, { changes: { lastname: self.lastname } }))).toEqual([422, 'changes']);
  expect(faultOf(await rosa.post(url, { changes: { iban } }))).toEqual([422, 'changes.accountHolder']);
  expect(faultOf(await rosa.post(url, { changes: { iban: 'DE1', accountHolder: 'T' } }))).toEqual([422, 'changes.iban']);
  const changes = { lastname: 'Neuname', city: 'Blautal', iban, accountHolder: 'Toni Neuname' };
  const { body: asked } = await rosa.post<ChangeRequestView>(url, { changes, note: 'Heirat' });
  expect(asked.changes).toContainEqual({ field: 'lastname', now: self.lastname, wished: 'Neuname' });
  expect(JSON.stringify(asked)).not.toContain(iban);
  expect(codeOf(await rosa.post(url, { changes }))).toEqual([409, 'wrong-state']);
  expect((await (await server.signedIn('editor', 'SCB')).get<ChangeRequestView[]>('/api/change-requests/mine')).body).toEqual([]);
  const anton = await server.signedIn('admin');
  const accept = `/api/change-requests/${asked.id}/accept`;
  expect(codeOf(await rosa.post(accept, { version: 1 }))).toEqual([403, 'forbidden']);
  expect(codeOf(await (await server.signedIn('admin', 'SCB')).post(accept, { version: 1 }))).toEqual([404, 'not-found']);
  expect(codeOf(await anton.post(accept, { version: 7 }))).toEqual([409, 'conflict']);
  expect((await anton.post<ChangeRequestView>(accept, { version: 1 })).body.state).toBe('accepted');
  const [now] = await server.sql<{ iban: string }>(
    `select p.lastname, p.city, s.iban from person p join sepa_mandate s on s.payer_person_id = p.id where p.id = $1`,
    [self.id],
  );
  expect({ ...now, iban: unseal('sepa_mandate.iban', now?.iban ?? '') }).toEqual({ lastname: 'Neuname', city: 'Blautal', iban });
  expect((await mailsTo(emailOf('trainer'))).at(-1)?.subject).toBe('Änderung übernommen');
  const kept = await server.sql<{ text: string }>(
    `select changes::text as text from change_request union all select coalesce(before::text, '') || coalesce(after::text, '') from audit`,
  );
  expect(kept.some(({ text }) => text.includes(iban))).toBe(false);
  const { body: again } = await rosa.post<ChangeRequestView>(url, { changes: { city: 'Auenfeld' } });
  await anton.post(`/api/change-requests/${again.id}/decline`, { version: 1, reason: 'Bitte vorbeikommen.' });
  expect((await rosa.get<ChangeRequestView[]>('/api/change-requests/mine')).body.map(({ state, reason }) => [state, reason])).toEqual([
    ['declined', 'Bitte vorbeikommen.'],
    ['accepted', ''],
  ]);
});

test('requests declined or decided half a year ago are deleted, pending ones are kept', async () => {
  await apply(server.visitor(), { lastname: 'Vergessen' });
  await apply(server.visitor(), { lastname: 'Wartend' });
  await server.sql(
    `update membership_application set state = 'declined', decided_at = now() - interval '200 days' where lastname = 'Vergessen'`,
  );
  await forgetRequests(server);
  const rows = await server.sql<{ lastname: string }>(
    `select lastname from membership_application where lastname in ('Vergessen', 'Wartend')`,
  );
  expect(rows.map(({ lastname }) => lastname)).toEqual(['Wartend']);
});

test('a new account for a child is the mandate of the paying parent, and the board sees who it is for', async () => {
  const toni = await server.signedIn('trainer');
  const parent = await selfOf(toni);
  const values = { club: 'RWA', relation: 'guardian', firstname: 'Kim', lastname: 'Wandel', birthDate: '2017-03-01', gender: 'x' };
  const { body: child } = await toni.post<OwnPerson>('/api/people/mine', values);
  const account = { iban: 'DE75512108001245126199', accountHolder: 'Toni Wandel' };
  const { body: asked } = await toni.post<ChangeRequestView>(`/api/people/${child.id}/change-requests`, { changes: account });
  expect(asked.payer).toBe(`${parent.firstname} ${parent.lastname}`);
  const anton = await server.signedIn('admin');
  expect((await anton.post<ChangeRequestView>(`/api/change-requests/${asked.id}/accept`, { version: 1 })).body.state).toBe('accepted');
  const active = await server.sql<{ payer: string; iban: string }>(
    "select payer_person_id as payer, iban from sepa_mandate where state = 'active'",
  );
  const mandates = active.filter(({ iban: sealed }) => unseal('sepa_mandate.iban', sealed) === account.iban);
  expect(mandates.map(({ payer }) => ({ payer }))).toEqual([{ payer: parent.id }]);
});
