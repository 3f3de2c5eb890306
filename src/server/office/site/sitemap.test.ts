import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clubLooks, clubNames, defaultClubs, type ClubName } from '#shared/kernel/clubs.ts';
import { projectRoot } from '#server/platform/process/root.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const addressesOf = async (club: ClubName) =>
  [...(await server.visitor(club).get('/sitemap.xml')).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address));

test('the sitemap of a club lists its own public pages and offers, each of which opens; robots.txt refers to it', async () => {
  const [hidden, open] = await server.sql<{ slug: string }>(
    "select slug from course where club = 'RWA' and visibility = 'public' and status = 'published' order by slug limit 2",
  );
  await server.sql("update course set visibility = 'internal' where slug = $1", [hidden?.slug]);
  const found = await addressesOf('RWA');
  const paths = found.map(({ pathname }) => pathname);
  expect(paths).toEqual(expect.arrayContaining(['/', '/offers', '/rwa/impressum', `/id/${open?.slug}`]));
  expect(paths).not.toContain(`/id/${hidden?.slug}`);
  expect(paths.filter((one) => /^\/(admin|profile|me|scb|gsv)\b/.test(one))).toEqual([]);
  for (const { pathname, search } of found)
    expect([pathname, (await server.visitor().get(pathname + search)).status]).toEqual([pathname, 200]);
  expect((await server.visitor().get('/robots.txt')).text).toMatch(/Disallow: \/admin\n[\s\S]*Sitemap: http\S+\/sitemap\.xml\n/);
});

test("another club's site lists only that club's offers", async () => {
  const slugs = await server.sql<{ slug: string }>("select slug from course where club <> 'SCB'");
  const others = new Set(slugs.map(({ slug }) => `/id/${slug}`));
  const paths = (await addressesOf('SCB')).map(({ pathname }) => pathname);
  expect(paths.filter((one) => others.has(one))).toEqual([]);
  expect(paths).not.toContain('/news');
});

type Manifest = {
  name: string;
  theme_color: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose?: string }[];
  shortcuts: { url: string }[];
};

test.each(clubNames)(
  'the manifest of %s has its own name and crest in the sizes that phones require, each of which exists',
  async (club) => {
    const { body, headers } = await server.visitor(club).get<Manifest>('/manifest.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
    expect(body).toMatchObject({ name: defaultClubs[club].displayName, theme_color: clubLooks[club].themeColor, start_url: '/start' });
    expect(body.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual(
      expect.arrayContaining([
        ['192x192', undefined],
        ['512x512', undefined],
        ['512x512', 'maskable'],
      ]),
    );
    for (const { src } of body.icons) expect([src, fs.existsSync(path.join(projectRoot, 'public', src))]).toEqual([src, true]);
    expect(body.shortcuts.map(({ url }) => url)).toEqual(['/me', '/offers']);
    const old = await server.visitor(club).get('/favicon.ico');
    expect([old.status, old.headers.location]).toEqual([302, `/clubs/${club.toLowerCase()}-touch.png`]);
    const page = await server.visitor(club).get('/');
    expect(page.text).toMatch(new RegExp(`property="og:image" content="http[^"]*/clubs/${club.toLowerCase()}-512\\.png"`));
  },
);

test('the shortcuts of the app are the daily tasks', async () => {
  const beginning = async (role?: 'reader' | 'trainer' | 'admin') =>
    (await (role ? await server.signedIn(role) : server.visitor()).get('/start')).headers.location;
  expect([await beginning(), await beginning('reader'), await beginning('trainer'), await beginning('admin')]).toEqual([
    '/',
    '/me',
    '/admin/mobile/participantList',
    '/admin',
  ]);
});
