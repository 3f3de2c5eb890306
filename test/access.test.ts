import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyContractProcedure, AnyContractRouter } from '@orpc/contract';
import type { EndpointMeta } from '../src/shared/kernel/contract.ts';
import { contract } from '../src/shared/api.ts';
import { roleNames, type Role } from '../src/shared/kernel/roles.ts';
import { featureOf, may, mayForAnyTarget, targetsOf, type Target } from '../src/shared/kernel/rights.ts';
import { isProblemCode, type ProblemBody } from '../src/shared/kernel/problems.ts';
import { mayOpen, pageNames, pageOf, pages } from '../src/shared/kernel/pages.ts';
import { permissions, type Permission } from '../src/shared/kernel/permissions.ts';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { startServer, type Client, type TestServer } from './harness.ts';

const visitorAndRoles: (Role | undefined)[] = [undefined, ...roleNames];
const permissionNames = Object.keys(permissions) as Permission[];

describe('the table of permissions', () => {
  type CsvRow = { resource: string; operation: string; target: Target; feature: string } & { [column: string]: string };
  const csv = fs.readFileSync(path.join(projectRoot, 'docs/permissions.csv'), 'utf8').trim();
  const rows = Papa.parse<CsvRow>(csv, { header: true }).data;

  test('is the same in the code as in docs/permissions.csv', () => {
    const written: { [permission: string]: { [target: string]: string } } = {};
    for (const row of rows) {
      const letters = ['anonymous', ...roleNames].map((column) => row[column]).join('');
      (written[`${row.resource}.${row.operation}`] ??= {})[row.target] = letters;
    }
    expect(permissions).toEqual(written);
  });

  test('switches the same operations off with a flag as docs/permissions.csv', () => {
    const written = rows.filter((row) => row.feature).map((row) => [`${row.resource}.${row.operation}`, row.feature]);
    const coded = permissionNames.flatMap((name) => (featureOf(name) ? [[name, featureOf(name)]] : []));
    expect(Object.fromEntries(coded)).toEqual(Object.fromEntries(written));
  });

  test('names the permissions whose endpoints ask for a fresh proof, all (A) or some of them (L), as docs/permissions.csv', () => {
    const asking = new Map<string, boolean[]>();
    for (const endpoint of Object.values(contract).flatMap((feature) => Object.values<AnyContractProcedure>(feature))) {
      const { access, fresh } = endpoint['~orpc'].meta as EndpointMeta;
      asking.set(access, [...(asking.get(access) ?? []), fresh === true]);
    }
    const coded = [...asking]
      .filter(([, fresh]) => fresh.includes(true))
      .map(([access, fresh]) => [access, fresh.includes(false) ? 'L' : 'A']);
    const written = rows.filter((row) => row['fresh']).map((row) => [`${row.resource}.${row.operation}`, row['fresh']]);
    expect(coded.length).toBeGreaterThan(20);
    expect(Object.fromEntries(coded)).toEqual(Object.fromEntries(written));
    // All rows of a permission have the same mark, for every target.
    for (const row of rows)
      expect([row.resource, row.operation, row['fresh'] || undefined]).toEqual([
        row.resource,
        row.operation,
        Object.fromEntries(coded)[`${row.resource}.${row.operation}`],
      ]);
  });

  test('gives a trainer nothing to write on facilities and bookings', () => {
    const writing = permissionNames.filter((name) => /^(facilities|bookings)\./.test(name) && !/\.(list|read|freeBusy)$/.test(name));
    expect(writing).toHaveLength(8);
    const granted = writing.flatMap((name) => targetsOf(name).filter((target) => may({ role: 'trainer' }, name, target)));
    expect(granted).toEqual([]);
    expect(writing.filter((name) => mayForAnyTarget({ role: 'trainer' }, name))).toEqual([]);
  });

  test('lets somebody signed in through to what only does not apply to them, and a visitor not', () => {
    expect(roleNames.every((role) => mayForAnyTarget({ role }, 'session.signIn'))).toBe(true);
    expect(mayForAnyTarget({}, 'session.signOut')).toBe(false);
    expect(mayForAnyTarget({ role: 'reader' }, 'bookings.update')).toBe(false);
  });
});

describe('every endpoint', () => {
  type Schema = { enum?: string[]; format?: string; const?: string };
  type Operation = {
    'x-permission': Permission;
    parameters?: { name: string; in: string; schema: Schema }[];
    requestBody?: { content: { 'application/json'?: { example?: unknown } } };
  };
  type Document = { paths: { [path: string]: { servers?: { url: string }[] } & { [method: string]: Operation } } };
  type Endpoint = { name: string; method: string; url: string; access: Permission; body: unknown };

  let server: TestServer;
  let endpoints: Endpoint[];
  beforeAll(async () => {
    server = await startServer();
    const { paths } = (await server.visitor().get<Document>('/api/openapi.json')).body;
    // The storage API uses a bearer token instead of the session; its permissions are documented separately.
    const ofSession = Object.entries(paths).filter(([template]) => !template.startsWith('/v0/'));
    endpoints = ofSession.flatMap(([template, { servers, ...operations }]) =>
      Object.entries(operations).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${template}`,
        method: method.toUpperCase(),
        url: `${servers ? '' : '/api'}${fill(template, operation)}`,
        access: operation['x-permission'],
        body: operation.requestBody?.content['application/json']?.example,
      })),
    );
  });
  afterAll(() => server.close());

  const samples: { [parameter: string]: string } = { page: 'home', collection: 'tabler', width: '320', path: 'RWA/public/news/x.jpg' };

  function fill(template: string, { parameters = [] }: Operation): string {
    return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
      const uuid = schema?.format === 'uuid' ? '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' : undefined;
      return uuid ?? schema?.enum?.[0] ?? samples[name] ?? 'muster';
    });
  }

  /** Calls an endpoint; of an event stream only the start is awaited. */
  function call(client: Client, { method, url, body }: Endpoint): Promise<{ status: number; body: Partial<ProblemBody> | undefined }> {
    if (url !== '/live') return client.send(method, url, body);
    return new Promise((resolve, reject) => {
      const request = http.get({ host: '127.0.0.1', port: client.port, path: url, headers: { host: client.host } }, (response) => {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, body: undefined });
      });
      request.on('error', reject);
    });
  }

  test('of the contract names a permission of the table', () => {
    const named = procedures(contract).map((meta) => meta.access);
    expect(named.length).toBeGreaterThanOrEqual(40);
    expect(named.filter((access) => !permissionNames.includes(access))).toEqual([]);
  });

  test('of the contract that names a record lets the club of the record decide whether its part is on', () => {
    const named = procedures(contract).filter(({ path }) => /\{(id|slug|token|\w+Id)\}/.test(path));
    expect(named.filter(({ access }) => featureOf(access)).length).toBeGreaterThan(30);
    expect(named.filter((one) => one.featureOf !== 'record').map(({ path }) => path)).toEqual([]);
  });

  test('of the contract stands in the document with its permission', () => {
    const named = procedures(contract).map((meta) => meta.access);
    const shown = endpoints.filter(({ url }) => url.startsWith('/api/')).map(({ access }) => access);
    for (const access of new Set(named))
      expect(shown.filter((one) => one === access).length).toBeGreaterThanOrEqual(named.filter((one) => one === access).length);
    expect(endpoints.filter(({ access }) => !permissionNames.includes(access))).toEqual([]);
  });

  test.each(visitorAndRoles)(
    'refuses %s exactly where the table denies every target, writes nothing then, and never breaks',
    async (role) => {
      const client = role ? await server.signedIn(role) : server.visitor();
      const written = () =>
        server.sql(
          'select (select count(*) from audit) as audits, (select max(id) from notice) as notices, (select count(*) from outbox_mail) as mails',
        );
      const isDenied = ({ access }: Endpoint) => !mayForAnyTarget({ role }, access);

      const before = await written();
      for (const endpoint of endpoints.filter(isDenied)) {
        const { status, body } = await call(client, endpoint);
        expect.soft([endpoint.name, status, body?.code]).toEqual([endpoint.name, role ? 403 : 401, role ? 'forbidden' : 'unauthenticated']);
      }
      expect(await written()).toEqual(before);

      // Endpoints that end the session or delete the account are called last.
      const last = ['POST /session/sign-out', 'DELETE /profile'];
      const allowed = endpoints.filter((one) => !isDenied(one)).sort((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
      for (const endpoint of allowed) {
        if (endpoint.name === 'DELETE /profile' && role) await client.signIn(`${role}@rwa.test`);
        const { status, body } = await call(client, endpoint);
        expect.soft(status, `${endpoint.name} ${body?.code}`).toBeLessThan(500);
        // The example's record may be inaccessible if the matrix denies some target, but the first permission check must pass.
        const isOpen = targetsOf(endpoint.access).every((target) => may({ role }, endpoint.access, target));
        expect
          .soft(isOpen ? ['forbidden', 'unauthenticated'] : ['unauthenticated'], `${endpoint.name} ${status}`)
          .not.toContain(body?.code);
        if (status >= 400) expect.soft(isProblemCode(body?.code), `${endpoint.name} ${status}`).toBe(true);
      }
    },
  );

  test('hides a person of RWA from the board of SCB', async () => {
    const [anton] = await server.sql<{ id: string }>("select id from app_user where email = 'admin@rwa.test'");
    const [own] = await server.sql<{ id: string }>("select id from app_user where email = 'admin@scb.test'");
    const alma = await server.signedIn('admin', 'SCB');
    const answer = await alma.get(`/api/users/${anton?.id}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
    expect(answer.text).not.toContain('Anton');
    expect((await alma.get(`/api/users/${own?.id}`)).status).toBe(200);
  });
});

describe('every page', () => {
  const everyRole: Role[] = ['reader', 'trainer', 'editor', 'admin', 'super'];

  /** Section 6 of the specification with the paths of section 2; repeated here deliberately. */
  const section6: { [path: string]: Role[] } = {
    '/admin/audit': ['super'],
    '/admin/bookings': ['super', 'admin', 'trainer'],
    '/admin/courses/$': ['super', 'admin', 'editor'],
    '/admin/courseStat': ['super', 'admin'],
    '/admin/events': ['super', 'admin', 'editor'],
    '/admin/facilities': ['super', 'admin', 'trainer'],
    '/admin': ['super', 'admin', 'editor', 'trainer'],
    '/admin/members': ['super', 'admin'],
    '/admin/memberStatistic': ['super', 'admin'],
    '/admin/mobile/courseMembers': ['super', 'admin', 'editor', 'trainer'],
    '/admin/mobile/participantList': ['super', 'admin', 'editor', 'trainer'],
    '/admin/mobile/participants': ['super', 'admin', 'editor', 'trainer'],
    '/admin/participants': ['super', 'admin', 'editor', 'trainer'],
    '/admin/news': ['super', 'admin'],
    '/admin/operations': ['super', 'admin'],
    '/admin/user': ['super', 'admin'],
    '/profile': everyRole,
    '/profile/$part': everyRole,
    '/me': everyRole,
    // Section 2: requires sign-in.
    '/member/$memberId': everyRole,
  };
  /** Section 2: no role rule. */
  const open = `/ /login /events /feedback /news /support /myClub /id/$course /rwa/$ /gsv/$
    /admin/feedback /admin/mail /admin/versionInfo /admin/mobile/eventList /admin/sampleAccordion`.split(/\s+/);
  /** In addition to section 2 (docs/architecture.md). */
  const own: { [path: string]: Role[] | undefined } = {
    '/reset': undefined,
    '/verify': undefined,
    '/registration/$token': undefined,
    '/trials/$token': undefined,
    '/watch/$token': undefined,
    '/hallRequest': undefined,
    '/membership': undefined,
    '/hallRequest/$token': undefined,
    '/organisation/$token': undefined,
    '/books/$token': undefined,
    '/contracts/cancel': undefined,
    '/contracts/withdraw': undefined,
    '/contracts/$token': undefined,
    '/helpers/$token': undefined,
    '/unsubscribe/$token': undefined,
    '/access/$token': undefined,
    '/invitation/$token': undefined,
    '/offers': undefined,
    '/halls': undefined,
    '/holiday/$id': undefined,
    '/halls/$slug': undefined,
    '/scb/$': undefined,
    '/admin/config': ['super', 'admin'],
    '/admin/pages': ['super', 'admin'],
    '/admin/bookings/requests': ['super', 'admin'],
    '/admin/trainers': ['super', 'admin', 'editor'],
    '/admin/contracts': ['super', 'admin'],
    '/admin/holiday/$': ['super', 'admin'],
    '/admin/deleted': ['super', 'admin', 'editor', 'trainer'],
    '/admin/departments': ['super', 'admin'],
    '/admin/organisations': ['super', 'admin'],
    '/admin/money': ['super', 'admin'],
    '/admin/money/charges': ['super', 'admin'],
    '/admin/money/debits': ['super', 'admin'],
    '/admin/money/bank': ['super', 'admin'],
    '/admin/money/donations': ['super', 'admin'],
    '/admin/money/payouts': ['super', 'admin'],
    '/admin/money/expenses': ['super', 'admin', 'editor', 'trainer'],
    '/admin/money/dunning': ['super', 'admin'],
    '/admin/money/year': ['super', 'admin'],
    '/admin/money/fees': ['super', 'admin'],
    '/admin/money/mandates': ['super', 'admin'],
    '/admin/seasons/$': ['super', 'admin', 'editor', 'trainer'],
    '/admin/files': ['super', 'admin'],
    '/admin/privacy': ['super', 'admin'],
    '/admin/hours': ['super', 'admin', 'editor', 'trainer'],
  };

  test('of sections 2 and 6 exists, and there is none besides but our own', () => {
    const paths = pageNames.map((name) => pageOf(name).path).toSorted();
    expect(paths).toEqual([...Object.keys(section6), ...open, ...Object.keys(own)].toSorted());
  });

  test.each(pageNames)('%s opens for exactly the roles of the specification', (name) => {
    const page = pageOf(name);
    const expected = section6[page.path] ?? own[page.path];
    const mayEnter = visitorAndRoles.filter((role) => mayOpen(page, role));
    expect(mayEnter).toEqual(expected ? roleNames.filter((role) => expected.includes(role)) : visitorAndRoles);
  });

  test('lies in the layout of its address', () => {
    for (const { path: address, layout } of Object.values(pages)) {
      expect([address, layout]).toEqual([
        address,
        address.startsWith('/admin/mobile/') ? 'mobile' : /^\/admin\b/.test(address) ? 'admin' : 'default',
      ]);
    }
  });
});

type Procedure = { access: Permission; featureOf?: 'record' | 'host'; path: string };

function procedures(router: AnyContractRouter): Procedure[] {
  if ('~orpc' in router) {
    const { meta, route } = router['~orpc'] as { meta: Omit<Procedure, 'path'>; route: { path?: string } };
    return [{ ...meta, path: route.path ?? '' }];
  }
  return Object.values(router).flatMap((one) => procedures(one as AnyContractRouter));
}
