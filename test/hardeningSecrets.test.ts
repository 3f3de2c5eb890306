import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../src/server/accounts/factors/totp.ts';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { emailOf, startServer, type TestServer } from './harness.ts';

/** Statements of docs/security.md about secrets, algorithms and refusals that have no test elsewhere. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'info' });
});
afterAll(() => server.close());

/** What the program's own code says, each file with its name. */
const sources = fs
  .readdirSync(path.join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: fs.readFileSync(path.join(projectRoot, 'src', name), 'utf8') }));

/** Each place that the pattern finds: its file, and what the first group holds. */
const placesOf = (pattern: RegExp, under = '') =>
  sources
    .filter(({ name }) => name.startsWith(under))
    .flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([whole, found = whole]) => ({ name, found })));

const algorithms = (pattern: RegExp) => [...new Set(placesOf(pattern).map(({ found }) => found))].toSorted();

test('what is encrypted is authenticated as well, and with no other cipher than AES-GCM (11.3.1, 11.3.2, 11.3.3)', () => {
  expect(algorithms(/create(?:Cipher|Decipher)iv\(\s*'([^']+)'/g)).toEqual(['aes-128-gcm', 'aes-256-gcm']);
  // Every place says its algorithm itself, so that the line above sees all of them.
  expect(placesOf(/create(?:Cipher|Decipher)iv\(\s*(?!')/g)).toEqual([]);
});

test('hashes are SHA-256; SHA-1 stands in the codes of apps alone, MD5 in sums that nobody trusts (11.4.1)', () => {
  expect(placesOf(/create(?:Hash|Hmac)\(\s*(?!')/g)).toEqual([]);
  const weak = placesOf(/create(?:Hash|Hmac)\(\s*'(?!sha256|sha512)([^']+)'/g);
  expect(weak.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: 'server/accounts/factors/totp.ts', found: 'sha1' },
    { name: 'server/files/uploads/sums.ts', found: 'md5' },
    { name: 'server/platform/formats/pdf/pdfFile.ts', found: 'md5' },
  ]);
});

test('the server draws nothing from a random source that can be guessed (11.5.1)', () => {
  expect(placesOf(/Math\.random/g, 'server')).toEqual([]);
  expect(placesOf(/Math\.random/g, 'shared')).toEqual([]);
});

test('no text becomes a program, and no certificate is passed over (1.3.2, 12.3.2)', () => {
  expect(placesOf(/(?<![\w.])eval\(|new Function\(|vm\.runIn/g)).toEqual([]);
  expect(placesOf(/rejectUnauthorized: *false|NODE_TLS_REJECT_UNAUTHORIZED|insecure: *true/g)).toEqual([]);
});

test('passwords are kept as argon2id with 19 MiB and two rounds, each with 128 bits of its own salt (11.4.2)', async () => {
  for (const name of ['eins', 'zwei']) {
    const guest = { firstname: 'Mia', lastname: 'Neu', email: `mia.${name}@example.org`, password: 'zwölf Boxkämpfer jagen' };
    expect((await server.visitor().post('/api/session/sign-up', guest)).status).toBe(200);
  }
  const own = await server.sql<{ password: string }>(
    "select a.password from auth_account a join auth_user u on u.id = a.user_id where u.email like 'mia.%@example.org'",
  );
  for (const { password } of own) expect(password).toMatch(/^argon2id\$19456\$2\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(new Set(own.map(({ password }) => password.split('$')[3])).size).toBe(2);
});

test('keys of code apps have 160 bits and recovery codes 49, drawn anew each time (6.5.3, 6.5.4)', async () => {
  const client = await server.signedIn('trainer');
  const begin = async () => (await client.post<{ key: string }>('/api/profile/second-factor')).body.key;
  const [first, second] = [await begin(), await begin()];
  expect([first, second]).toEqual([expect.stringMatching(/^[A-Z2-7]{32,}$/), expect.stringMatching(/^[A-Z2-7]{32,}$/)]);
  expect(first).not.toBe(second);
  const bits = [...second].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const code = codeAt(key, Math.floor(Date.now() / 30_000));
  const { codes } = (await client.post<{ codes: string[] }>('/api/profile/second-factor/confirm', { code })).body;
  expect(new Set(codes).size).toBe(10);
  // 31 letters: ten of them are 49 bits.
  for (const one of codes) expect(one).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
});

test('each refusal has its line with route, state and person, and nothing of what was sent (16.3.2, 16.3.3)', async () => {
  const editor = await server.signedIn('editor');
  const [row] = await server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf('editor')]);
  expect((await editor.get('/api/audit')).status).toBe(403);
  expect((await editor.post('/api/events', { title: 'ein-geheimes-wort', kind: 7 })).status).toBe(422);
  expect((await server.visitor().get('/api/users')).status).toBe(401);
  const refused = (route: string) =>
    server
      .logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { route?: string; status?: number; userId?: string; club?: string })
      .findLast((line) => line.route === route);
  // A line is written when its answer has been sent.
  await expect.poll(() => refused('/api/users')).toMatchObject({ status: 401 });
  expect(refused('/api/audit')).toMatchObject({ status: 403, userId: row?.id, club: 'RWA' });
  expect(refused('/api/events')).toMatchObject({ status: 422, userId: row?.id });
  expect(server.logged()).not.toContain('ein-geheimes-wort');
});
