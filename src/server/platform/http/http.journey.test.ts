import http from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { demoPassword, emailOf, startServer, type Answer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Every problem has this shape, whichever part of the server sends it. */
function expectProblem(answer: Answer<ProblemBody>, status: number, code: string): void {
  expect([answer.status, answer.body?.code]).toEqual([status, code]);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.body).toMatchObject({
    type: `urn:problem:${code}`,
    status,
    title: expect.stringMatching(/\.$/),
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expectProtected(answer);
}

function expectProtected({ headers }: Pick<Answer, 'headers'>): void {
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers['permissions-policy']).toBeDefined();
  expect(headers['referrer-policy']).toBeDefined();
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['strict-transport-security']).toBeUndefined();
}

/** Sends raw bytes and returns everything that is received until the connection is closed. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(server.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

describe('a writing request with a cookie', () => {
  const body = { firstname: 'Gefälscht', lastname: 'Name' };
  test.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['from another club', { origin: 'http://scb.localhost' }],
    ['without an origin', { origin: undefined }],
    ['with an empty origin', { origin: 'null' }],
    ['with another scheme of address', { origin: 'garbage' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
    ['whose host a foreign page forwards', { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }],
  ])('%s is refused, and nothing is written', async (_what, headers) => {
    const rosa = await server.signedIn('reader');
    const cookie = [...rosa.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const given = Object.fromEntries(
      Object.entries({ host: rosa.host, cookie, origin: `http://${rosa.host}`, ...headers }).filter(([, value]) => value),
    );
    const status = await new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const request = http.request(
        {
          host: '127.0.0.1',
          port: rosa.port,
          method: 'PATCH',
          path: '/api/profile',
          headers: { ...given, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
        },
        (response) => response.resume().on('end', () => resolve(response.statusCode)),
      );
      request.on('error', reject);
      request.end(text);
    });
    expect(status).toBe(403);
    expect((await rosa.get<{ lastname: string }>('/api/profile')).body.lastname).toBe('Rotmuster');
  });

  test('from the own page is accepted', async () => {
    const rosa = await server.signedIn('reader');
    const answer = await rosa.send(
      'PATCH',
      '/api/profile',
      { firstname: 'Rosa', lastname: 'Rotmuster' },
      { 'sec-fetch-site': 'same-origin' },
    );
    expect(answer.status).toBe(200);
    expectProblem(await rosa.send('PATCH', '/api/profile', body, { origin: 'https://evil.example' }), 403, 'origin-refused');
  });

  test('TRACE returns nothing', async () => {
    for (const path of ['/', '/api/session']) expect([404, 405, 501]).toContain((await server.visitor().send('TRACE', path)).status);
  });

  test('other sites get no readable response', async () => {
    const answer = await server
      .visitor()
      .send('OPTIONS', '/api/users', undefined, { origin: 'https://evil.example', 'access-control-request-method': 'GET' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(
      (await server.visitor().get('/api/session', { origin: 'https://evil.example' })).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });
});

describe('a body', () => {
  const signIn = '/api/session/sign-in';
  const send = (body: string | undefined, headers: http.OutgoingHttpHeaders = {}) => server.visitor().send('POST', signIn, body, headers);
  const valid = JSON.stringify({ email: emailOf('reader'), password: demoPassword });

  test.each([
    ['broken', '{"email":'],
    ['no JSON at all', 'email=x&password=y'],
    ['with a comma too many', '{"email":"a",}'],
  ])('that is %s is refused', async (_what, text) => expectProblem(await send(text), 400, 'invalid-json'));

  test.each([
    ['nested a hundred times', `${'['.repeat(100)}${']'.repeat(100)}`],
    ['nested a hundred thousand times', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['with a NUL', '{"email":"a\\u0000b","password":"x"}'],
    ['with a NUL in a name', '{"a\\u0000b":1}'],
    ['with half a character', '{"email":"\\ud800","password":"x"}'],
    ['with a prototype', '{"__proto__":{"role":"super"}}'],
    ['with a constructor', '{"constructor":{"prototype":{"role":"super"}}}'],
  ])('%s is refused', async (_what, text) => expectProblem(await send(text), 400, 'invalid-argument'));

  test.each(['[]', 'null', '1', '"text"', 'true', '{}', '{"email":[],"password":{}}', '{"email":"a","password":"b","more":1}'])(
    'of the wrong type is refused by its fields: %s',
    async (text) => {
      const answer = await send(text);
      expectProblem(answer, 422, 'invalid-input');
      expect(answer.body.fields?.length).toBeGreaterThan(0);
    },
  );

  test('that is missing is refused', async () => expectProblem(await send(undefined), 422, 'invalid-input'));

  test('of more than a megabyte is refused', async () => {
    expectProblem(await send(JSON.stringify({ email: 'a', password: 'x'.repeat(1024 * 1024) })), 413, 'payload-too-large');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'text/json'])(
    'of the type %s is refused',
    async (type) => expectProblem(await send(valid, { 'content-type': type }), 415, 'unsupported-media-type'),
  );

  test.each(['gzip', 'br', 'klingon'])('in a compressed form (%s) is refused, whatever it contains', async (encoding) => {
    for (const text of ['\u001f\u008b\b\u0000', valid])
      expectProblem(await send(text, { 'content-encoding': encoding }), 415, 'unsupported-media-type');
  });

  test('that is not UTF-8 is refused', async () => {
    const text = await raw(
      `POST ${signIn} HTTP/1.1\r\nhost: rwa.localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\nconnection: close\r\n\r\n{"a":"\xff"}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

describe('an address', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/config'],
    ['PUT', '/api/users'],
    ['POST', '/nothing'],
    ['GET', '/assets/gone.js'],
    ['GET', `/api/${'x'.repeat(3000)}`],
    ['GET', '/api/constructor'],
    ['GET', '/api/__proto__/toString'],
  ])('that is not served is not found: %s %.40s', async (method, url) => {
    const answer = await server.visitor().send(method, url, method === 'GET' ? undefined : {});
    expectProblem(answer, 404, 'not-found');
    expect(answer.text).not.toContain(url.slice(0, 20));
  });

  test.each(['/api/%', '/%zz', '/api/users/%00', '/api/users/%ff', '/api/audit?search=%00', '/api/users?search=%ed%a0%80', '/payload/%'])(
    'with broken characters is an invalid argument: %s',
    async (url) => expectProblem(await (await server.signedIn('super')).get(url), 400, 'invalid-argument'),
  );

  test('of an impossible record is refused by its field', async () => {
    const answer = await (await server.signedIn('super')).get('/api/users/1%20or%201=1');
    expectProblem(answer, 400, 'invalid-argument');
    expect(answer.body.fields).toEqual([{ path: 'id', message: 'Das ist keine gültige Kennung.' }]);
  });
});

describe('a line', () => {
  test.each([
    ['that speaks no HTTP', 'HELLO\r\n\r\n'],
    ['whose headers are endless', `GET /health HTTP/1.1\r\nhost: x\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(40)}\r\n`],
    ['with two lengths', 'POST /api/session/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
  ])('%s gets one refusal in the common format and is closed', async (_what, text) => {
    const answer = await raw(text);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    expect(head).toMatch(/x-content-type-options: nosniff/);
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid-argument', status: 400 });
  });

  test('whose headers never end is closed, with a response', async () => {
    const answer = await raw('GET /health HTTP/1.1\r\nhost: rwa.localhost\r\nx-slow: ');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'request-timeout' });
  });

  test('without a host is refused by HTTP 1.1, and an unknown one only affects the theme', async () => {
    expect(await raw('GET /api/session HTTP/1.1\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw('GET /api/session HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    for (const host of ['[', 'a b', '%', '[::1', 'x'.repeat(300), 'evil.example:99999']) {
      const callback = await server.visitor().get('/api/auth/callback/oidc?state=x', { host });
      expect([host, callback.status]).toEqual([host, expect.toSatisfy((status: number) => status < 500)]);
      const payload = await server.visitor().get<{ club: string }>('/payload/home.json', { host });
      expect([host, payload.body.club]).toEqual([host, 'RWA']);
    }
  });
});

describe('the database', () => {
  test('with no free connection gives 503 with a time to retry, and works again afterwards', async () => {
    const { pool } = server.database;
    const svea = await server.signedIn('super');
    const held = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
    const asked = [
      svea.get('/api/users'),
      svea.get('/health'),
      server.visitor().post('/api/session/sign-in', { email: 'a@b.de', password: 'x' }),
    ];
    const answers = await Promise.all(asked).finally(() => {
      for (const client of held) client.release();
    });
    for (const answer of answers) {
      expectProblem(answer, 503, 'unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await svea.get('/api/users')).status).toBe(200);
  });

  test('reveals nothing when it fails; the log has the error under the id of the request', async () => {
    const svea = await server.signedIn('super');
    await server.sql('alter table config_parameter rename to config_parameter_gone');
    const answer = await svea.get('/api/config');
    await server.sql('alter table config_parameter_gone rename to config_parameter');
    expectProblem(answer, 500, 'internal-error');
    expect(answer.text).not.toMatch(/config_parameter|relation|select/i);
    expect(answer.body.title).toMatch(new RegExp(`Nummer für die Hilfe: ${answer.body.requestId.slice(0, 8)}\\.$`));
    const line = server
      .logged()
      .split('\n')
      .find((one) => one.includes(answer.body.requestId));
    expect(line).toContain('config_parameter');
    expect((await svea.get('/api/config')).status).toBe(200);
  });

  test('ends a statement that takes too long', async () => {
    // The database cancels it, or half a second later the connection does; a stalled machine may see the second first.
    await expect(server.database.pool.query('select pg_sleep(30)')).rejects.toThrow(/timeout/);
    expect((await server.database.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '3s' }]);
  });
});

test('every kind of response carries the security headers', async () => {
  const answers = await Promise.all(
    [
      '/health',
      '/api/session',
      '/api/openapi.json',
      '/api/docs',
      '/build.json',
      '/payload/home.json',
      '/icons/tabler.json?icons=home',
      '/api/nothing',
      '/gone.js',
    ].map((url) => server.visitor().get(url)),
  );
  for (const answer of answers) expectProtected(answer);
  expect((await server.visitor().get('/api/session')).headers['cache-control']).toBe('no-store');
});

test('the log contains no cookie, no password and no token, even of requests that try to forge its lines', async () => {
  const rosa = await server.signedIn('reader');
  await rosa.post('/api/session/sign-in', { email: 'forged@example.org\r\n{"level":60}', password: 'geheim\r\n{"level":60}' });
  await rosa.get('/api/users?search=%0d%0a{"level":60}');
  await rosa.get('/api/profile', { 'user-agent': 'x', authorization: 'Bearer geheimes-token' });
  const [cookie = ''] = rosa.cookies.values();
  expect(server.logged()).not.toContain(decodeURIComponent(cookie).split('.')[0]);
  expect(server.logged()).not.toMatch(/geheim|Probetraining|forged@example/);
  for (const line of server.logged().trim().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
});
