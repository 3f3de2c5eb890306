import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { runCommandLine, temporaryFolder } from '#test/processes.ts';
import { maintenanceAgeMs } from '#server/platform/http/maintenance.ts';

let server: TestServer;
let env: { [name: string]: string };

beforeAll(async () => {
  server = await startServer();
  const [{ name } = { name: '' }] = await server.sql<{ name: string }>('select current_database() as name');
  env = { DATABASE_URL: `postgres://postgres@/${name}?host=${inject('postgres')}`, DATA_DIR: temporaryFolder() };
});
afterAll(() => server.close());

const run = (command: string, ...words: string[]) => runCommandLine(command, words, env);

test('during maintenance people can read and are told why nothing can be changed; nothing is written, and afterwards everything works again', async () => {
  const reader = await server.signedIn('reader');
  const feedback = { kind: 'praise', text: 'Schön hier', email: '', name: '' };
  expect(await run('maintenance', 'status')).toMatchObject({ code: 0, output: 'Es ist keine Wartung.\n' });
  const on = await run('maintenance', 'on', 'Umzug auf einen neuen Rechner, bis 18 Uhr.');
  expect(on).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('Umzug auf einen neuen Rechner') });

  const refused = await server.visitor().post('/api/feedback', feedback);
  expect(refused).toMatchObject({ status: 503, body: { code: 'maintenance' }, headers: { 'retry-after': '60' } });
  expect(await server.visitor().post('/api/session/sign-in', { email: 'reader@rwa.test', password: 'x' })).toMatchObject({ status: 503 });
  expect(await reader.send('POST', '/v0/b/club-files/o?name=RWA/x.png', 'x')).toMatchObject({ status: 503 });
  expect((await reader.get('/api/profile')).status).not.toBe(503);
  expect((await server.visitor().get('/api/courses')).status).toBe(200);
  expect((await server.visitor().get('/health/ready')).status).toBe(200);

  expect(await run('maintenance', 'off')).toMatchObject({ code: 0, output: 'Die Wartung ist beendet.\n' });
  await setTimeout(maintenanceAgeMs);
  expect((await server.visitor().post('/api/feedback', feedback)).status).not.toBe(503);
  expect(await run('maintenance', 'off')).toMatchObject({ code: 0, output: 'Es war keine Wartung.\n' });

  const supervisor = await server.signedIn('super');
  const { body } = await supervisor.get<{ rows: object[] }>('/api/audit?search=Kommandozeile&entity=config');
  const entry = { name: 'Kommandozeile', club: 'RWA', entity: 'config' };
  expect(body.rows).toMatchObject([
    { ...entry, content: 'Wartung beendet' },
    { ...entry, content: 'Wartung begonnen: „Umzug auf einen neuen Rechner, bis 18 Uhr.“' },
  ]);
});

test('an unknown argument or a sentence that is too long is refused in one sentence', async () => {
  for (const words of [[], ['an'], ['off', 'x'], ['on', 'x'.repeat(201)]]) {
    const answer = await run('maintenance', ...words);
    expect(answer.code).toBe(1);
    expect(answer.errors.trim().split('\n')).toHaveLength(1);
  }
});

test('end-sessions signs everybody out and invalidates mailed links, after a confirmation', async () => {
  const reader = await server.signedIn('reader');
  expect((await run('endSessions')).errors).toMatch(/--yes/);
  expect((await reader.get('/api/session')).body).not.toBeNull();
  const ended = await run('endSessions', '--yes');
  expect(ended).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+ Sitzungen beendet/) });
  expect((await reader.get('/api/me/sessions')).status).toBe(401);
  expect(await server.sql('select 1 from mail_link')).toEqual([]);
  expect(await server.sql("select name from audit where action = 'users.revokeSessions'")).toEqual([{ name: 'Kommandozeile' }]);
});
