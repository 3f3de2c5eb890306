import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CheckedAccess } from '#shared/people/access.ts';
import type { SharedAccess, ShownInvitation } from '#shared/people/invitations.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { emailOf, startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';
import { sweepInvitations } from './invitations.ts';

// A parent invites the other parent or the young adult; nobody gains access without the consent of somebody who has it.
let server: TestServer;
let mother: Client;
let father: Client;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  [mother, father, anton] = [await server.signedIn('editor'), await server.signedIn('reader'), await server.signedIn('admin')];
});
beforeEach(() => server.sql('delete from rate_limit'));
afterEach(() => setClock());
afterAll(() => server.close());

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const fieldsOf = ({ body }: Answer) => (body as { fields?: { path: string }[] }).fields?.map(({ path }) => path);

/** A child whose mother has a confirmed or an unconfirmed access. */
async function child({ birthDate = '2015-03-04', isVerified = true } = {}): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
     values ($1, 'RWA', 'Lina', $2, $3, now(), now())`,
    [id, `Einladung${id.slice(0, 6)}`, birthDate],
  );
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select id, $1, 'RWA', 'guardian', 'own', $3 from app_user where email = $2`,
    [id, emailOf('editor'), isVerified ? new Date() : null],
  );
  return id;
}

const invite = (client: Client, id: string, email: string, relation: 'guardian' | 'self' = 'guardian') =>
  client.post<SharedAccess>(`/api/people/${id}/invitations`, { email, relation });

/** The token of the last link sent to an address. */
async function secretFor(email: string, path = 'invitation'): Promise<string> {
  const [mail] = await server.sql<{ body: string }>(
    'select body from outbox_mail where recipient = $1 and body like $2 order by id desc limit 1',
    [email, `%/${path}/%`],
  );
  return mail?.body.match(new RegExp(`/${path}/([\\w-]+)`))?.[1] ?? '';
}

const accept = (client: Client, secret: string) => client.post(`/api/access-invitations/${secret}/acceptance`);
const sees = async (client: Client, id: string) =>
  (await client.get<OwnPerson[]>('/api/people/mine')).body.find((one) => one.id === id)?.relation;

test('the other parent accepts with the invited address, acts from then on, and the first can suspend that', async () => {
  const id = await child();
  const asked = await invite(mother, id, emailOf('reader').toUpperCase());
  expect(asked.status).toBe(200);
  expect(asked.body.invitations.map(({ email }) => email)).toEqual([emailOf('reader')]);
  const secret = await secretFor(emailOf('reader'));
  const shown = (await server.visitor().get<ShownInvitation>(`/api/access-invitations/${secret}`)).body;
  expect(shown).toMatchObject({ person: expect.stringMatching(/^Lina /), relation: 'guardian', state: 'open', email: emailOf('reader') });
  // Neither a visitor, nor another account, nor reading it changes anything.
  expect((await accept(server.visitor(), secret)).status).toBe(401);
  expect(codeOf(await accept(anton, secret))).toEqual([403, 'forbidden']);
  expect(await sees(father, id)).toBeUndefined();

  expect((await accept(father, secret)).status).toBe(200);
  expect(await sees(father, id)).toBe('guardian');
  expect(codeOf(await accept(father, secret))).toEqual([410, 'invalid-link']);
  const both = (await father.get<SharedAccess>(`/api/people/${id}/invitations`)).body;
  expect(both.accounts.map(({ relation, isMe }) => [relation, isMe])).toEqual([
    ['guardian', false],
    ['guardian', true],
  ]);
  expect(both.invitations).toEqual([]);
  // For a repeated invitation, an account that has access already is reported at the field.
  const again = await invite(mother, id, emailOf('reader'));
  expect([again.status, fieldsOf(again)]).toEqual([422, ['email']]);

  const [told] = await server.sql<{ body: string }>('select body from outbox_mail where recipient = $1 order by id desc limit 1', [
    emailOf('editor'),
  ]);
  expect(told?.body).toContain('Eingeladen hat Edda');
  const held = await server.visitor().post<CheckedAccess>(`/api/access/${await secretFor(emailOf('editor'), 'access')}/suspend`);
  expect(held.body.state).toBe('suspended');
  expect(await sees(father, id)).toBeUndefined();
  // The board decides on suspended accesses; a new invitation cannot bypass it.
  await invite(mother, id, emailOf('reader'));
  expect(codeOf(await accept(father, await secretFor(emailOf('reader'))))).toEqual([409, 'wrong-state']);
});

test('the other parent without an account makes one with name and password by the link of the one mail, and acts at once', async () => {
  const [id, email, password] = [await child(), 'neuer.vater@example.org', 'sieben-bunte-Baelle'];
  await invite(mother, id, email);
  const secret = await secretFor(email);
  const shown = (await server.visitor().get<ShownInvitation>(`/api/access-invitations/${secret}`)).body;
  expect(shown).toMatchObject({ accountName: '', state: 'open' });
  const nobody = await server.visitor().post(`/api/access-invitations/${secret}/account`, { password });
  expect([nobody.status, fieldsOf(nobody)]).toEqual([422, ['name.firstname']]);
  const fresh = server.visitor();
  const name = { firstname: 'Nils', lastname: 'Neu' };
  expect((await fresh.post(`/api/access-invitations/${secret}/account`, { password, name })).status).toBe(200);
  expect(await sees(fresh, id)).toBe('guardian');
  expect((await fresh.get<{ user: object | null }>('/api/session')).body.user).toMatchObject({ email, ...name });
  expect(await server.sql('select count(*)::int as mails from outbox_mail where recipient = $1', [email])).toEqual([{ mails: 1 }]);
});

test('an invitation is offered only for what the age of the child allows', async () => {
  const relationsOf = async (birthDate: string) => {
    const id = await child({ birthDate });
    return (await mother.get<SharedAccess>(`/api/people/${id}/invitations`)).body.relations;
  };
  expect(await relationsOf('2019-11-30')).toEqual(['guardian']);
  expect(await relationsOf('2009-12-01')).toEqual(['guardian', 'self']);
});

test('an access ended by the board is not reopened by an invitation, not even after the account that ended it is deleted', async () => {
  const id = await child();
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at, ended_at)
     select id, $1, 'RWA', 'guardian', 'own', now(), now() from app_user where email = $2`,
    [id, emailOf('reader')],
  );
  await invite(mother, id, emailOf('reader'));
  expect(codeOf(await accept(father, await secretFor(emailOf('reader'))))).toEqual([409, 'wrong-state']);
  expect(await sees(father, id)).toBeUndefined();
});

test('an invitation by the board is valid as long as its author is on the board', async () => {
  const role = (name: string) => server.sql('update app_user set role = $1 where email = $2', [name, emailOf('admin')]);
  const [id, other] = [await child(), await child()];
  await invite(anton, id, emailOf('reader'));
  await role('reader');
  expect(codeOf(await accept(father, await secretFor(emailOf('reader'))))).toEqual([409, 'wrong-state']);
  await role('admin');
  await invite(anton, other, emailOf('reader'));
  const secret = await secretFor(emailOf('reader'));
  await server.sql('update app_user set disabled_at = now() where email = $1', [emailOf('admin')]);
  expect(codeOf(await accept(father, secret))).toEqual([409, 'wrong-state']);
  await server.sql('update app_user set disabled_at = null where email = $1', [emailOf('admin')]);
  expect((await accept(father, secret)).status).toBe(200);
  expect(await sees(father, other)).toBe('guardian');
});

test('an access shared by a claimed parent is a claim; once the child is a member it opens nothing', async () => {
  const id = await child({ isVerified: false });
  await invite(mother, id, emailOf('reader'));
  expect((await accept(father, await secretFor(emailOf('reader')))).status).toBe(200);
  expect(await sees(father, id)).toBe('guardian');
  await server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, status) values ($1, 'RWA', $1, $2, '2020-01-01', 'active')`,
    [id, `E-${id.slice(0, 8)}`],
  );
  expect([await sees(mother, id), await sees(father, id)]).toEqual([undefined, undefined]);
  expect(codeOf(await invite(mother, id, 'oma@example.org'))).toEqual([404, 'not-found']);
});

test('an invitation is withdrawn, expires, or ends with the access of its author', async () => {
  const id = await child();
  const { body } = await invite(mother, id, emailOf('reader'));
  const [first] = body.invitations;
  const secret = await secretFor(emailOf('reader'));
  // A second invitation replaces the first.
  const renewed = (await invite(mother, id, emailOf('reader'))).body.invitations;
  expect(renewed.map((one) => one.id)).toEqual([first?.id]);
  expect(codeOf(await accept(father, secret))).toEqual([410, 'invalid-link']);
  const withdraw = (client: Client) => client.send('DELETE', `/api/invitations/${first?.id}`);
  expect((await withdraw(father)).status).toBe(404);
  expect((await withdraw(mother)).status).toBe(200);
  expect(codeOf(await accept(father, await secretFor(emailOf('reader'))))).toEqual([410, 'invalid-link']);

  await invite(mother, id, emailOf('reader'));
  const late = await secretFor(emailOf('reader'));
  setClock(new Date(Date.now() + 15 * 86_400_000));
  expect((await server.visitor().get<ShownInvitation>(`/api/access-invitations/${late}`)).body.state).toBe('over');
  setClock(new Date(Date.now() + 60 * 86_400_000));
  await sweepInvitations(server.database);
  setClock();
  expect((await server.visitor().get(`/api/access-invitations/${late}`)).status).toBe(410);

  await invite(mother, id, emailOf('reader'));
  await server.sql("update person_access set ended_at = now() where person_id = $1 and relation = 'guardian'", [id]);
  expect(codeOf(await accept(father, await secretFor(emailOf('reader'))))).toEqual([409, 'wrong-state']);
});

test('a young person gets an own account from 16, an adult no further parent, and a stranger invites nobody', async () => {
  const [young, nearly] = [await child(), await child({ birthDate: '2009-12-01' })];
  const early = await invite(mother, young, emailOf('reader'), 'self');
  expect([early.status, fieldsOf(early)]).toEqual([422, ['relation']]);
  await invite(mother, nearly, emailOf('reader'), 'self');
  // The demo account has an own person in the club already, so it becomes a delegate for a second one.
  expect((await accept(father, await secretFor(emailOf('reader')))).status).toBe(200);
  expect(await sees(father, nearly)).toBe('delegate');
  const grown = await child({ birthDate: '1990-01-01' });
  expect(codeOf(await invite(mother, grown, 'x@example.org'))).toEqual([404, 'not-found']);
  expect(codeOf(await invite(father, young, 'x@example.org'))).toEqual([404, 'not-found']);
  expect((await father.get(`/api/people/${young}/invitations`)).status).toBe(404);
  const board = await invite(anton, grown, 'x@example.org');
  expect([board.status, fieldsOf(board)]).toEqual([422, ['relation']]);
  expect((await invite(anton, young, 'x@example.org')).status).toBe(200);
  const other = await server.signedIn('admin', 'SCB');
  expect((await invite(other, young, 'y@example.org')).status).toBe(404);
});

test('two concurrent clicks accept once', async () => {
  const id = await child();
  await Promise.all([invite(mother, id, emailOf('reader')), invite(mother, id, emailOf('reader'))]);
  const open = (await mother.get<SharedAccess>(`/api/people/${id}/invitations`)).body.invitations;
  expect(open).toHaveLength(1);
  const [row] = await server.sql<{ body: string }>('select body from outbox_mail where recipient = $1 order by id desc limit 1', [
    emailOf('reader'),
  ]);
  expect(row?.body).toContain('/invitation/');
  const secret = await secretFor(emailOf('reader'));
  const answers = await Promise.all([accept(father, secret), accept(father, secret)]);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
});
