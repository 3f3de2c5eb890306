import { afterAll, beforeAll, expect, test } from 'vitest';
import { parameterNames, parameters, type Parameter } from '#shared/club/config.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('everybody reads the public parameters, and only those', async () => {
  for (const client of [server.visitor(), server.visitor('GSV'), await server.signedIn('reader')]) {
    expect((await client.get('/api/config/public')).body).toEqual({ showSignInErrors: false });
  }
});

test('the board reads the global parameters and those of its own club, others none', async () => {
  expect((await server.visitor().get('/api/config')).status).toBe(401);
  expect((await (await server.signedIn('editor')).get('/api/config')).status).toBe(403);
  const { body } = await (await server.signedIn('admin')).get<Parameter[]>('/api/config');
  expect(body.map(({ name }) => name)).toEqual(parameterNames.filter((name) => !/\.(SCB|GSV)\./.test(name)));
  const ofSuper = await (await server.signedIn('super')).get<Parameter[]>('/api/config');
  expect(ofSuper.body.map(({ name }) => name)).toEqual(parameterNames);
  // The demo data set the accounts of the clubs, sell cards at one club, have a holiday programme and take applications; everything else has its default.
  for (const one of body.filter(({ name }) => !/^(sepa\.[A-Z]|cards\.RWA\.sold|holidays\.|members\.)/.test(name)))
    expect(one).toEqual({ name: one.name, value: parameters[one.name].default, isDefault: true, updatedAt: null, version: 0 });
});

test('only a super changes a global parameter; the change is audited and effective at once', async () => {
  const change = { value: true, version: 0 };
  expect((await server.visitor().send('PUT', '/api/config/showSignInErrors', change)).status).toBe(401);
  expect((await (await server.signedIn('admin')).send('PUT', '/api/config/showSignInErrors', change)).status).toBe(403);
  expect((await server.visitor().get('/api/config/public')).body).toEqual({ showSignInErrors: false });
  const svea = await server.signedIn('super');
  const { body } = await svea.send<Parameter>('PUT', '/api/config/showSignInErrors', change);
  expect(body).toMatchObject({ value: true, isDefault: false, version: 1 });
  expect((await server.visitor().get('/api/config/public')).body).toEqual({ showSignInErrors: true });
  const entries = await server.sql(
    "select name, content, club, entity, entity_id, before, after from audit where action = 'config.update'",
  );
  expect(entries).toEqual([
    {
      name: 'Svea Rotmuster',
      content: 'Parameter geändert: Hinweis bei fehlgeschlagener Anmeldung',
      club: 'RWA',
      entity: 'config',
      entity_id: 'showSignInErrors',
      before: { value: false },
      after: { value: true },
    },
  ]);
  const restored = await svea.send<Parameter>('PUT', '/api/config/showSignInErrors', { value: false, version: 1 });
  expect(restored.body).toMatchObject({ value: false, isDefault: true, version: 2 });
});

test('a board sets the account of its own club, and no parameter of another club or of all', async () => {
  const anton = await server.signedIn('admin');
  const put = (name: string, value: unknown, version: number) =>
    anton.send<Parameter>('PUT', `/api/config/${name}/club`, { value, version });
  expect(await put('lsb.RWA.clubNumber', '1234567', 0)).toMatchObject({ status: 200, body: { value: '1234567', version: 1 } });
  expect((await put('lsb.RWA.clubNumber', 'zu lang für zehn', 1)).status).toBe(422);
  expect((await put('lsb.RWA.clubNumber', '7', 0)).status).toBe(409);
  expect((await put('lsb.SCB.clubNumber', '1234567', 0)).status).toBe(404);
  expect((await put('showSignInErrors', true, 0)).status).toBe(403);
  expect(
    (await (await server.signedIn('editor')).send('PUT', '/api/config/lsb.RWA.clubNumber/club', { value: '7', version: 1 })).status,
  ).toBe(403);
  expect(await put('lsb.RWA.clubNumber', '', 1)).toMatchObject({ status: 200, body: { isDefault: true } });
});

test.each([
  ['showSignInErrors', 'ja', 'value'],
  ['feedbackMail', 'keine Adresse', 'value'],
  ['retention.auditMonths', 0, 'value'],
  ['retention.auditMonths', 1.5, 'value'],
  ['retention.securityLogDays', '365', 'value'],
  ['audit.loginExemptRole', 'god', 'value'],
  ['audit.loginExemptNames', ['x'.repeat(161)], 'value.0'],
  ['audit.loginExemptNames', Array.from({ length: 21 }, () => 'A'), 'value'],
  ['audit.loginExemptNames', null, 'value'],
])('an invalid value for %s is refused at its field (%j)', async (name, value, path) => {
  const svea = await server.signedIn('super');
  const answer = await svea.send('PUT', `/api/config/${name}`, { value, version: 0 });
  expect([answer.status, answer.body.code, answer.body.fields?.[0]?.path]).toEqual([422, 'invalid-input', path]);
  expect(answer.body.fields?.[0]?.message).toMatch(/[a-zäöü]{3}/);
  expect(await server.sql('select 1 from config_parameter where name = $1', [name])).toHaveLength(name === 'showSignInErrors' ? 1 : 0);
});

test('an unknown parameter is refused', async () => {
  const svea = await server.signedIn('super');
  for (const name of ['constructor', '__proto__', 'auth.secret']) {
    expect((await svea.send('PUT', `/api/config/${name}`, { value: 1, version: 0 })).status).toBe(422);
  }
});

test('a stale change is refused, and of several concurrent first changes one wins', async () => {
  const svea = await server.signedIn('super');
  const put = (value: string, version: number) => svea.send('PUT', '/api/config/feedbackMail', { value, version });
  const answers = await Promise.all([1, 2, 3, 4].map((nr) => put(`nr${nr}@example.org`, 0)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect((await put('spaet@example.org', 0)).body.code).toBe('conflict');
  expect((await put('Neu@Example.org ', 1)).body).toMatchObject({ value: 'neu@example.org', version: 2 });
});

test('a stored value that is no longer valid counts as unset', async () => {
  const svea = await server.signedIn('super');
  await server.sql("insert into config_parameter (name, value, updated_at) values ('retention.auditMonths', '\"viele\"', now())");
  const { body } = await svea.get<Parameter[]>('/api/config');
  expect(body.find(({ name }) => name === 'retention.auditMonths')).toMatchObject({ value: 12, isDefault: true, version: 1 });
  expect((await svea.send('PUT', '/api/config/retention.auditMonths', { value: 24, version: 1 })).status).toBe(200);
});
