import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityCheck } from '#shared/content/accessibilityCheck.ts';
import type { ContentPage, ListedPage, ShownPage } from '#shared/content/contentPages.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { Revision } from '#shared/content/revisions.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const textOf = (words: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] });
const values = { body: textOf('Hallo.'), state: 'published', menuLabel: '', menuOrder: 0, parentId: null, legalKind: null };

async function make(client: Client, slug: string, more: object = {}): Promise<ContentPage> {
  const { body, status, text } = await client.post<ContentPage>('/api/pages', { ...values, slug, title: `Seite ${slug}`, ...more });
  expect(status, text).toBe(200);
  return body;
}

const asInput = ({ slug, title, body, state, menuLabel, menuOrder, parentId, legalKind, version }: ContentPage) => ({
  slug,
  title,
  body,
  state,
  menuLabel,
  menuOrder,
  parentId,
  legalKind,
  version,
});
const show = (client: Client, slug: string, club = 'RWA') =>
  client.get<ShownPage & ProblemBody>(`/api/content?club=${club}&slug=${encodeURIComponent(slug)}`);
const idOf = async (client: Client, slug: string) =>
  (await client.get<ListedPage[]>('/api/pages')).body.find((page) => page.slug === slug)?.id ?? '';

test('only the board writes, and the board of another club gets 404', async () => {
  const anton = await server.signedIn('admin');
  const page = await make(anton, 'rechte');
  const before = await server.sql('select count(*) from audit');
  expect((await server.visitor().post('/api/pages', { ...values, slug: 'x', title: 'X' })).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect((await client.send('PUT', `/api/pages/${page.id}`, asInput(page))).status).toBe(403);
    expect((await client.get('/api/pages')).status).toBe(403);
  }
  const alma = await server.signedIn('admin', 'SCB');
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', asInput(page)],
    ['DELETE', undefined],
  ] as const)
    expect((await alma.send(method, `/api/pages/${page.id}`, body)).status).toBe(404);
  expect((await alma.get('/api/pages?club=RWA')).status).toBe(404);
  const logins = await server.sql("select count(*) from audit where action like 'pages.%' and entity_id <> $1", [page.id]);
  expect([before, logins].map((rows) => rows.length)).toEqual([1, 1]);
  expect((await anton.get<ContentPage>(`/api/pages/${page.id}`)).body.version).toBe(1);
  const svea = await server.signedIn('super', 'GSV');
  expect((await svea.get<ContentPage>(`/api/pages/${page.id}`)).status).toBe(200);
});

test('a draft is visible to nobody, a published page to everybody with its menu entry', async () => {
  const anton = await server.signedIn('admin');
  const draft = await make(anton, 'entwurf', { state: 'draft', menuLabel: 'Geheim' });
  expect((await show(anton, 'entwurf')).status).toBe(404);
  expect((await server.visitor().get('/rwa/entwurf')).status).toBe(404);
  await anton.send('PUT', `/api/pages/${draft.id}`, { ...asInput(draft), state: 'published' });
  const { body } = await show(server.visitor('SCB'), 'entwurf');
  expect(body.menu).toEqual(expect.arrayContaining([{ slug: 'entwurf', label: 'Geheim', depth: 0 }]));
  expect(body.menu).toEqual(expect.arrayContaining([{ slug: 'verein/geschichte', label: 'Geschichte', depth: 1 }]));
  const page = await server.visitor().get('/rwa/entwurf');
  expect([page.status, page.text.includes('<title>Seite entwurf – Rot-Weiß Auenfeld</title>')]).toEqual([200, true]);
  expect((await server.visitor().get('/rwa/gibt-es-nicht')).status).toBe(404);
});

test('a renamed page is found at its old slug, by the browser and by the server', async () => {
  const anton = await server.signedIn('admin');
  const page = await make(anton, 'alt');
  await anton.send('PUT', `/api/pages/${page.id}`, { ...asInput(page), slug: 'neu/name' });
  expect((await show(server.visitor(), 'alt')).body.slug).toBe('neu/name');
  const { status, headers } = await server.visitor().get('/rwa/alt');
  expect([status, headers['location']]).toEqual([301, '/rwa/neu/name']);
  // A new page takes over the old slug.
  await make(anton, 'alt');
  expect((await show(server.visitor(), 'alt')).body.slug).toBe('alt');
});

test('every save keeps the previous version, and restoring one creates a new version', async () => {
  const anton = await server.signedIn('admin');
  const page = await make(anton, 'fassungen');
  await anton.send('PUT', `/api/pages/${page.id}`, { ...asInput(page), title: 'Zweite', body: textOf('Zwei.') });
  expect((await anton.post(`/api/pages/${page.id}/restore`, { revision: 1, version: 1 })).body.code).toBe('conflict');
  const restored = await anton.post<ContentPage>(`/api/pages/${page.id}/restore`, { revision: 1, version: 2 });
  expect(restored.body).toMatchObject({ version: 3, title: 'Seite fassungen', body: page.body });
  const { body } = await anton.get<Revision[]>(`/api/pages/${page.id}/revisions`);
  expect(body.map(({ version, title, by }) => [version, title, by])).toEqual([
    [3, 'Seite fassungen', 'Anton Rotmuster'],
    [2, 'Zweite', 'Anton Rotmuster'],
    [1, 'Seite fassungen', 'Anton Rotmuster'],
  ]);
  expect((await anton.get(`/api/pages/${page.id}/revisions/9`)).status).toBe(404);
});

test('every club has an accessibility statement, the default one until the club publishes its own', async () => {
  const slug = 'barrierefreiheit';
  for (const club of ['RWA', 'SCB', 'GSV'] as const) {
    const { status, body, text } = await show(server.visitor(club), slug, club);
    expect([status, body.title]).toEqual([200, 'Erklärung zur Barrierefreiheit']);
    for (const word of [
      'teilweise vereinbar',
      `Zuletzt am ${germanDate(accessibilityCheck.day)}`,
      `${accessibilityCheck.pages} Seiten`,
      'Bekannte Ausnahmen',
      '/feedback',
    ])
      expect(text).toContain(word);
    const page = await server.visitor(club).get(`/${club.toLowerCase()}/${slug}`);
    expect([page.status, page.text.includes('<title>Erklärung zur Barrierefreiheit')]).toEqual([200, true]);
  }
  const armin = await server.signedIn('admin', 'GSV');
  const own = await make(armin, slug, { legalKind: 'accessibility', title: 'Ohne Hürden', state: 'draft' });
  expect((await show(server.visitor(), slug, 'GSV')).body.title).toBe('Erklärung zur Barrierefreiheit');
  await armin.send('PUT', `/api/pages/${own.id}`, { ...asInput(own), state: 'published' });
  expect((await show(server.visitor(), slug, 'GSV')).body).toMatchObject({ title: 'Ohne Hürden', body: values.body });
  expect((await show(server.visitor(), slug)).body.title).toBe('Erklärung zur Barrierefreiheit');
  expect((await show(server.visitor(), 'barrierefrei')).status).toBe(404);
});

test('imprint and privacy notice stay published, also where content pages are off', async () => {
  const armin = await server.signedIn('admin', 'GSV');
  for (const slug of ['impressum', 'datenschutz']) {
    const { body } = await armin.get<ContentPage>(`/api/pages/${await idOf(armin, slug)}`);
    const hidden = await armin.send('PUT', `/api/pages/${body.id}`, { ...asInput(body), state: 'draft' });
    expect([hidden.status, hidden.body.fields?.[0]?.path]).toEqual([422, 'state']);
    const unmarked = await armin.send('PUT', `/api/pages/${body.id}`, { ...asInput(body), legalKind: null });
    expect([unmarked.status, unmarked.body.fields?.[0]?.path]).toEqual([422, 'legalKind']);
    expect((await armin.send('DELETE', `/api/pages/${body.id}`)).body.code).toBe('wrong-state');
    expect((await show(server.visitor(), slug, 'GSV')).status).toBe(200);
  }
  await make(armin, 'verein');
  expect((await show(server.visitor(), 'verein', 'GSV')).status).toBe(404);
  expect((await server.visitor('GSV').get('/gsv/verein')).status).toBe(404);
});

test.each<[string, object, string]>([
  ['a taken address', { slug: 'impressum' }, 'slug'],
  ['an address that climbs', { slug: '../geheim' }, 'slug'],
  ['an address in capitals', { slug: 'Verein' }, 'slug'],
  ['an empty title', { title: '  ' }, 'title'],
  ['a title that is too long', { title: 'x'.repeat(141) }, 'title'],
  ['a legal kind that is taken', { legalKind: 'imprint', slug: 'impressum' }, 'slug'],
  ['a legal page at an own address', { legalKind: 'terms', slug: 'agb' }, 'slug'],
  ['a parent that is not there', { parentId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' }, 'parentId'],
  ['a script as a link', { body: linkTo('javascript:alert(1)') }, 'body'],
  ['a node that the editor does not know', { body: { type: 'doc', content: [{ type: 'iframe' }] } }, 'body'],
])('%s is refused at its field', async (_what, more, field) => {
  const anton = await server.signedIn('admin');
  const { status, body } = await anton.post('/api/pages', { ...values, slug: 'fehler', title: 'Fehler', ...more });
  expect([status, body.fields?.[0]?.path]).toEqual([422, field]);
});

test('no page is its own descendant', async () => {
  const anton = await server.signedIn('admin');
  const above = await make(anton, 'oben');
  const below = await make(anton, 'oben/unten', { parentId: above.id });
  const { status, body } = await anton.send('PUT', `/api/pages/${above.id}`, { ...asInput(above), parentId: below.id });
  expect([status, body.fields?.[0]?.path]).toEqual([422, 'parentId']);
  expect((await anton.send('DELETE', `/api/pages/${above.id}`)).status).toBe(200);
  expect((await anton.get<ContentPage>(`/api/pages/${below.id}`)).body.parentId).toBeNull();
});

test('nodes outside the permitted list are never sent by the server', async () => {
  const anton = await server.signedIn('admin');
  await make(anton, 'verdorben');
  const stored = { type: 'doc', content: [{ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] }] };
  await server.sql("update page set body = $1 where slug = 'verdorben'", [JSON.stringify(stored)]);
  const answer = await show(server.visitor(), 'verdorben');
  expect([answer.status, answer.body.body]).toEqual([200, { type: 'doc', content: [] }]);
});

function linkTo(href: string) {
  return {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Link', marks: [{ type: 'link', attrs: { href } }] }] }],
  };
}
