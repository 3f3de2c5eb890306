import type { ShownInvitation } from '#shared/people/invitations.ts';
import type { Application, ApplicationState } from '#shared/people/membershipApplications.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const password = 'Sieben-bunte-Baelle-9';
const application = {
  street: 'Am Sportplatz',
  houseNo: '3',
  postcode: '59999',
  city: 'Auenfeld',
  joinsOn: '2026-12-01',
  acceptsTerms: true,
  acceptsPrivacy: true,
};
let lastNo = 900;

async function inboxOf(anton: Client, lastname: string): Promise<Application[]> {
  return (await anton.get<Application[]>('/api/membership-applications')).body.filter((one) => one.lastname === lastname);
}

async function accept(anton: Client, { id, version }: Application): Promise<void> {
  const answer = await anton.post(`/api/membership-applications/${id}/accept`, {
    version,
    memberNo: `B-${++lastNo}`,
    joinedOn: '2026-12-01',
    invitesApplicant: true,
  });
  expect(answer).toMatchObject({ status: 200 });
}

/** The secret of the newest link of a kind that was mailed to an address. */
async function linkTo(email: string, path: 'registration' | 'invitation'): Promise<string> {
  const [, secret = ''] = new RegExp(`/${path}/([\\w-]+)`).exec((await server.latestMail(email)) ?? '') ?? [];
  return secret;
}

test('who applied without an account reads the state by the link of the mail, and gets an account with a password alone', async () => {
  const email = 'nele@einfeld.example';
  const person = { firstname: 'Nele', lastname: 'Neumann', birthDate: '1990-05-04', applicantEmail: email };
  expect((await server.visitor().post('/api/membership-applications', { ...application, ...person })).status).toBe(200);
  const token = await linkTo(email, 'registration');
  const state = () => server.visitor('SCB').get<ApplicationState>(`/api/application-states/${token}`);
  expect((await state()).body).toMatchObject({
    club: 'RWA',
    people: [
      {
        name: 'Nele Neumann',
        state: 'new',
        memberNo: null,
        from: '2026-12-01',
        fees: expect.arrayContaining([expect.stringContaining('€ jährlich')]),
      },
    ],
  });
  expect((await server.visitor().get(`/api/application-states/${'x'.repeat(43)}`)).status).toBe(404);

  const anton = await server.signedIn('admin');
  const [one] = await inboxOf(anton, 'Neumann');
  if (!one) throw new Error('There is no such application.');
  await accept(anton, one);
  expect((await state()).body.people).toMatchObject([{ state: 'accepted', memberNo: `B-${lastNo}`, from: '2026-12-01' }]);

  const invitation = await linkTo(email, 'invitation');
  const read = async () => (await server.visitor().get<ShownInvitation>(`/api/access-invitations/${invitation}`)).body;
  expect(await read()).toMatchObject({ person: 'Nele Neumann', relation: 'self', email, accountName: 'Nele Neumann', state: 'open' });
  const nele = server.visitor();
  const path = `/api/access-invitations/${invitation}/account`;
  expect((await nele.post(path, { password: 'passwort' })).body).toMatchObject({ code: 'weak-password', fields: [{ path: 'password' }] });
  expect((await (await server.signedIn('reader')).post(path, { password })).body).toMatchObject({ code: 'wrong-state' });
  expect(await nele.post(path, { password })).toMatchObject({ status: 200 });
  // The member is in her account by the word of the board, not by a mere claim.
  expect((await nele.get<OwnPerson[]>('/api/people/mine')).body).toMatchObject([{ firstname: 'Nele', relation: 'self' }]);
  expect(await server.sql("select state from held_access h join person p on p.id = h.person_id where p.lastname = 'Neumann'")).toEqual([
    { state: 'verified' },
  ]);
  expect(await read()).toMatchObject({ state: 'accepted', accountName: null });
  expect((await server.visitor().post(path, { password })).body).toMatchObject({ code: 'invalid-link' });
  expect((await server.visitor().signIn(email, password)).status).toBe(200);
});

test('a parent gets one account for all children of an application: the first link makes it, the others are accepted in it', async () => {
  const email = 'paul@einfeld.example';
  const values = { firstname: 'Pia', lastname: 'Paulsen', birthDate: '2018-05-04', isForChild: true, applicantName: 'Paul Maria Paulsen' };
  const children = [{ firstname: 'Pit', lastname: 'Paulsen', birthDate: '2016-01-01' }];
  const applied = await server
    .visitor()
    .post('/api/membership-applications', { ...application, ...values, applicantEmail: email, children });
  expect(applied.status).toBe(200);
  const token = await linkTo(email, 'registration');
  expect((await server.visitor().get<ApplicationState>(`/api/application-states/${token}`)).body.people).toHaveLength(2);
  const anton = await server.signedIn('admin');
  const [pit, pia] = await inboxOf(anton, 'Paulsen');
  if (!pit || !pia) throw new Error('There are not two applications.');
  await accept(anton, pit);
  const first = await linkTo(email, 'invitation');
  const paul = server.visitor();
  expect(await paul.post(`/api/access-invitations/${first}/account`, { password })).toMatchObject({ status: 200 });
  const { user } = (await paul.get<{ user: object | null }>('/api/session')).body;
  expect(user).toMatchObject({ email, firstname: 'Paul Maria', lastname: 'Paulsen', club: { name: 'RWA' } });
  await accept(anton, pia);
  const second = await linkTo(email, 'invitation');
  expect((await server.visitor().get<ShownInvitation>(`/api/access-invitations/${second}`)).body.accountName).toBeNull();
  expect((await server.visitor().post(`/api/access-invitations/${second}/account`, { password })).body).toMatchObject({
    code: 'email-already-in-use',
  });
  expect(await paul.post(`/api/access-invitations/${second}/acceptance`)).toMatchObject({ status: 200 });
  const names = (await paul.get<OwnPerson[]>('/api/people/mine')).body.map(({ firstname, relation }) => `${firstname} ${relation}`);
  expect(names.toSorted()).toEqual(['Pia guardian', 'Pit guardian']);
});

test('a declined application says why, and invites nobody', async () => {
  const email = 'dora@einfeld.example';
  const person = { firstname: 'Dora', lastname: 'Dorn', birthDate: '1990-05-04', applicantEmail: email };
  await server.visitor().post('/api/membership-applications', { ...application, ...person });
  const token = await linkTo(email, 'registration');
  const anton = await server.signedIn('admin');
  const [one] = await inboxOf(anton, 'Dorn');
  await anton.post(`/api/membership-applications/${one?.id}/decline`, { reason: 'Die Abteilung ist voll.', version: 1 });
  expect((await server.visitor().get<ApplicationState>(`/api/application-states/${token}`)).body.people).toMatchObject([
    { state: 'declined', reason: 'Die Abteilung ist voll.', fees: [] },
  ]);
  expect(await server.sql('select 1 from access_invitation where email = $1', [email])).toEqual([]);
});

test('a stranger who applies for a known child without an account is invited to nothing unless the board says so', async () => {
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Kai', 'Bekannt', '2018-02-03', now(), now())`,
  );
  const email = 'fremd@einfeld.example';
  const values = { firstname: 'Kai', lastname: 'Bekannt', birthDate: '2018-02-03', isForChild: true, applicantName: 'Fred Fremd' };
  await server.visitor().post('/api/membership-applications', { ...application, ...values, applicantEmail: email });
  const anton = await server.signedIn('admin');
  const [one] = await inboxOf(anton, 'Bekannt');
  expect(one).toMatchObject({ isKnown: true, hasAccount: false });
  const decision = { version: 1, memberNo: `B-${++lastNo}`, joinedOn: '2026-12-01' };
  expect(await anton.post(`/api/membership-applications/${one?.id}/accept`, decision)).toMatchObject({ status: 200 });
  expect(await server.latestMail(email)).not.toContain('/invitation/');
  expect(await server.sql('select 1 from access_invitation where email = $1', [email])).toEqual([]);
});
