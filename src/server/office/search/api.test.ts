import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayOpen, pageNames, pageOf } from '#shared/kernel/pages.ts';
import { roleNames } from '#shared/kernel/roles.ts';
import type { Found } from '#shared/office/search.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const text = (words: string) =>
    JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] });
  await server.sql(
    `insert into news (club, slug, title, body, author, state, publish_at, updated_at) values
      ('RWA', 'uebungsabend', 'Übungsabend mit Zürcher Gästen', $1, 'Anton', 'published', now() - interval '1 hour', now()),
      ('RWA', 'entwurf', 'Zaubertrommel in Arbeit', $1, 'Anton', 'draft', null, now()),
      ('RWA', 'spaeter', 'Zaubertrommel kommt noch', $1, 'Anton', 'published', now() + interval '1 day', now())`,
    [text('Wir trommeln zusammen auf großen Schränken.')],
  );
  await server.sql(
    `insert into event (id, club, title, kind, starts_at, ends_at, description, is_members_only, state) values
      (gen_random_uuid(), 'RWA', 'Quittenfest', 'festival', now() + interval '1 day', now() + interval '2 days', '', false, 'published'),
      (gen_random_uuid(), 'RWA', 'Quittenabend der Mitglieder', 'festival', now() + interval '1 day', now() + interval '2 days', '', true, 'published'),
      (gen_random_uuid(), 'SCB', 'Quittenlauf', 'match', now() + interval '1 day', now() + interval '2 days', '', false, 'published'),
      (gen_random_uuid(), 'RWA', 'Quittenplan', 'other', now() + interval '1 day', now() + interval '2 days', '', false, 'draft'),
      (gen_random_uuid(), 'RWA', 'Quitten von gestern', 'other', now() - interval '3 days', now() - interval '2 days', '', false, 'published')`,
  );
});
afterAll(() => server.close());

async function find(client: Client, text: string): Promise<Found[]> {
  const { status, body } = await client.get<Found[]>(`/api/search?text=${encodeURIComponent(text)}`);
  expect(status).toBe(200);
  return body;
}

const titles = (found: Found[]) => found.map(({ title }) => title);

test('words are found by their stem, their beginning, a part of a title, and in both spellings of an umlaut', async () => {
  const visitor = server.visitor();
  const article = 'Übungsabend mit Zürcher Gästen';
  for (const text of ['übungsabend', 'uebungsabend', 'ubungsabend', 'Übungsab', 'zuercher gast', 'abend zürcher', 'Schrank', 'trommel'])
    expect(titles(await find(visitor, text)), text).toContain(article);
  expect(titles(await find(visitor, 'Übungsabend Quitte'))).not.toContain(article);
});

test('a title match comes before a text that mentions the word', async () => {
  await server.sql(`insert into event (id, club, title, kind, starts_at, ends_at, description, state)
    values (gen_random_uuid(), 'RWA', 'Offenes Singen', 'other', now() + interval '1 day', now() + interval '2 days', 'Dazu ein Ingwertee.', 'published'),
      (gen_random_uuid(), 'RWA', 'Ingwertee für alle', 'other', now() + interval '3 days', now() + interval '4 days', '', 'published')`);
  expect(titles(await find(server.visitor(), 'Ingwertee'))).toEqual(['Ingwertee für alle', 'Offenes Singen']);
});

test('everybody finds what they may see and no more', async () => {
  const found = async (client: Client) => titles(await find(client, 'Quitten')).toSorted();
  expect(await found(server.visitor())).toEqual(['Quittenfest']);
  expect(await found(server.visitor('SCB'))).toEqual(['Quittenlauf']);
  expect(await found(server.visitor('GSV'))).toEqual(['Quittenfest', 'Quittenlauf']);
  for (const role of ['reader', 'trainer'] as const)
    expect(await found(await server.signedIn(role))).toEqual(['Quittenabend der Mitglieder', 'Quittenfest']);
  expect(await found(await server.signedIn('editor'))).toEqual(['Quittenabend der Mitglieder', 'Quittenfest', 'Quittenplan']);
  expect(titles(await find(await server.signedIn('admin'), 'Zaubertrommel'))).toEqual([]);
});

test('each of six roles finds only records whose page it may open, and a guest none of the administration', async () => {
  const pages = pageNames.map(pageOf);
  const pageAt = (link: string) => {
    const parts = link.replace(/[?#].*/, '').split('/');
    return pages.find(({ path }) => {
      const own = path.split('/');
      const isWhole = own.length === parts.length || own.at(-1) === '$';
      return isWhole && own.every((part, at) => part.startsWith('$') || part === parts[at]);
    });
  };
  const words = ['Turnen', 'Muster', 'Halle', 'Sommer', 'Yoga', 'Impressum'];
  for (const role of [undefined, ...roleNames]) {
    const client = role ? await server.signedIn(role) : server.visitor();
    const links = (await Promise.all(words.map((word) => find(client, word)))).flat().map(({ link }) => link);
    expect(links.length, role).toBeGreaterThan(3);
    const closed = links.filter((link) => {
      const page = pageAt(link);
      return !page || !mayOpen(page, role);
    });
    expect(closed, role ?? 'guest').toEqual([]);
    if (!role) expect(links.filter((link) => link.startsWith('/admin') || link.startsWith('/member'))).toEqual([]);
  }
});

test('an offer is found by its number, however it is written', async () => {
  const [course] = await server.sql<{ number: string; title: string }>(
    "select number, title from course where club = 'RWA' and status = 'published' and visibility = 'public' and (ends_on is null or ends_on >= current_date) order by number limit 1",
  );
  const { number, title } = course ?? { number: '', title: '' };
  expect(titles(await find(server.visitor(), number))).toEqual([title]);
  expect(titles(await find(server.visitor(), number.toLowerCase()))).toEqual([title]);
});

test('people are found by the board of their club only', async () => {
  const [one] = await server.sql<{ lastname: string }>(
    `select p.lastname from member m join person p on p.id = m.person_id where m.club = 'RWA' and m.left_on is null
     and not exists (select 1 from person q join person_access a on a.person_id = q.id where q.lastname = p.lastname) order by p.lastname limit 1`,
  );
  const text = one?.lastname ?? '';
  const people = async (client: Client) => (await find(client, text)).filter(({ kind }) => kind === 'person');
  expect((await people(await server.signedIn('admin'))).length).toBeGreaterThan(0);
  expect(await people(server.visitor())).toEqual([]);
  for (const role of ['reader', 'trainer', 'editor'] as const) expect(await people(await server.signedIn(role))).toEqual([]);
  const ofScb = await people(await server.signedIn('admin', 'SCB'));
  const ids = await server.sql<{ id: string }>("select id from member where club = 'RWA'");
  expect(ofScb.filter((person) => ids.some(({ id }) => id === person.id))).toEqual([]);
});

test('a changed title is found at once, a deleted record no longer', async () => {
  await server.sql("update event set title = 'Kürbisfest' where title = 'Quittenfest'");
  expect(titles(await find(server.visitor(), 'kürbis'))).toEqual(['Kürbisfest']);
  expect(titles(await find(server.visitor(), 'Quittenfest'))).toEqual([]);
  await server.sql("delete from event where title = 'Kürbisfest'");
  expect(titles(await find(server.visitor(), 'kürbis'))).toEqual([]);
  expect(
    await server.sql('select 1 from search_entry e where kind = $1 and not exists (select 1 from event where id = record_id)', ['event']),
  ).toEqual([]);
});

test.each(["') | 'a", ':*', '%_\\', 'der die das', '<->', "x' & !y", '🎉🎉'])(
  'characters of a query language are plain text: %s',
  async (text) => {
    await find(server.visitor(), text);
  },
);

test('one letter and an overlong text are refused', async () => {
  for (const text of ['a', ' ', 'x'.repeat(101)])
    expect((await server.visitor().get(`/api/search?text=${encodeURIComponent(text)}`)).status).toBe(400);
});
