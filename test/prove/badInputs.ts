import type { Ask } from '../stage/requests.ts';

type Schema = {
  type?: string | string[];
  properties?: { [name: string]: Schema };
  items?: Schema;
  enum?: unknown[];
  format?: string;
  anyOf?: Schema[];
};
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema };

/** One operation of the OpenAPI document. */
export type Operation = {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
};

type Method = {
  parameters?: Parameter[];
  requestBody?: { content?: { [type: string]: { schema?: Schema } } };
  servers?: { url: string }[];
};
type Document = { servers: { url: string }[]; paths: { [path: string]: { [method: string]: Method } & { servers?: { url: string }[] } } };

/** All operations of the document. */
export function operationsOf({ servers: commonServers, paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, { servers: pathServers = commonServers, ...methods }]) =>
    Object.entries(methods)
      .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
      // A stream never ends, so it cannot be asked as the others are.
      .filter(() => path !== '/live')
      // The storage has its own shape of refusals and its own corpus of bad input.
      .filter(() => !path.startsWith('/v0/'))
      .map(([method, { parameters = [], requestBody, servers = pathServers }]) => ({
        method: method.toUpperCase(),
        path: `${servers[0]?.url.replace(/\/$/, '') ?? ''}${path}`,
        parameters,
        body: requestBody?.content?.['application/json']?.schema,
      })),
  );
}

const someId = '0190b8a0-0000-7000-8000-000000000000';
const long = 'x'.repeat(20_000);

/** Values that no field should take, or that were somebody's undoing before. */
const nasty: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  2 ** 31,
  1e308,
  0.1,
  [],
  {},
  [[[]]],
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\u202E',
  long,
  "' or 1=1 --",
  '%',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=1+1',
  'a\r\nX-Injected: 1',
  '${7*7}',
  'NaN',
  'undefined',
  '9999999999999999999999',
  '-0',
  'true',
  '2026-13-45T99:99:99Z',
  'nobody@',
  '"@"@example.org',
  { toString: 'x' },
  { $ne: null },
  { __proto__: null, length: 1e9 },
];

/** Bodies that are no JSON, or no JSON that anybody should send. */
const brokenBodies: readonly { body: string; type?: string }[] = [
  { body: '' },
  { body: '{' },
  { body: 'null' },
  { body: '[]' },
  { body: '"text"' },
  { body: '{"a":1,}' },
  { body: `${'['.repeat(5000)}${']'.repeat(5000)}` },
  { body: `${'{"a":'.repeat(60)}1${'}'.repeat(60)}` },
  { body: '{"__proto__":{"role":"super"}}' },
  { body: '{"constructor":{"prototype":{"role":"super"}}}' },
  { body: `{"a":"${'y'.repeat(1_100_000)}"}` },
  { body: 'a=1&b=2', type: 'application/x-www-form-urlencoded' },
  { body: '<xml/>', type: 'application/xml' },
  { body: '{}', type: 'application/json; charset=utf-16' },
  { body: '{}', type: 'nonsense' },
  { body: '\u{FEFF}{}' },
];

const strangeHeaders: readonly { [name: string]: string }[] = [
  { 'idempotency-key': 'k'.repeat(5000) },
  { 'idempotency-key': 'same' },
  { 'content-encoding': 'gzip' },
  { accept: 'text/xml' },
  { 'x-forwarded-host': 'evil.example' },
  { 'last-event-id': '-1' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-0,0-0,5-' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: 'vereinsportal.session=%%%; vereinsportal.session=..' },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
];

/** One bad request for an operation: mostly right, wrong in one or several places. */
export function badRequest({ method, path, parameters, body }: Operation, random: () => number): Ask {
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  const value = (schema: Schema | undefined) => (random() < 0.5 ? one(nasty) : fitting(schema, random));
  const filled = path.replace(/\{\w+\}/g, () => encode(random() < 0.6 ? text(one(nasty)) : someId));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && random() < 0.6)
    .map(({ name, schema }) => `${encode(name)}=${encode(text(value(schema)))}`);
  if (random() < 0.15) query.push(`${encode(text(one(nasty)))}=${encode(text(one(nasty)))}`);
  const url = `${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const headers = random() < 0.15 ? { ...one(strangeHeaders) } : {};
  if (method === 'GET') return { method, path: url, headers };
  if (random() < 0.2) {
    const broken = one(brokenBodies);
    return { method, path: url, headers: { ...headers, 'content-type': broken?.type ?? 'application/json' }, body: broken?.body ?? '' };
  }
  const fields = Object.entries(body?.properties ?? {}).filter(() => random() < 0.9);
  const json: { [name: string]: unknown } = Object.fromEntries(fields.map(([name, schema]) => [name, value(schema)]));
  if (random() < 0.2)
    json[one(['role', 'club', 'id', 'isAdmin', 'createdBy', 'logins', 'x'.repeat(300)]) ?? 'x'] = one(['super', 'RWA', 1]);
  return { method, path: url, headers, body: random() < 0.05 ? one(nasty) : json };
}

/** A value that fits its shape, so that the request gets past the first checks. */
function fitting(schema: Schema | undefined, random: () => number): unknown {
  const first = schema?.anyOf?.[0] ?? schema;
  if (first?.enum) return first.enum[Math.floor(random() * first.enum.length)];
  const type = Array.isArray(first?.type) ? first.type[0] : first?.type;
  if (type === 'integer' || type === 'number') return Math.floor(random() * 5);
  if (type === 'boolean') return random() < 0.5;
  if (type === 'array') return [fitting(first?.items, random)];
  if (type === 'object')
    return Object.fromEntries(Object.entries(first?.properties ?? {}).map(([name, inner]) => [name, fitting(inner, random)]));
  if (first?.format === 'uuid') return someId;
  return first?.format === 'email' ? 'somebody@rwa.example' : 'Some text';
}

/** Percent-encoded; a lone surrogate, which has no encoding, arrives as the bytes that it would have. */
function encode(text: string): string {
  try {
    return encodeURIComponent(text.slice(0, 3000));
  } catch {
    return '%ED%A0%80';
  }
}
