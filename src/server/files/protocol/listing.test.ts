import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/kernel/roles.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorage();
});
afterAll(() => server.close());

type Page = { items: { name: string }[]; prefixes: string[]; nextPageToken?: string };

test('2,500 names in 30 folders are paged by 1,000, each once and in order', async () => {
  const folder = 'RWA/members/9/';
  await server.sql(
    `insert into storage_object (id, bucket, path, club, created_by, generation, metageneration, size_bytes, md5, content_type,
       metadata, download_tokens, segments, time_created, updated)
     select gen_random_uuid(), 'club-files', $1 || name, 'RWA', $2, 1, 1, 0, '', 'application/pdf', '{}', '{}', '[]', now(), now()
     from (select 'blatt-' || n || '.pdf' as name from generate_series(1, 2500) n
           union all select 'ordner-' || n % 30 || '/' || n from generate_series(1, 3000) n) as names`,
    [folder, await server.userId('admin')],
  );
  const token = await server.token('admin');
  const walk = async (query: string): Promise<Page[]> => {
    const pages: Page[] = [];
    for (let next: string | undefined = ''; next !== undefined; next = pages.at(-1)?.nextPageToken) {
      const more = next && `&pageToken=${encodeURIComponent(next)}`;
      const { status, json } = await server.ask('GET', `/v0/b/club-files/o?prefix=${encodeURIComponent(folder)}${query}${more}`, { token });
      expect(status).toBe(200);
      pages.push(json as unknown as Page);
    }
    return pages;
  };
  const sizeOf = ({ items, prefixes }: Page) => items.length + prefixes.length;
  const pages = await walk('&delimiter=%2F');
  expect(pages.map(sizeOf)).toEqual([1000, 1000, 530]);
  const names = pages.flatMap(({ items }) => items.map(({ name }) => name));
  expect([new Set(names).size, names]).toEqual([2500, names.toSorted()]);
  const folders = pages.flatMap(({ prefixes }) => prefixes);
  expect([folders.length, new Set(folders).size]).toEqual([30, 30]);
  // A page size above the limit is refused; without a delimiter the content of subfolders is included.
  expect((await walk('&maxResults=5000')).map(sizeOf)).toEqual([1000, 1000, 1000, 1000, 1000, 500]);
  expect((await walk('&delimiter=%2F&maxResults=999')).map(sizeOf)).toEqual([999, 999, 532]);
});

test('a listing is refused if it would show too much or is invalid', async () => {
  const list = async (role: Role, query: string) =>
    (await server.ask('GET', `/v0/b/club-files/o?${query}`, { token: await server.token(role) })).status;
  expect(await list('super', '')).toBe(200);
  expect(await list('admin', 'prefix=RWA%2F')).toBe(200);
  for (const prefix of ['', 'users%2F', 'SCB%2F', 'SCB%2Fmembers%2F'])
    expect([prefix, await list('admin', `prefix=${prefix}`)]).toEqual([prefix, 403]);
  for (const query of ['prefix=RWA', 'prefix=..%2F', 'maxResults=0', 'maxResults=x', 'prefix=RWA%2F&pageToken=Zm9v', 'delimiter=x'])
    expect([query, await list('super', query)]).toEqual([query, 400]);
});
