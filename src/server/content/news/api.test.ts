import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultClubs, type ClubName } from '#shared/kernel/clubs.ts';
import type { Article, EditedNews, ListedNews, NewsTeaser } from '#shared/content/news.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { inPages } from '#test/inPages.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { readFeature } from '#server/club/clubs/service.ts';
import { workIn } from '#server/platform/http/context.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type List = { rows: NewsTeaser[]; next: string | null };

const textOf = (words: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] });
const fields = { teaser: 'Kurz.', body: textOf('Lang.'), image: '', imageAlt: '', state: 'published', publishAt: null, expiresAt: null };
const flags = { isPinned: false, isShared: false };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function make(client: Client, slug: string, more: object = {}): Promise<EditedNews> {
  const { body, status, text } = await client.post<EditedNews>('/api/newsroom', {
    ...fields,
    ...flags,
    slug,
    title: `Titel ${slug}`,
    ...more,
  });
  expect(status, text).toBe(200);
  return body;
}

function asInput(news: EditedNews): object {
  const { id: _id, club: _club, author: _author, approvedAt: _approvedAt, updatedAt: _updatedAt, ...rest } = news;
  return rest;
}

const slugs = async (client: Client) => (await client.get<List>('/api/news?limit=200')).body.rows.map(({ slug }) => slug);
const readArticle = (client: Client, slug: string, club: ClubName = 'RWA') =>
  client.get<Article & ProblemBody>(`/api/news/${club}/${slug}`);

async function switchNews(club: ClubName, hasNews: boolean): Promise<void> {
  const svea = await server.signedIn('super');
  const { name: _name, ...entry } = defaultClubs[club];
  const [row] = await server.sql<{ version: number }>('select version from club where name = $1', [club]);
  expect((await svea.send('PUT', `/api/clubs/${club}`, { ...entry, hasNews, version: row?.version })).status).toBe(200);
}

test('a request aborted while waiting is not started', async () => {
  const { write } = workIn(server.database, readFeature, undefined, 'RWA', undefined, { startedAt: 0, isGivenUp: true });
  let isBegun = false;
  const work = async () => void (isBegun = true);
  await expect(write(work)).rejects.toMatchObject({ code: 'unavailable' });
  expect(isBegun).toBe(false);
});

test('concurrent requests use one connection each, and all read whether the feature is on', async () => {
  const { database } = server;
  const { write, isOn } = workIn(database, readFeature, undefined, 'RWA', undefined, { startedAt: 0, isGivenUp: false });
  const everybodyHere = Promise.withResolvers<void>();
  const count = database.pool.options.max;
  let here = 0;
  const answers = Array.from({ length: count }, () =>
    write(async () => {
      if (++here === count) everybodyHere.resolve();
      await everybodyHere.promise;
      return isOn('RWA', 'news');
    }),
  );
  expect(new Set(await Promise.all(answers))).toEqual(new Set([true]));
});

test('only the board writes news, and with the feature off there are none', async () => {
  const anton = await server.signedIn('admin');
  const news = await make(anton, 'rechte');
  expect((await server.visitor().post('/api/newsroom', { ...fields, ...flags, slug: 'x', title: 'X' })).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect((await client.send('PUT', `/api/newsroom/${news.id}`, asInput(news))).status).toBe(403);
    expect((await client.get('/api/newsroom')).status).toBe(403);
  }
  const alma = await server.signedIn('admin', 'SCB');
  for (const url of ['/api/news', '/api/newsroom', `/api/newsroom/${news.id}`, '/news.atom', '/news'])
    expect([url, (await alma.get(url)).status]).toEqual([url, 404]);
  expect((await alma.post('/api/newsroom', { ...fields, ...flags, slug: 'x', title: 'X' })).status).toBe(404);
  expect((await anton.get<EditedNews>(`/api/newsroom/${news.id}`)).body.version).toBe(1);
});

test('the visibility of an article depends on its dates alone', async () => {
  const anton = await server.signedIn('admin');
  const planned = await make(anton, 'geplant', { publishAt: inHours(2) });
  const brief = await make(anton, 'kurz', { expiresAt: inHours(1) });
  await make(anton, 'entwurf', { state: 'draft' });
  await make(anton, 'archiviert', { state: 'archived' });
  const visitor = server.visitor();
  const shown = async () => (await slugs(visitor)).filter((slug) => ['geplant', 'kurz', 'entwurf', 'archiviert'].includes(slug));
  expect(await shown()).toEqual(['kurz']);
  expect((await readArticle(visitor, 'geplant')).status).toBe(404);
  expect((await visitor.get('/news?beitrag=geplant')).status).toBe(404);
  // Only the clock advances; no job runs and nothing is written.
  await server.sql("update news set publish_at = now() - interval '1 minute' where id = $1", [planned.id]);
  await server.sql("update news set publish_at = now() - interval '2 hours', expires_at = now() - interval '1 hour' where id = $1", [
    brief.id,
  ]);
  expect(await shown()).toEqual(['geplant']);
  expect((await readArticle(visitor, 'kurz')).status).toBe(404);
});

test('pinned articles come first, then the newest, and pages do not overlap', async () => {
  const anton = await server.signedIn('admin');
  for (let index = 0; index < 5; index++) await make(anton, `folge-${index}`, { isPinned: index === 2 });
  const visitor = server.visitor();
  const all = await slugs(visitor);
  expect(all.indexOf('folge-2')).toBeLessThan(2);
  expect(all.indexOf('folge-4')).toBeLessThan(all.indexOf('folge-3'));
  const paged: string[] = [];
  let cursor = '';
  for (let page = 0; page < 20 && cursor !== 'end'; page++) {
    const { body } = await visitor.get<List>(`/api/news?limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...body.rows.map(({ slug }) => slug));
    cursor = body.next ?? 'end';
  }
  expect(paged).toEqual(all);
  expect((await visitor.get('/api/news?cursor=WzEsMl0')).body.code).toBe('invalid-argument');
  const payload = await visitor.get<{ data: List }>('/payload/news.json');
  expect(payload.body.data.rows.map(({ slug }) => slug)).toEqual(all.slice(0, 12));
  const home = await visitor.get<{ data: { news: NewsTeaser[] } }>('/payload/home.json');
  expect(home.body.data.news.map(({ slug }) => slug)).toEqual(all.slice(0, 3));
});

test('the HTML head of an article and the feed contain its title, escaped', async () => {
  const anton = await server.signedIn('admin');
  await make(anton, 'sonderzeichen', { title: 'A & "B" </title><script>', teaser: '<b>fett</b>', body: textOf('Text]]></content>\u0001') });
  const { text, status } = await server.visitor().get('/news?beitrag=sonderzeichen');
  expect(status).toBe(200);
  expect(text).toContain('<meta property="og:title" content="A &amp; &quot;B&quot; &lt;/title&gt;&lt;script&gt;">');
  expect(text).toContain('<meta property="og:description" content="&lt;b&gt;fett&lt;/b&gt;">');
  expect(text).toContain('<meta property="og:type" content="article">');
  expect(text).toContain('type="application/atom+xml"');
  expect(text).toContain('"headline":"A & \\"B\\" \\u003c/title>\\u003cscript>"');
  const feed = await server.visitor().get('/news.atom');
  expect([feed.status, feed.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(feed.text).toContain('<title>A &amp; &quot;B&quot; &lt;/title&gt;&lt;script&gt;</title>');
  expect(feed.text).toContain('Text]]&amp;gt;&amp;lt;/content&amp;gt;');
  for (const bad of ['<script', '\u0001']) expect(feed.text).not.toContain(bad);
});

test('the association shows shared articles once its own board approved them, and withdraws the approval when the text changes', async () => {
  await switchNews('GSV', true);
  const anton = await server.signedIn('admin');
  const armin = await server.signedIn('admin', 'GSV');
  const shared = await make(anton, 'geteilt', { isShared: true });
  const own = await make(anton, 'nicht-geteilt');
  const visitor = server.visitor('GSV');
  expect(await slugs(visitor)).toEqual([]);
  expect((await armin.get<{ rows: ListedNews[] }>('/api/newsroom?shared=true')).body.rows.map(({ slug }) => slug)).toContain('geteilt');
  expect((await anton.send('PUT', `/api/newsroom/${shared.id}/approval`, { isApproved: true })).status).toBe(404);
  expect((await armin.send('PUT', `/api/newsroom/${own.id}/approval`, { isApproved: true })).status).toBe(404);
  expect((await armin.send('PUT', `/api/newsroom/${shared.id}`, asInput(shared))).status).toBe(404);
  expect((await armin.send('PUT', `/api/newsroom/${shared.id}/approval`, { isApproved: true })).status).toBe(200);
  expect(await slugs(visitor)).toEqual(['geteilt']);
  expect((await visitor.get('/news?beitrag=geteilt&verein=RWA')).text).toContain('Titel geteilt');
  const pinned = await anton.send<EditedNews>('PUT', `/api/newsroom/${shared.id}`, { ...asInput(shared), isPinned: true });
  expect([pinned.status, await slugs(visitor)]).toEqual([200, ['geteilt']]);
  await anton.send('PUT', `/api/newsroom/${shared.id}`, { ...asInput(pinned.body), body: textOf('Ganz anders.') });
  expect(await slugs(visitor)).toEqual([]);
  await switchNews('GSV', false);
});

test('every save keeps the previous version, which can be restored', async () => {
  const anton = await server.signedIn('admin');
  const news = await make(anton, 'fassungen');
  await anton.send('PUT', `/api/newsroom/${news.id}`, { ...asInput(news), title: 'Neu', body: textOf('Neu.') });
  expect((await anton.send('PUT', `/api/newsroom/${news.id}`, asInput(news))).body.code).toBe('conflict');
  const { body } = await anton.post<EditedNews>(`/api/newsroom/${news.id}/restore`, { revision: 1, version: 2 });
  expect(body).toMatchObject({ version: 3, title: 'Titel fassungen', body: news.body });
  expect((await anton.get<object[]>(`/api/newsroom/${news.id}/revisions`)).body).toHaveLength(3);
  expect((await anton.send('DELETE', `/api/newsroom/${news.id}`)).status).toBe(200);
  expect((await readArticle(server.visitor(), 'fassungen')).status).toBe(404);
});

test.each<[string, object, string]>([
  ['a taken address', { slug: 'schnupperwoche-im-januar' }, 'slug'],
  ['an address with a slash', { slug: 'a/b' }, 'slug'],
  ['an empty title', { title: '' }, 'title'],
  ['a teaser that is too long', { teaser: 'x'.repeat(301) }, 'teaser'],
  ['a picture without its text', { image: 'RWA/public/news/x' }, 'imageAlt'],
  ['a beginning that is over', { publishAt: inHours(-1) }, 'publishAt'],
  ['an end that is over', { expiresAt: inHours(-1) }, 'expiresAt'],
  ['an end before the beginning', { publishAt: inHours(2), expiresAt: inHours(1) }, 'expiresAt'],
  ['a department of nobody', { departmentId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' }, 'departmentId'],
  ['a data link', { body: linkTo('data:text/html,x') }, 'body'],
])('%s is refused at its field', async (_what, more, field) => {
  const anton = await server.signedIn('admin');
  const { status, body } = await anton.post('/api/newsroom', { ...fields, ...flags, slug: 'fehler', title: 'Fehler', ...more });
  expect([status, body.fields?.[0]?.path]).toEqual([422, field]);
});

test('the board pages through all articles, last changed first, none twice and none missing', async () => {
  const anton = await server.signedIn('admin');
  expect(await inPages<{ id: string }>(anton, '/api/newsroom')).toEqual(
    (await server.sql<{ id: string }>(`select id from news where club = 'RWA' order by updated_at desc, id desc`)).map(({ id }) => id),
  );
});

function linkTo(href: string) {
  return {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Link', marks: [{ type: 'link', attrs: { href } }] }] }],
  };
}
