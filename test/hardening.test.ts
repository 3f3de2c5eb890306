import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { emptyTemplate } from './globalSetup.ts';
import { demoPassword, emailOf, startServer, type Client, type TestServer } from './harness.ts';

/** Statements of docs/security.md about ASVS requirements that have no test elsewhere, tested through the API. */

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

/** Characters with a meaning in HTML, templates, Markdown, URLs, SQL and iCalendar. */
const odd = `</script><b>Fest</b> & "Co" '\${7*7}' {{7*7}} <%= 7*7 %> **fett** %2541 \\n ;x`;

async function newEvent(title: string): Promise<string> {
  const answer = await anton.post<{ id: string }>('/api/events', {
    title,
    kind: 'festival',
    startsAt: new Date(Date.now() + 9 * 86_400_000).toISOString(),
    endsAt: new Date(Date.now() + 9.1 * 86_400_000).toISOString(),
    place: 'Platz',
  });
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  const { id } = answer.body;
  expect((await anton.send('PUT', `/api/events/${id}/state`, { state: 'published', version: 1 })).status).toBe(200);
  return id;
}

describe('what is typed', () => {
  test('is decoded once, kept as it is, and written for its place only at the end (1.1.1, 1.1.2, 1.2.3, 1.3.5, 1.3.7)', async () => {
    const id = await newEvent(odd);
    expect(await server.sql('select title from event where id = $1', [id])).toEqual([{ title: odd }]);
    const visitor = server.visitor();
    const days = [0, 30].map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10));
    const listed = (await visitor.get(`/api/events?from=${days[0]}&to=${days[1]}`)).text;
    expect(listed).toContain(JSON.stringify(odd).slice(1, -1));
    const calendar = (await visitor.get(`/feeds/events/${id}.ics`)).text.replaceAll(/\r\n[ \t]/g, '');
    expect(calendar).toContain(`SUMMARY:${odd.replaceAll('\\', '\\\\').replaceAll(';', '\\;')}`);
    for (const page of ['/', '/events']) {
      const { text } = await visitor.get(page);
      expect(text).not.toContain('</script><b>Fest');
      expect(text).not.toMatch(/\b49\b.*fett/);
    }
  });

  test('is looked for as it was typed: an address is decoded once (1.1.1)', async () => {
    const svea = await server.signedIn('super');
    const found = async (search: string) => (await svea.get(`/api/audit?search=${search}`)).text.includes('%2541');
    expect([await found('%252541'), await found('%2541')]).toEqual([true, false]);
    expect((await anton.get('/api/deleted-records/%252e%252e')).status).toBeGreaterThanOrEqual(400);
    expect((await server.visitor().get('/assets/%252e%252e/index.html')).status).toBe(404);
  });
});

type Schema = {
  [key: string]: unknown;
  $ref?: string;
  type?: string;
  properties?: { [name: string]: Schema };
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: { [kind: string]: { schema?: Schema } } };
};
type Document = { paths: { [path: string]: { [method: string]: Operation } }; components: { schemas: { [name: string]: Schema } } };

/** Calls `visit` for every schema within the requests of all operations, with its location. */
async function walkRequests(visit: (schema: Schema, place: string, isWhole: boolean) => void): Promise<void> {
  const document = (await server.visitor().get<Document>('/api/openapi.json')).body;
  const walk = (schema: Schema, place: string, seen: readonly string[] = [], isWhole = true) => {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1) ?? '';
      if (!seen.includes(name)) walk(document.components.schemas[name] ?? {}, place, [...seen, name], isWhole);
      return;
    }
    visit(schema, place, isWhole);
    for (const [name, one] of Object.entries(schema.properties ?? {})) walk(one, `${place}.${name}`, seen);
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${place}.*`, seen);
    if (schema.items) walk(schema.items, `${place}[]`, seen);
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(one, place, seen);
    // The parts of an allOf are only strict together, which the server enforces.
    for (const one of schema.allOf ?? []) walk(one, place, seen, false);
  };
  for (const [address, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      for (const { name, schema } of operation.parameters ?? []) walk(schema, `${method} ${address}?${name}`);
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) if (schema) walk(schema, `${method} ${address}`);
    }
}

describe('numbers and shapes', () => {
  /** Numbers that are compared or looked up but never stored. */
  const compared = /\.(?:version|totalCents|gridMinutes|line|known|ids\[\])$/;

  test('every number that is stored has a lowest and a highest value, and none beyond is a defect (1.4.2)', async () => {
    const unbounded: string[] = [];
    let count = 0;
    await walkRequests(({ type, enum: list, const: only, ...schema }, place) => {
      if ((type !== 'integer' && type !== 'number') || list || only !== undefined) return;
      count++;
      const [low, high] = [schema['minimum'] ?? schema['exclusiveMinimum'], schema['maximum'] ?? schema['exclusiveMaximum']];
      const isBound = typeof low === 'number' && typeof high === 'number' && high < 2 ** 53 - 1;
      if (!isBound && !compared.test(place) && !place.includes('?')) unbounded.push(place);
    });
    expect(count).toBeGreaterThan(300);
    expect(unbounded).toEqual([]);
    for (const level of ['-1', '1e300', '9007199254740993', 'NaN', '1.5'])
      for (const address of [
        `/api/dunning-levels/${level}`,
        `/api/allowance-limits/trainer/${level}`,
        `/api/people/${crypto.randomUUID()}/allowances/trainer/${level}`,
      ])
        expect((await anton.send('PUT', address, {})).status, address).toBeLessThan(500);
  });

  test('a list of hours takes no number of people that nobody can count (1.4.2)', async () => {
    const till = await server.signedIn('trainer');
    const own = (await till.get<{ proposals: { departmentId: string | null; from: string }[] }>('/api/hour-sheets/own')).body;
    const [{ departmentId, from } = { departmentId: null, from: '' }] = own.proposals;
    const sheet = (await till.post<{ id: string; version: number }>('/api/hour-sheets', { departmentId, from })).body;
    for (const participants of [-5, 3_000_000_000, 1.5]) {
      const entry = { sessionId: null, day: from, minutes: 45, activity: 'Turnier', participants, note: '' };
      const answer = await till.send('PUT', `/api/hour-sheets/${sheet.id}/entries`, { version: sheet.version, entries: [entry] });
      expect([participants, answer.status]).toEqual([participants, 422]);
    }
  });

  test('what can be sent is closed: nothing undeclared, no other type (1.5.2, 15.3.5)', async () => {
    const open: string[] = [];
    let count = 0;
    await walkRequests(({ type, additionalProperties }, place, isWhole) => {
      if (type !== 'object') return;
      count++;
      // Authenticator responses are parsed by the passkey library; metadata of stored files are free-form.
      if (isWhole && additionalProperties === undefined && !/passkey| \/v0\//.test(place)) open.push(place);
    });
    expect(count).toBeGreaterThan(300);
    expect(open).toEqual([]);
    const layered = { layer: 'club', departmentId: null, isSurprise: true };
    for (const address of [
      `/api/people/${crypto.randomUUID()}/trainer-proofs`,
      '/api/fee-rules',
      '/api/privacy/cases',
      '/api/card-products',
    ])
      expect((await anton.post(address, layered)).text, address).toContain('isSurprise');
    for (const email of [1, true, null, ['a@example.org'], { email: 'a@example.org' }])
      expect((await server.visitor().post('/api/session/password-reset', { email })).status).toBe(422);
  });
});

describe('passwords', () => {
  const setPassword = (client: Client, current: string, password: string) =>
    client.post('/api/session/password', { currentPassword: current, password });

  test('may be a sentence of small letters or of 200 characters, and count to the last sign (6.2.5, 6.2.8, 6.2.9)', async () => {
    const rosa = await server.signedIn('reader');
    let current = demoPassword;
    for (const next of ['drei kühe gehen abends heim', `${'Ein langer Satz über Fußball im Regen. '.repeat(5)}Ende `]) {
      const answer = await setPassword(rosa, current, next);
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
      const opens = async (password: string) => (await server.visitor().signIn(emailOf('reader'), password)).status;
      for (const wrong of [next.toUpperCase(), next.slice(0, -1), ` ${next}`]) expect(await opens(wrong)).toBe(401);
      expect(await opens(next)).toBe(200);
      current = next;
    }
  });

  test('never grow old, and nobody is asked for hints, questions or answers (6.2.10, 6.4.2)', async () => {
    await server.sql("update auth_account set created_at = now() - interval '9 years', updated_at = now() - interval '9 years'");
    const answer = await server.visitor().signIn(emailOf('editor'));
    expect([answer.status, /expire|abgelaufen|ändern/i.test(answer.text)]).toEqual([200, false]);
    const asked: string[] = [];
    await walkRequests((_, place) => void (/\.\w*(?:hint|question|memorable|mothersName)\w*$/i.test(place) && asked.push(place)));
    expect(asked).toEqual([]);
  });
});

describe('keys', () => {
  test('have 256 bits, and signatures are made over SHA-256 (11.2.3, 11.4.3, 11.6.1)', async () => {
    const { token } = (await anton.post<{ token: string }>('/api/session/token')).body;
    const [head = '', , signature = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ alg: 'HS256' });
    expect(Buffer.from(signature, 'base64url')).toHaveLength(32);
    const { key } = (await anton.get<{ key: string }>('/api/me/push')).body;
    // An uncompressed point of P-256.
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
    const [entry] = await server.sql<{ hash: Buffer }>('select hash from audit order by id desc limit 1');
    expect(entry?.hash).toHaveLength(32);
    await expect(startServer({ AUTH_SECRET: 'too short' })).rejects.toThrow();
  });
});

describe('the ground', () => {
  test("the server's own user of the database owns nothing and may change no table, no right and no file (13.2.1, 13.2.2)", async () => {
    const pool = server.database.pool;
    const { rows } = await pool.query<{ name: string; super: boolean }>(
      'select current_user as name, (select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls from pg_roles where rolname = current_user) as super',
    );
    expect(rows).toEqual([{ name: 'vereinsportal', super: false }]);
    expect(
      (await pool.query('select 1 from pg_class where relowner = current_user::regrole and relnamespace = $1::regnamespace', ['public']))
        .rows,
    ).toEqual([]);
    for (const statement of [
      'create table evil (id int)',
      'alter table person disable row level security',
      'drop table audit',
      'delete from audit',
      "copy (select 1) to program 'id'",
      "select pg_read_file('/etc/passwd')",
      'create extension dblink',
      'alter role vereinsportal superuser',
    ])
      await expect(pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner|must be superuser|not permitted/i);
  });

  test('a new installation has no account, and no password of the demonstration opens it (13.2.3)', async () => {
    const empty = await startServer({}, emptyTemplate);
    try {
      expect(await empty.sql('select id from app_user union all select id from auth_user')).toEqual([]);
      for (const role of ['super', 'admin', 'reader'] as const) expect((await empty.visitor().signIn(emailOf(role))).status).toBe(401);
    } finally {
      await empty.close();
    }
  });

  test('nothing is listed, nothing is told of the inside, and watchers have a port of their own (13.4.2, 13.4.3, 13.4.5)', async () => {
    const visitor = server.visitor();
    for (const address of [
      '/assets',
      '/assets/',
      '/icons/',
      '/files/',
      '/payload/',
      '/feeds/',
      '/metrics',
      '/debug',
      '/.env',
      '/.git/config',
      '/package.json',
      '/src/',
      '/server/main.js',
    ]) {
      const { text, status, headers } = await visitor.get(address);
      expect([address, /Index of|<title>Directory|node_modules|DATABASE_URL|^# HELP/.test(text)]).toEqual([address, false]);
      // A page of the application may respond, as at every path, but no directory listing and no file.
      expect([address, status >= 400 || /text\/html/.test(headers['content-type'] ?? '')]).toEqual([address, true]);
    }
    for (const answer of [
      await visitor.post('/api/session/sign-in', '{"a'),
      await visitor.get('/api/users/%00'),
      await visitor.get('/api/nothing'),
    ]) {
      expect(answer.text).not.toMatch(/\bat \w+ \(|\.ts:\d|\.js:\d|node:|Fastify|PostgreSQL|drizzle/i);
      expect(answer.headers).not.toHaveProperty('x-powered-by');
      expect(answer.headers).not.toHaveProperty('server');
    }
  });

  test('pages name no foreign host, for files or for data (14.2.3), and plugins have no place in them (3.7.1)', async () => {
    for (const page of ['/', '/offers', '/login', '/support']) {
      const { text, headers } = await server.visitor().get(page);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/default-src 'none'|object-src 'none'/);
      expect(policy.replaceAll(/'[^']*'/g, '')).not.toMatch(/https?:\/\/(?!rwa\.localhost)|\*/);
      const foreign = [...text.matchAll(/<(?:script|link|img|iframe|source)[^>]+(?:src|href)="(https?:)?\/\/([^/":]+)/g)].map(
        ([, , host]) => host,
      );
      expect(foreign.filter((host) => !host?.endsWith('.localhost'))).toEqual([]);
      expect(text).not.toMatch(/<(?:object|embed|applet)\b/i);
    }
    const files = fs.readdirSync(path.join(projectRoot, 'dist/web/assets')).filter((name) => name.endsWith('.js'));
    expect(files.length).toBeGreaterThan(20);
    const beacons = files.filter((name) =>
      /google-analytics|googletagmanager|fonts\.googleapis|sentry\.io|facebook\.net|application\/x-shockwave/.test(
        fs.readFileSync(path.join(projectRoot, 'dist/web/assets', name), 'utf8'),
      ),
    );
    expect(beacons).toEqual([]);
  });

  test('no address of ours leads on to a foreign host (3.7.2)', async () => {
    const visitor = server.visitor();
    for (const address of [
      '//evil.example',
      '//evil.example/%2e%2e',
      '/\\evil.example',
      '/%5cevil.example',
      '/login?back=//evil.example',
      '/https://evil.example',
      '/.//evil.example',
      '/assets//evil.example/',
    ])
      for (const host of [visitor.host, 'evil.example']) {
        const { status, headers } = await visitor.get(address, { host });
        const to = headers.location ? new URL(headers.location, `http://${visitor.host}`).hostname : '';
        expect([address, status < 300 || status >= 400 || /^(?:rwa|scb|gsv)\.localhost$/.test(to)]).toEqual([address, true]);
      }
  });

  test('times of the logs are of one clock, in UTC, and lines are JSON with when, who and what (16.2.1, 16.2.2, 16.2.4, 16.4.1)', async () => {
    const before = Date.now();
    await anton.get('/api/members?search=%0a%7b%22level%22%3a60%7d', { 'user-agent': 'x\t{"level":60}' });
    const lines = server
      .logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { time: number; level: number; route?: string; userId?: string });
    const line = lines.findLast(({ route }) => route === '/api/members');
    expect(line).toMatchObject({ time: expect.any(Number), userId: expect.any(String) });
    expect(line?.time).toBeGreaterThanOrEqual(before - 1000);
    expect(lines.every(({ level }) => level < 60)).toBe(true);
    const [kept] = await server.sql<{ type: string; ms: number }>(
      'select pg_typeof(at)::text as type, abs(extract(epoch from (now() - max(at) over ())) * 1000)::float8 as ms from security_log order by at desc limit 1',
    );
    expect(kept?.type).toBe('timestamp with time zone');
    expect(kept?.ms).toBeLessThan(600_000);
  });
});

test('what fails outside of the house fails closed, and only for itself: a mail server that is away keeps nobody from signing up (16.5.2)', async () => {
  const cut = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
  try {
    const guest = { firstname: 'Mia', lastname: 'Neu', email: 'mia.neu@example.org', password: 'zwölf Boxkämpfer jagen' };
    expect((await cut.visitor().post('/api/session/sign-up', guest)).status).toBe(200);
    // Without the mail the address is not verified, and the account cannot be used.
    expect((await cut.visitor().signIn(guest.email, guest.password)).status).toBe(401);
    expect(await cut.sql('select sent_at from outbox_mail where recipient = $1', [guest.email])).toEqual([{ sent_at: null }]);
    const { status, text } = await cut.visitor().get('/api/courses');
    expect([status, text.length > 100]).toEqual([200, true]);
  } finally {
    await cut.close();
  }
});
