import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnPerson } from '#shared/people/people.ts';
import { emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let rosa: Client;
beforeAll(async () => {
  server = await startServer();
  rosa = await server.signedIn('reader', 'SCB');
  await server.sql('delete from person_access where user_id = (select id from app_user where email = $1)', [emailOf('reader', 'SCB')]);
});
afterAll(() => server.close());

const turn = (client: Client, id: string) => client.post<OwnPerson>(`/api/people/mine/${id}/as-child`, {});
const mine = async () => (await rosa.get<OwnPerson[]>('/api/people/mine')).body;

/** Enters somebody at an age at which an own account is possible, then sets the true birth date, as the office corrects it. */
async function entered(birthDate: string): Promise<string> {
  const lina = { club: 'SCB', firstname: 'Lina', lastname: 'Muster', gender: 'w' };
  const made = await rosa.post<OwnPerson>('/api/people/mine', { ...lina, relation: 'self', birthDate: '2000-05-04' });
  expect(made.status).toBe(200);
  await server.sql('update person set birth_date = $2 where id = $1', [made.body.id, birthDate]);
  return made.body.id;
}

test('a child entered as oneself becomes the child of the account, which can then enter itself; only once, and it is written down', async () => {
  const id = await entered('2019-05-04');
  expect(await mine()).toMatchObject([{ id, relation: 'self', mayBeChild: true }]);
  expect((await turn(await server.signedIn('reader'), id)).status).toBe(404);
  expect((await turn(server.visitor(), id)).status).toBe(401);
  expect((await turn(rosa, id)).body).toMatchObject({ id, relation: 'guardian', mayBeChild: false });
  // The address of the parent is not the child's.
  expect(await server.sql('select email from person where id = $1', [id])).toEqual([{ email: null }]);
  expect((await turn(rosa, id)).status).toBe(409);
  const own = { club: 'SCB', relation: 'self', firstname: 'Rosa', lastname: 'Muster', birthDate: '1988-01-01', gender: 'w' };
  expect((await rosa.post('/api/people/mine', own)).status).toBe(200);
  expect((await mine()).map(({ firstname, relation }) => `${firstname} ${relation}`).toSorted()).toEqual(['Lina guardian', 'Rosa self']);
  expect(await server.sql('select content from audit where entity_id = $1 order by id desc limit 1', [id])).toEqual([
    { content: 'Als Kind statt als sich selbst eingetragen: Lina Muster' },
  ]);
});

test('a grown-up and whoever the board confirmed stay as they are', async () => {
  await server.sql("delete from person_access where relation = 'self' and user_id = (select id from app_user where email = $1)", [
    emailOf('reader', 'SCB'),
  ]);
  const id = await entered('1990-05-04');
  expect((await turn(rosa, id)).status).toBe(409);
  await server.sql("update person set birth_date = '2009-12-01' where id = $1", [id]);
  await server.sql('update person_access set verified_at = now() where person_id = $1', [id]);
  expect((await mine()).find((one) => one.id === id)).toMatchObject({ relation: 'self', mayBeChild: false });
  expect((await turn(rosa, id)).status).toBe(409);
});
