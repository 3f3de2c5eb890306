import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClubName } from '../src/shared/kernel/clubs.ts';
import type { Permission } from '../src/shared/kernel/permissions.ts';
import type { ProblemBody } from '../src/shared/kernel/problems.ts';
import { mayForAnyTarget } from '../src/shared/kernel/rights.ts';
import { emailOf, startServer, type Client, type TestServer } from './harness.ts';
import { callsOf, withId, type Call, type Document, type Place } from './namedRecords.ts';
import { fullerBodies } from './recordBodies.ts';
import { harmless, kinds, personal, tellsNothing } from './recordNames.ts';

type Row = { id: string; club: string };
type Tried = { endpoint: string; at: string; status: number; fields: string[] };

let server: TestServer;
let calls: Call[];
const records = new Map<string, Row[]>();
beforeAll(async () => {
  server = await startServer();
  // Switches all features on, so that every endpoint is reachable.
  await server.sql('update club set has_news = true, has_content = true, has_participations = true, has_operationals = true');
  await server.outdate();
  calls = callsOf((await server.visitor().get<Document>('/api/openapi.json')).body);
  for (const [kind, sql] of Object.entries(kinds)) records.set(kind, await server.sql<Row>(sql));
});
afterAll(() => server.close());

type Who = { client: Client; isOwn: (kind: string, row: Row) => boolean };

/** Calls an endpoint with its example and own IDs, except for a foreign one at one location; undefined if the example has no ID there. */
async function naming({ client, isOwn }: Who, call: Call, at: Place): Promise<Tried | undefined> {
  const own = ({ kind }: Place) => records.get(kind)?.find((row) => isOwn(kind, row))?.id ?? randomUUID();
  const foreign = ({ kind }: Place) => records.get(kind)?.find((row) => !isOwn(kind, row))?.id ?? randomUUID();
  let url = `/api${call.template}`
    .replace('{kind}', 'trainer')
    .replace('{account}', 'bank')
    .replace('{year}', '2026')
    .replace('{slug}', 'muster')
    .replace('{revision}', '1');
  if (call.name === 'GET /member-report/snapshots/{id}/file') url += '?format=dosb-csv';
  let body = fullerBodies[nameOf(call, at)] ?? call.body;
  const sorted = call.places.toSorted((one, other) => Number(one === at) - Number(other === at));
  for (const place of sorted) {
    const id = place === at ? foreign(place) : own(place);
    if (place.in === 'address') url = url.replace(`{${place.path[0]}}`, id);
    else if (place === at || holds(body, place.path) || isHallOf(place, at)) {
      const put = withId(body, place.path, id);
      if (put === undefined && place === at) return undefined;
      body = put ?? body;
    }
  }
  // Rate limits are not tested here.
  await server.sql('delete from rate_limit');
  const answer = await client.send<ProblemBody>(call.method, url, body);
  return { endpoint: call.name, at: nameOf(call, at), status: answer.status, fields: answer.body?.fields?.map(({ path }) => path) ?? [] };
}

const nameOf = (call: Call, at: Place) => `${call.name} ${at.in === 'body' ? '.' : ''}${at.path.filter((one) => one !== 0).join('.')}`;
const holds = (body: unknown, path: Place['path']) =>
  (path.reduce<unknown>((value, step) => (value as { [step: string]: unknown } | null | undefined)?.[step], body) ?? null) !== null;
/** Units belong to a hall: foreign units are sent with the own hall. */
const isHallOf = (place: Place, at: Place) =>
  at.path.includes('unitIds') && place.path.at(-1) === 'facilityId' && place.path.length === at.path.length - 1;

async function everything(who: Who, isAsked: (place: Place, call: Call) => boolean): Promise<{ tried: Tried[]; untold: string[] }> {
  const [tried, untold]: [Tried[], string[]] = [[], []];
  for (const call of calls.filter((one) => !isPublic(one)))
    for (const place of call.places.filter((one) => isAsked(one, call))) {
      const one = await naming(who, call, place);
      if (one) tried.push(one);
      else untold.push(nameOf(call, place));
    }
  return { tried, untold };
}

/** Requests that succeeded, and those that failed with a 5xx. */
const through = (tried: readonly Tried[]) =>
  tried.filter(({ at, status }) => (status < 400 && !(at in harmless)) || status >= 500).map(({ at, status }) => `${status} ${at}`);
/** Rejected because of the ID: the record is not found or not permitted, or its field has an error. */
const isTold = ({ at, status, fields }: Tried) =>
  status === 404 || status === 403 || (status === 422 && fields.some((field) => at.split(/[ .]/).includes(field.split(/[.[]/)[0] ?? '')));

/** All rows of a club, in every table with a club column. */
async function stateOf(club: ClubName): Promise<unknown[]> {
  const tables = await server.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'club' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('collection_version', 'notice') order by 1`,
  );
  const state: unknown[] = [];
  for (const { name } of tables)
    state.push(
      ...(await server.sql(
        `select '${name}' as name, count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as sum from "${name}" t where club = $1`,
        [club],
      )),
    );
  return state;
}

/** Rows of one club that reference a row of another, by every foreign key between two tables with a club column. */
async function crossings(): Promise<unknown[]> {
  const keys = await server.sql<{ child: string; column: string; parent: string }>(
    `select k.conrelid::regclass::text as child, a.attname as column, k.confrelid::regclass::text as parent from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and array_length(k.conkey, 1) = 1 and a.attname <> 'club'
       and exists (select 1 from pg_attribute c where c.attrelid = k.conrelid and c.attname = 'club')
       and exists (select 1 from pg_attribute c where c.attrelid = k.confrelid and c.attname = 'club')
       and exists (select 1 from pg_attribute c where c.attrelid = k.confrelid and c.attname = 'id')
     order by 1, 2`,
  );
  expect(keys.length).toBeGreaterThan(100);
  const found: unknown[] = [];
  for (const { child, column, parent } of keys)
    found.push(
      ...(await server.sql(
        `select '${child}.${column}' as key, count(*)::int as rows from ${child} c join ${parent} p on p.id = c."${column}" where p.club <> c.club having count(*) > 0`,
      )),
    );
  return found;
}

/** Public data of all clubs are not secret. */
const isPublic = (call: Call) => call.method === 'GET' && isOpenToAll(call);
const isOpenToAll = ({ access }: Call) => mayForAnyTarget({}, access as Permission);
const unreached = new Set<string>();

test.each(['SCB', 'RWA'] as const)(
  'nothing that the board of %s asks for or writes names a record of another club, wherever an address or a shape takes an id',
  async (club) => {
    const other = club === 'RWA' ? 'SCB' : 'RWA';
    const before = [await stateOf(other), await crossings()];
    const client = await server.signedIn('admin', club);
    const board: Who = { client, isOwn: (_kind, row) => row.club === club };
    const ofBoard = await everything(board, (_place, call) => !isOpenToAll(call));
    expect(ofBoard.tried.length).toBeGreaterThan(450);
    expect(new Set(ofBoard.tried.map(({ endpoint }) => endpoint)).size).toBeGreaterThan(250);
    expect(through(ofBoard.tried)).toEqual([]);
    expect([await stateOf(other), await crossings()]).toEqual(before);
    // Public writes to any club create rows there, but none that references another club.
    const ofAll = await everything(board, (_place, call) => isOpenToAll(call));
    expect(through(ofAll.tried)).toEqual([]);
    expect(await crossings()).toEqual(before[1]);
    const [tried, untold] = [
      [...ofBoard.tried, ...ofAll.tried],
      [...ofBoard.untold, ...ofAll.untold],
    ];
    const all = [...tried.filter((one) => !isTold(one) && !(one.at in harmless)).map(({ at }) => at), ...untold];
    if (club === 'SCB') for (const one of all) unreached.add(one);
    else for (const one of unreached) if (!all.includes(one)) unreached.delete(one);
  },
  300_000,
);

// A new location should be rejected because of its ID: with the example of its endpoint, or a complete body.
test('which places are refused for another reason, or have no id in the example, is written down', () => {
  expect([...unreached].filter((one) => !(one in tellsNothing)).toSorted()).toEqual([]);
  const known = new Set(calls.flatMap((call) => call.places.map((place) => nameOf(call, place))));
  expect([...Object.keys(tellsNothing), ...Object.keys(harmless)].filter((one) => !known.has(one))).toEqual([]);
});

// Staff may refer to all persons of their club; readers may not.
test('no write of a reader names the record of somebody else', async () => {
  const client = await server.signedIn('reader');
  const mine = await server.sql<{ id: string }>(
    `select person_id as id from person_access a join app_user u on u.id = a.user_id where u.email = $1
     union select id from app_user where email = $1`,
    [emailOf('reader')],
  );
  const own = new Set(mine.map(({ id }) => id));
  const { tried } = await everything(
    { client, isOwn: (kind, row) => (personal.has(kind) ? own.has(row.id) : row.club === 'RWA') },
    ({ kind }) => personal.has(kind),
  );
  expect(tried.length).toBeGreaterThan(100);
  expect(through(tried)).toEqual([]);
}, 300_000);
