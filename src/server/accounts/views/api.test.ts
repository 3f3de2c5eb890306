import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewsAtMost, type SavedView } from '#shared/accounts/views.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Refusal = { fields: { path: string; message: string }[] };

const left = { page: 'members', name: 'Ausgetreten', query: 'phase=left&kind=active' };

test('an account saves filters under a name, and nobody else sees, renames or deletes them', async () => {
  expect((await server.visitor('RWA').get('/api/me/views?page=members')).status).toBe(401);
  const [anton, till] = [await server.signedIn('admin'), await server.signedIn('trainer')];
  const made = await anton.post<SavedView>('/api/me/views', left);
  expect(made).toMatchObject({ status: 200, body: { name: 'Ausgetreten', query: 'kind=active&phase=left', columns: null } });
  expect((await anton.get('/api/me/views?page=members')).body).toEqual([made.body]);
  expect((await anton.get('/api/me/views?page=charges')).body).toEqual([]);

  const address = `/api/me/views/${made.body.id}`;
  expect((await till.get('/api/me/views?page=members')).body).toEqual([]);
  expect((await till.send('PATCH', address, { name: 'Meine' })).status).toBe(404);
  expect((await till.send('DELETE', address)).status).toBe(404);
  expect((await anton.send('PATCH', address, { name: 'Weg' })).body).toMatchObject({ name: 'Weg' });
  expect((await anton.send('DELETE', address)).status).toBe(200);
  expect((await anton.get('/api/me/views?page=members')).body).toEqual([]);
});

test('a name is unique on a page, regardless of spelling; in another club or on another page it is free', async () => {
  const [anton, svea] = [await server.signedIn('admin'), await server.signedIn('admin', 'SCB')];
  const [first, second] = await Promise.all([
    anton.post<SavedView & Refusal>('/api/me/views', { ...left, page: 'charges', name: 'Offen' }),
    anton.post<SavedView & Refusal>('/api/me/views', { ...left, page: 'charges', name: 'OFFEN' }),
  ]);
  const refused = first.status === 200 ? second : first;
  expect([first.status, second.status].toSorted()).toEqual([200, 422]);
  expect(refused.body.fields).toEqual([{ path: 'name', message: 'So heißt schon eine Ansicht dieser Seite.' }]);
  expect((await anton.post('/api/me/views', { ...left, page: 'bookings', name: 'Offen' })).status).toBe(200);
  expect((await svea.post('/api/me/views', { ...left, page: 'charges', name: 'Offen' })).status).toBe(200);

  const other = await anton.post<SavedView>('/api/me/views', { ...left, page: 'charges', name: 'Bezahlt' });
  const renamed = await anton.send<Refusal>('PATCH', `/api/me/views/${other.body.id}`, { name: 'offen' });
  expect(renamed).toMatchObject({ status: 422, body: { fields: [{ path: 'name' }] } });
});

test('a view stores neither search texts nor a day, and is limited in size', async () => {
  const anton = await server.signedIn('admin');
  const kept = await anton.post<SavedView>('/api/me/views', {
    ...left,
    name: 'Suche',
    query: 'search=M%C3%BCller&day=2026-11-23&phase=left',
  });
  expect(kept.body.query).toBe('phase=left');
  for (const query of [`kind=${'ü'.repeat(400)}`, 'x'.repeat(1001)])
    expect((await anton.post<Refusal>('/api/me/views', { ...left, name: 'Lang', query })).body.fields).toMatchObject([{ path: 'query' }]);
  expect((await anton.post<Refusal>('/api/me/views', { ...left, name: ' ' })).body.fields).toMatchObject([{ path: 'name' }]);
  const editor = await server.signedIn('editor');
  for (let i = 0; i < viewsAtMost; i++)
    expect((await editor.post('/api/me/views', { ...left, page: 'bookings', name: `Halle ${i}` })).status).toBe(200);
  const full = await editor.post<Refusal>('/api/me/views', { ...left, page: 'bookings', name: 'Eine zu viel' });
  expect(full).toMatchObject({ status: 422, body: { fields: [{ path: 'name' }] } });
});

test('shared views are visible to the staff of the club, and changed by the board only', async () => {
  const [anton, edda, svea] = [await server.signedIn('admin'), await server.signedIn('editor'), await server.signedIn('admin', 'SCB')];
  const wanted = { page: 'courses', name: 'Halbjahr', query: 'status=draft', columns: ['title', 'number'], isShared: true };
  expect((await edda.post('/api/me/views', wanted)).status).toBe(403);
  const made = await anton.post<SavedView>('/api/me/views', wanted);
  expect(made).toMatchObject({ status: 200, body: { name: 'Halbjahr', columns: ['title', 'number'], isShared: true } });
  expect((await anton.post<Refusal>('/api/me/views', { ...wanted, name: 'HALBJAHR' })).body.fields).toMatchObject([{ path: 'name' }]);
  // A club view with the same name does not block a personal one.
  expect((await edda.post('/api/me/views', { ...wanted, isShared: false })).status).toBe(200);

  expect((await edda.get<SavedView[]>('/api/me/views?page=courses')).body).toMatchObject([{ isShared: false }, made.body]);
  expect((await svea.get('/api/me/views?page=courses')).body).toEqual([]);
  const address = `/api/me/views/${made.body.id}`;
  expect((await edda.send('PATCH', address, { name: 'Meins' })).status).toBe(403);
  expect((await edda.send('DELETE', address)).status).toBe(403);
  expect((await svea.send('DELETE', address)).status).toBe(404);
  expect((await anton.send('PATCH', address, { name: 'Herbst' })).body).toMatchObject({ name: 'Herbst', isShared: true });

  const [{ id } = { id: '' }] = await server.sql<{ id: string }>(`select id from app_user where role = 'editor' and club = 'RWA' limit 1`);
  await server.sql('delete from app_user where id = $1', [id]);
  expect(await server.sql(`select name from saved_view where page = 'courses'`)).toEqual([{ name: 'Herbst' }]);
  expect((await anton.send('DELETE', address)).status).toBe(200);
});

test('saved views are part of the data export and are deleted with the account', async () => {
  const reader = await server.signedIn('reader');
  await reader.post('/api/me/views', { ...left, name: 'Nur meins' });
  const { rows } = await server
    .sql<{ user_id: string }>(`select user_id from saved_view where name = 'Nur meins'`)
    .then((all) => ({ rows: all }));
  await server.sql('delete from app_user where id = $1', [rows[0]?.user_id]);
  expect(await server.sql(`select 1 from saved_view where name = 'Nur meins'`)).toEqual([]);
});

test('a pinned view is in the menu of the account that pinned it, at most seven; shared ones are pinned by each account', async () => {
  const [anton, till, svea] = [await server.signedIn('admin'), await server.signedIn('trainer'), await server.signedIn('admin', 'SCB')];
  const make = async (name: string, more: object = {}) =>
    (await anton.post<SavedView>('/api/me/views', { ...left, page: 'sessions', name, ...more })).body.id;
  const pin = (client: typeof anton, id: string, isPinned = true) => client.send<Refusal>('PUT', `/api/me/views/${id}/pin`, { isPinned });
  const menu = async (client: typeof anton) => (await client.get<{ name: string }[]>('/api/me/views/pinned')).body.map(({ name }) => name);
  const [own, shared] = [await make('Meine Woche'), await make('Alle Woche', { isShared: true })];
  expect([(await pin(anton, shared)).status, (await pin(anton, own)).status, (await pin(anton, own)).status]).toEqual([200, 200, 200]);
  expect([await menu(anton), await menu(till)]).toEqual([['Alle Woche', 'Meine Woche'], []]);
  expect([(await pin(till, own)).status, (await pin(svea, shared)).status]).toEqual([404, 404]);
  expect((await pin(till, shared)).status).toBe(200);
  expect(await menu(till)).toEqual(['Alle Woche']);
  expect((await anton.get<SavedView[]>('/api/me/views?page=sessions')).body.map(({ isPinned }) => isPinned)).toEqual([true, true]);
  for (let i = 0; i < 5; i++) expect((await pin(anton, await make(`Gruppe ${i}`))).status).toBe(200);
  expect((await pin(anton, await make('Eine zu viel'))).body.fields).toMatchObject([{ path: 'isPinned' }]);
  await pin(anton, own, false);
  expect(await menu(anton)).toHaveLength(6);
});

test('views of a former club do not fill the menu of an account in its new one', async () => {
  const [anton, alma] = [await server.signedIn('admin'), await server.signedIn('admin', 'SCB')];
  const make = async (client: typeof anton, name: string) =>
    (await client.post<SavedView>('/api/me/views', { ...left, page: 'sessions', name, isShared: true })).body.id;
  for (let i = 0; i < 7; i++)
    await server.sql('insert into pinned_view (user_id, view_id, pinned_at) select id, $1, now() from app_user where email = $2', [
      await make(anton, `Früher ${i}`),
      'admin@scb.test',
    ]);
  const here = await make(alma, 'Jetzt');
  expect((await alma.send('PUT', `/api/me/views/${here}/pin`, { isPinned: true })).status).toBe(200);
  expect((await alma.get<{ name: string }[]>('/api/me/views/pinned')).body.map(({ name }) => name)).toEqual(['Jetzt']);
});

test('a pinned view tells how many rows its list shows, of what its account may read alone', async () => {
  const [anton, edda] = [await server.signedIn('admin'), await server.signedIn('editor')];
  for (const { id } of (await anton.get<SavedView[]>('/api/me/views/pinned')).body)
    await anton.send('PUT', `/api/me/views/${id}/pin`, { isPinned: false });
  const pinned = async (client: typeof anton, view: object) => {
    const { body } = await client.post<SavedView>('/api/me/views', view);
    await client.send('PUT', `/api/me/views/${body.id}/pin`, { isPinned: true });
    return body.id;
  };
  const gone = await pinned(anton, { page: 'members', name: 'Gezählt', query: 'phase=left' });
  const drafts = await pinned(anton, { page: 'courses', name: 'Gezählt', query: 'status=draft' });
  await pinned(anton, { page: 'charges', name: 'Ungezählt', query: 'state=owed' });
  await pinned(anton, { page: 'users', name: 'Unbekannt', query: 'role=king' });
  const hidden = await pinned(edda, { page: 'members', name: 'Verschlossen', query: '' });
  type Counts = { id: string; count: number }[];
  const counts = new Map((await anton.get<Counts>('/api/me/views/pinned/counts')).body.map(({ id, count }) => [id, count]));
  const left = (await anton.get<{ total: number }>('/api/members?phase=left')).body.total;
  const drafted = (await anton.get<{ total: number }>('/api/manage/courses?status=draft')).body.total;
  expect([counts.get(gone), counts.get(drafts)]).toEqual([left, drafted]);
  expect(counts.size).toBe(2);
  const hers = await edda.get<Counts>('/api/me/views/pinned/counts');
  expect([hers.status, hers.body.some(({ id }) => id === hidden)]).toEqual([200, false]);
  expect((await server.visitor('RWA').get('/api/me/views/pinned/counts')).status).toBe(401);
});
