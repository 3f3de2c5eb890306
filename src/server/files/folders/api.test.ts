import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { multipart, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorage();
  for (const [name, sizeBytes] of [
    ['RWA/public/courses/plan.pdf', 1000],
    ['RWA/public/courses/100%_sicher.pdf', 2000],
    ['RWA/public/courses/alt/plan-2025.pdf', 3000],
    ['RWA/members/7/antrag.pdf', 4000],
  ] as const)
    await put(name, sizeBytes, 'admin');
  await put('SCB/public/news/fremd.pdf', 5000, 'admin', 'SCB');
  await put(`users/${await server.userId('reader')}/liste.pdf`, 6000, 'reader');
});
afterAll(() => server.close());

async function put(name: string, sizeBytes: number, role: Role, club?: ClubName): Promise<void> {
  const { url, ...rest } = multipart(name, paper(sizeBytes));
  expect((await server.ask('POST', url, { ...rest, token: await server.token(role, club) })).status).toBe(200);
}

type Listed = {
  folders: { path: string; label: string; files: number; sizeBytes: number }[];
  rows: { id: string; path: string; name: string; uses: object[] }[];
  next: string | null;
};

test('only the board sees the files of its club; a super those of every club', async () => {
  expect((await server.visitor().get('/api/files')).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect([(await client.get('/api/files')).status, (await client.get('/api/files/usage')).status]).toEqual([403, 403]);
  }
  const admin = await server.signedIn('admin');
  expect((await admin.get('/api/files?club=SCB')).status).toBe(404);
  expect((await admin.get<Listed>('/api/files?search=fremd')).body.rows).toEqual([]);
  const found = await (await server.signedIn('super')).get<Listed>('/api/files?club=SCB&search=fremd');
  expect(found.body.rows.map(({ path }) => path)).toEqual(['SCB/public/news/fremd.pdf']);
});

test('folders show their content, a search covers all of them, and wildcards are escaped', async () => {
  const admin = await server.signedIn('admin');
  const root = (await admin.get<Listed>('/api/files')).body;
  expect(root.folders).toEqual([
    { path: 'RWA/', label: 'RWA', files: 4, sizeBytes: 10_000 },
    { path: 'users/', label: 'Benutzer', files: 1, sizeBytes: 6000 },
  ]);
  expect((await admin.get<Listed>('/api/files?folder=users%2F')).body.folders.map(({ label }) => label)).toEqual(['Rosa Rotmuster']);
  const courses = (await admin.get<Listed>('/api/files?folder=RWA%2Fpublic%2Fcourses%2F')).body;
  expect([courses.folders.map(({ label }) => label), courses.rows.map(({ name }) => name)]).toEqual([
    ['alt'],
    ['100%_sicher.pdf', 'plan.pdf'],
  ]);
  const search = async (text: string) =>
    (await admin.get<Listed>(`/api/files?search=${encodeURIComponent(text)}`)).body.rows.map(({ name }) => name);
  expect(await search('PLAN')).toEqual(['plan-2025.pdf', 'plan.pdf']);
  expect([await search('0%_s'), await search('%'), await search('_')]).toEqual([
    ['100%_sicher.pdf'],
    ['100%_sicher.pdf'],
    ['100%_sicher.pdf'],
  ]);
  const first = (await admin.get<Listed>('/api/files?search=pdf&limit=2')).body;
  const second = (await admin.get<Listed>(`/api/files?search=pdf&limit=2&cursor=${first.next}`)).body;
  expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(['antrag.pdf', '100%_sicher.pdf', 'plan-2025.pdf', 'plan.pdf']);
  expect((await admin.get('/api/files?folder=RWA')).status).toBe(400);
  expect((await admin.get('/api/files/usage')).body).toMatchObject({
    usedBytes: 16_000,
    areas: [
      { area: 'members', files: 1, sizeBytes: 4000 },
      { area: 'public', files: 3, sizeBytes: 6000 },
      { area: 'users', files: 1, sizeBytes: 6000 },
    ],
  });
});

test('a file used by a course is deleted only with a confirmation, and by the board of its club', async () => {
  const [row] = await server.sql<{ id: string }>("select id from storage_object where path = 'RWA/public/courses/plan.pdf'");
  await server.sql(
    "update course set image = 'RWA/public/courses/plan.pdf' where id = (select id from course where club = 'RWA' order by slug limit 1)",
  );
  const address = `/api/files/${row?.id}`;
  expect((await (await server.signedIn('editor')).send('DELETE', address)).status).toBe(403);
  expect((await (await server.signedIn('admin', 'SCB')).send('DELETE', address)).status).toBe(404);
  const admin = await server.signedIn('admin');
  const refused = await admin.send('DELETE', address);
  expect([refused.status, refused.body.code]).toEqual([409, 'file-in-use']);
  const listed = (await admin.get<Listed>('/api/files?search=courses/plan.pdf')).body.rows[0];
  expect(listed?.uses).toEqual([
    { what: expect.stringContaining('Sportangebot „') as string, link: expect.stringContaining('/id/') as string },
  ]);
  const [event] = await server.sql<{ id: string }>(
    "update event set image = 'RWA/public/courses/plan.pdf', image_alt = 'Plan', title = 'Planfest' where id = (select id from event limit 1) returning id",
  );
  const shown = (await admin.get<Listed>('/api/files?search=courses/plan.pdf')).body.rows[0];
  expect(shown?.uses[1]).toEqual({ what: 'Termin „Planfest“', link: `/events?termin=${event?.id}` });
  // A text contains the URL of a file with differently encoded characters.
  const signs = '/v0/b/club-files/o/RWA%2Fpublic%2Fcourses%2F100%25_sicher.pdf?alt=media';
  await server.sql("update page set body = jsonb_build_object('type', 'doc', 'content', $1::text) where club = 'RWA' and slug = 'verein'", [
    signs,
  ]);
  await server.sql(
    "update news set body = jsonb_build_object('src', '/media/960/RWA/public/courses/100%25_sicher.pdf') where id = (select id from news where club = 'RWA' limit 1)",
  );
  await server.sql("update club set image = '/media/1920/RWA/public/courses/100%25_sicher.pdf' where name = 'RWA'");
  await server.sql(
    `insert into mail_message (id, club, subject, body, audience, audience_name, legal_basis, reply_to, recipients, sender, created_at)
     values (gen_random_uuid(), 'RWA', 'Plan', jsonb_build_object('src', '/media/960/RWA/public/courses/100%25_sicher.pdf'), '{}', 'Alle',
       'membership', 'x@rwa.test', 1, 'x', now())`,
  );
  const linked = (await admin.get<Listed>('/api/files?search=sicher')).body.rows[0];
  expect(linked?.uses.map((use) => ('what' in use ? String(use.what).split(' ')[0] : ''))).toEqual([
    'Seite',
    'Beitrag',
    'Rundmail',
    'Kopfbild',
  ]);
  expect((await admin.send('DELETE', address, { evenIfUsed: true })).status).toBe(200);
  expect((await admin.send('DELETE', address)).status).toBe(404);
});

test('users get their own picture, and everybody an app token', async () => {
  const reader = await server.signedIn('reader');
  expect((await reader.get('/api/profile/picture')).body).toEqual({
    path: `users/${await server.userId('reader')}/picture`,
    generation: null,
  });
  expect((await server.visitor().get('/api/profile/picture')).status).toBe(401);
  expect((await server.visitor().post<{ expiresAt: string }>('/api/files/app-token')).body.expiresAt).toMatch(/^2/);
});
