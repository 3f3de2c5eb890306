import type { AnyContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/api.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let svea: Client;
beforeAll(async () => {
  server = await startServer();
  svea = await server.signedIn('super');
});
afterAll(() => server.close());

/** Requests with these encodings, like a browser; `fetch` decompresses the response. */
async function ask(path: string, encodings: string) {
  const cookie = [...svea.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { cookie, 'accept-encoding': encodings } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Every reading endpoint without path parameters. */
const readings = Object.values(contract)
  .flatMap((feature) => Object.values<AnyContractProcedure>(feature))
  .flatMap(({ '~orpc': { route } }) => (route.method === 'GET' && route.path && !route.path.includes('{') ? [`/api${route.path}`] : []));

test('responses of contract reads above 1 KB are compressed', async () => {
  const plain: string[] = [];
  let packed = 0;
  for (const path of readings) {
    const { status, headers, text } = await ask(path, 'gzip, deflate, br');
    if (status !== 200 || !headers.get('content-type')?.includes('json') || Buffer.byteLength(text) <= 1024) continue;
    if (headers.get('content-encoding') === 'br' && headers.get('vary') === 'accept-encoding') packed++;
    else plain.push(path);
  }
  expect(plain).toEqual([]);
  expect(packed).toBeGreaterThan(30);
});

test.each(['/', '/api/courses', '/api/manage/courses', '/payload/home.json'])(
  '%s is equal compressed and plain, and compressed only for clients that accept it',
  async (path) => {
    const answers = [];
    for (const encodings of ['gzip', 'gzip, deflate, br', 'identity', 'gzip;q=0', 'br;q=0']) answers.push(await ask(path, encodings));
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'br', null, null, null]);
    expect(answers.every(({ headers }) => headers.get('vary') === 'accept-encoding')).toBe(true);
    // Each page has its own nonce for styles and its own time.
    const texts = answers.map(({ text }) => text.replaceAll(/nonce[=-]?"?[\w+/=-]+"?/g, ''));
    expect(new Set(texts.map((text) => text.length)).size).toBe(1);
  },
);

test('short responses are not compressed', async () => {
  const { headers, text } = await ask('/build.json', 'gzip');
  expect([Buffer.byteLength(text) < 1024, headers.get('content-encoding')]).toEqual([true, null]);
});

test('a refusal is readable with any accepted encoding', async () => {
  const { status, text } = await ask('/api/courses/00000000-0000-4000-8000-000000000000', 'gzip');
  expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([404, 'not-found']);
});
