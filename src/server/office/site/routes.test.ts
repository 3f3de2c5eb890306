import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clubNames, clubLooks, defaultClubs, hasFeature, type ClubName } from '#shared/kernel/clubs.ts';
import { pageNames, pageOf } from '#shared/kernel/pages.ts';
import { isProblemCode } from '#shared/kernel/problems.ts';
import { permissions } from '#shared/kernel/permissions.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { emailOf, startServer, testTime, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** The JSON block that the page carries for the browser. */
function bootIn(html: string): { club: { name: string }; user: { email: string } | null; [key: string]: unknown } {
  return JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');
}

describe('a page', () => {
  test.each(clubNames)('of %s carries its theme', async (club) => {
    const { text, status } = await server.visitor(club).get('/');
    expect(status).toBe(200);
    expect(text).toContain(`<title>${defaultClubs[club].title}</title>`);
    expect(text).toContain(`content="${clubLooks[club].themeColor}"`);
    expect(text).toContain(clubLooks[club].favicon);
    expect(bootIn(text)).toMatchObject({
      club: { name: club },
      user: null,
      parameters: { showSignInErrors: false },
      version: 'v2.4',
      build: 'test',
    });
  });

  test.each<[string, ClubName]>([
    ['evil.example', 'RWA'],
    ['localhost', 'RWA'],
    ['SCB.LOCALHOST', 'SCB'],
    ['gsv.localhost:1234', 'GSV'],
    ['scb.localhost.evil.example', 'RWA'],
    ['"><script>', 'RWA'],
  ])('for the host %s has the theme of %s and nothing of the host in it', async (host, club) => {
    const { text } = await server.visitor().get('/', { host, 'x-forwarded-host': 'forwarded.example', 'x-forwarded-proto': 'https' });
    expect(bootIn(text).club.name).toBe(club);
    expect(text).not.toMatch(/evil|forwarded|"><script>/);
  });

  test('has no script in it, and styles only with a nonce that is new each time', async () => {
    const nonceOf = async () => {
      const { text, headers } = await server.visitor().get('/login');
      const policy = String(headers['content-security-policy']);
      const nonce = /style-src 'self' 'nonce-([\w+/=]+)'/.exec(policy)?.[1] ?? '';
      expect(text).toContain(nonce);
      expect(policy).toMatch(/script-src 'self';/);
      for (const [, attributes = ''] of text.matchAll(/<script([^>]*)>/g))
        expect(attributes).toMatch(/src="\/|type="application\/(ld\+)?json"/);
      return nonce;
    };
    const first = await nonceOf();
    expect(first).toHaveLength(24);
    expect(await nonceOf()).not.toBe(first);
  });

  test('knows who is signed in, and is then not cached', async () => {
    const rosa = await server.signedIn('reader');
    const answer = await rosa.get('/profile');
    expect(bootIn(answer.text).user?.email).toBe(emailOf('reader'));
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await server.visitor().get('/')).headers['cache-control']).toBe('no-cache');
  });

  test('shows a name that looks like markup as text', async () => {
    const rosa = await server.signedIn('reader', 'SCB');
    await rosa.send('PATCH', '/api/profile', { firstname: '</script><script>alert(1)</script>', lastname: '<!--boot-->$&' });
    const { text } = await rosa.get('/');
    expect(text).not.toContain('<script>alert');
    expect(bootIn(text)).toMatchObject({ user: { firstname: '</script><script>alert(1)</script>', lastname: '<!--boot-->$&' } });
  });

  test('for everybody has its text above its styles and the app; one of an account has none, nor has an unknown path', async () => {
    const pageAt = async (url: string) => (await server.visitor().get(url)).text;
    const home = await pageAt('/');
    expect(home).toContain(`<h1>${defaultClubs.RWA.displayName}</h1><p>${defaultClubs.RWA.slogan}</p>`);
    for (const { text, link } of defaultClubs.RWA.footerLinks) expect(home).toContain(`<a href="${link}">${text}</a>`);
    const order = ['<div id="words">', '<link rel="stylesheet"', '<div id="root">'].map((part) => home.indexOf(part));
    expect(order.every((at) => at > home.indexOf('<body>'))).toBe(true);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    for (const url of ['/me', '/admin', '/gibt-es-nicht', '/id/gibt-es-nicht']) {
      const page = await pageAt(url);
      expect([url, page.includes('id="words"')]).toEqual([url, false]);
      expect(page.indexOf('<link rel="stylesheet"')).toBeLessThan(page.indexOf('</head>'));
    }
  });

  test('with a token in its URL reveals that to no other site', async () => {
    for (const url of ['/reset', '/verify']) expect((await server.visitor().get(url)).headers['referrer-policy']).toBe('no-referrer');
  });

  test('leads on from an address in another letter case, with all that follows', async () => {
    const answer = await server.visitor().get('/MyClub?von=Heft');
    expect([answer.status, answer.headers.location]).toEqual([301, '/myClub?von=Heft']);
    expect((await server.visitor().get('/nothing')).status).toBe(404);
  });

  test('is the same shell for every path of a page; where there is no such record it is 404, and a missing file is no page', async () => {
    const [hall] = await server.sql<{ slug: string; name: string }>('select slug, name from facility limit 1');
    const records = new Map([
      ['/id/$course', '/id/rwa-kinderturnen-1'],
      ['/halls/$slug', `/halls/${hall?.slug}`],
      ['/holiday/$id', null],
    ]);
    for (const name of pageNames) {
      const { path } = pageOf(name);
      // secretPages.test.ts: they open what their secret opens.
      if (path.endsWith('/$token')) continue;
      const unknown = path.replace(/\$\w*/g, 'x');
      const url = records.get(path) ?? path.replace(/^(\/(?:rwa|scb|gsv))\/\$$/, '$1/impressum').replace(/\$\w*/g, 'x');
      if (records.has(path)) expect([unknown, (await server.visitor().get(unknown)).status]).toEqual([unknown, 404]);
      if (records.get(path) !== null) expect([url, (await server.visitor().get(url)).status]).toEqual([url, 200]);
    }
    expect((await server.visitor().get(`/halls/${hall?.slug}`)).text).toContain(`<title>${hall?.name} – `);
    const chunk = await server.visitor().get('/assets/old-chunk.js');
    expect([chunk.status, chunk.body.code]).toEqual([404, 'not-found']);
    for (const url of [
      '/api',
      '/api/none',
      '/feeds/x/y/z',
      `/feeds/helpers/${'x'.repeat(600)}`,
      '/icons/a/b',
      '/live/x',
      '/media/x',
      '/payload/a/b',
    ]) {
      const answer = await server.visitor().get(url);
      expect([url, answer.status, answer.body.code]).toEqual([url, 404, 'not-found']);
    }
  });
});

describe('a payload file', () => {
  test.each(clubNames)('exists for every page of %s except those whose flag is off', async (club) => {
    for (const name of pageNames) {
      const { title, feature } = pageOf(name);
      const answer = await server.visitor(club).get(`/payload/${name}.json`);
      if (feature && !hasFeature(defaultClubs[club], feature))
        expect([name, answer.status, answer.body.code]).toEqual([name, 404, 'not-found']);
      else expect([name, answer.status, answer.body]).toEqual([name, 200, { page: name, title, club, data: expect.any(Object) }]);
    }
  });

  test('exists once a super switches the flag on', async () => {
    expect((await server.visitor('GSV').get('/payload/news.json')).status).toBe(404);
    const svea = await server.signedIn('super');
    const { name: _name, ...gsv } = defaultClubs.GSV;
    await svea.send('PUT', '/api/clubs/GSV', { ...gsv, hasNews: true, version: 1 });
    expect((await server.visitor('GSV').get('/payload/news.json')).status).toBe(200);
  });

  test.each(['/payload/nothing.json', '/payload/home', '/payload/constructor.json', '/payload/..%2f..%2fpackage.json', '/payload/.json'])(
    'does not exist for %s',
    async (url) => expect((await server.visitor().get(url)).status).toBe(404),
  );
});

describe('icons', () => {
  test('are returned by name, and unknown names are left out', async () => {
    const answer = await server.visitor().get<{ prefix: string; icons: object }>('/icons/tabler.json?icons=home,no-such-icon,user');
    expect(answer.body).toMatchObject({ prefix: 'tabler', icons: { home: { body: expect.stringContaining('<path') } } });
    expect(Object.keys(answer.body.icons)).toEqual(['home', 'user']);
    expect(answer.headers['cache-control']).toContain('max-age');
  });

  test.each(['', '?icons=', '?icons=home&icons=user', '?icons=constructor,__proto__', `?icons=${'home,'.repeat(500)}`])(
    'of the invalid list %.40s break nothing',
    async (query) => {
      expect((await server.visitor().get(`/icons/tabler.json${query}`)).status).toBe(200);
    },
  );

  test.each(['nothing', 'constructor', '__proto__', '..%2f..%2fpackage'])(
    'of the unknown collection %s do not exist',
    async (collection) => {
      expect((await server.visitor().get(`/icons/${collection}.json?icons=home`)).status).toBe(404);
    },
  );
});

test('the build and the health are public', async () => {
  expect((await server.visitor().get('/build.json')).body).toEqual({ build: 'test' });
  expect((await server.visitor().get('/health')).body).toEqual({ ok: true, version: expect.stringMatching(/^2\.4\.\d+$/) });
});

describe('the OpenAPI document', () => {
  type Content = { content?: { [type: string]: { schema?: { properties?: { code?: { enum: string[] } } }; example?: unknown } } };
  type Operation = { summary?: string; 'x-permission'?: string; requestBody?: Content; responses: { [status: string]: Content } };
  type Document = {
    openapi: string;
    info: { title: string; version: string };
    paths: { [path: string]: { servers?: unknown; [method: string]: unknown } };
  };

  const operations = async (): Promise<[string, Operation][]> => {
    const { paths } = (await server.visitor().get<Document>('/api/openapi.json')).body;
    const ofSession = Object.entries(paths).filter(([path]) => !path.startsWith('/v0/'));
    return ofSession.flatMap(([path, { servers: _servers, ...methods }]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation as Operation]),
    );
  };

  test('is one of version 3.1', async () => {
    const { body } = await server.visitor().get<Document>('/api/openapi.json');
    expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { title: 'Vereinsportal', version: 'v2.4' } });
    expect(Object.keys(body.paths).length).toBeGreaterThan(35);
  });

  test('describes for every operation its purpose, its permission, its response and its errors', async () => {
    for (const [name, { summary, responses, ...operation }] of await operations()) {
      expect.soft([name, summary]).toEqual([name, expect.stringMatching(/\S{3}/)]);
      expect.soft([name, Object.hasOwn(permissions, operation['x-permission'] ?? '')]).toEqual([name, true]);
      const statuses = Object.keys(responses).map(Number);
      expect.soft([name, statuses.some((status) => status < 300)]).toEqual([name, true]);
      const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      expect.soft([name, refusals.length > 0]).toEqual([name, true]);
      for (const [status, { content }] of refusals) {
        expect.soft([name, status, Object.keys(content ?? {})]).toEqual([name, status, ['application/problem+json']]);
        const codes = content?.['application/problem+json']?.schema?.properties?.code?.enum ?? [];
        expect.soft([name, status, codes.length > 0 && codes.every(isProblemCode)]).toEqual([name, status, true]);
      }
    }
  });

  test('has an example for every operation with a body', async () => {
    const without = (await operations()).filter(
      ([, { requestBody }]) => requestBody && !requestBody.content?.['application/json']?.example,
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });

  test('has examples whose format the server accepts', async () => {
    setClock(testTime);
    const svea = await server.signedIn('super');
    const refused: string[] = [];
    for (const [name, { requestBody }] of await operations()) {
      const example = requestBody?.content?.['application/json']?.example;
      if (example === undefined) continue;
      const [method = '', path = ''] = name.split(' ');
      const url = path
        .replaceAll(/\{\w*[iI]d\}/g, '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11')
        .replace('{token}', 'x'.repeat(43))
        .replace('{name}/club', 'lsb.RWA.clubNumber/club')
        .replace('{part}', 'bank')
        .replace('{level}', '1')
        .replace('{account}', 'bank')
        .replace('{kind}/{year}', 'trainer/2026')
        .replace('{year}', '2026')
        .replace('{name}', path.includes('clubs') ? 'SCB' : 'showSignInErrors');
      const { body } = await svea.send(method.toUpperCase(), `/api${url}`, example);
      if (body?.code === 'invalid-input') refused.push(`${name}: ${JSON.stringify(body.fields)}`);
    }
    setClock();
    expect(refused).toEqual([]);
  });

  test('describes the storage with its authentication, errors and examples', async () => {
    const { paths } = (await server.visitor().get<Document>('/api/openapi.json')).body;
    const described = Object.entries(paths).filter(([path]) => path.startsWith('/v0/'));
    const methods = described.flatMap(([path, { servers: _servers, ...all }]) => Object.keys(all).map((method) => `${method} ${path}`));
    expect(methods.sort()).toEqual([
      'delete /v0/b/{bucket}/o/{path}',
      'get /v0/b/{bucket}/o',
      'get /v0/b/{bucket}/o/{path}',
      'patch /v0/b/{bucket}/o/{path}',
      'post /v0/b/{bucket}/o',
      'post /v0/b/{bucket}/o/{path}',
      'put /v0/b/{bucket}/o',
    ]);
    for (const [path, { servers: _servers, ...all }] of described) {
      for (const operation of Object.values(all) as (Operation & { security: unknown })[]) {
        expect.soft([path, Object.hasOwn(permissions, operation['x-permission'] ?? '')]).toEqual([path, true]);
        expect.soft(operation.security).toEqual([{ storageToken: [] }]);
        expect.soft(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403', '503']));
        for (const { example } of Object.values(operation.requestBody?.content ?? {})) expect.soft(example).toBeDefined();
      }
    }
  });

  test('has a readable page without scripts', async () => {
    const { text, headers } = await server.visitor().get('/api/docs');
    expect(headers['content-type']).toContain('text/html');
    expect(text).not.toContain('<script');
    for (const word of ['/users/{id}/role', 'users.setRole', 'Rolle ändern', 'last-super']) expect(text).toContain(word);
  });
});
