import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultClubs } from '#shared/kernel/clubs.ts';
import type { ClubEntry } from '#shared/club/clubEntry.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const { name: _name, ...rwa } = defaultClubs.RWA;

test('everybody sees the three clubs with the flags of the specification', async () => {
  const { body } = await server.visitor().get<ClubEntry[]>('/api/clubs');
  expect(
    body.map(({ name, hasContent, hasNews, hasParticipations, hasOperationals }) => [
      name,
      hasContent,
      hasNews,
      hasParticipations,
      hasOperationals,
    ]),
  ).toEqual([
    ['GSV', false, false, false, false],
    ['RWA', true, true, true, true],
    ['SCB', false, false, false, false],
  ]);
  const one = await server.visitor().get<ClubEntry>('/api/clubs/RWA');
  expect(one.body).toEqual({ ...defaultClubs.RWA, version: 1 });
  expect(one.body.footerLinks.map(({ text }) => text)).toEqual(['Impressum', 'Kontakt', 'Datenschutz']);
  for (const name of ['rwa', 'XYZ', 'constructor']) expect((await server.visitor().get(`/api/clubs/${name}`)).status).toBe(400);
});

test('only a super changes a club, any club, with the version that was read', async () => {
  const change = { ...rwa, slogan: 'Neu', version: 1 };
  expect((await server.visitor().send('PUT', '/api/clubs/RWA', change)).status).toBe(401);
  expect((await (await server.signedIn('admin')).send('PUT', '/api/clubs/RWA', change)).status).toBe(403);
  expect((await server.visitor().get<ClubEntry>('/api/clubs/RWA')).body.slogan).toBe(defaultClubs.RWA.slogan);
  const sina = await server.signedIn('super', 'GSV');
  expect((await sina.send<ClubEntry>('PUT', '/api/clubs/RWA', change)).body).toMatchObject({ slogan: 'Neu', version: 2 });
  const stale = await sina.send('PUT', '/api/clubs/RWA', { ...change, slogan: 'Alt' });
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
  expect((await server.visitor().get<ClubEntry>('/api/clubs/RWA')).body.slogan).toBe('Neu');
  expect(
    await server.sql(
      "select name, club, content, before ->> 'slogan' as before, after ->> 'slogan' as after from audit where action = 'clubs.update'",
    ),
  ).toEqual([
    {
      name: 'Sina Goldmuster',
      club: 'RWA',
      content: 'Vereinsinformationen geändert: Rot-Weiß Auenfeld',
      before: defaultClubs.RWA.slogan,
      after: 'Neu',
    },
  ]);
});

test.each([
  ['title', '', 'title'],
  ['displayName', 'x'.repeat(81), 'displayName'],
  ['slogan', 'zwei\nZeilen', 'slogan'],
  ['image', 'https://evil.example/x.svg', 'image'],
  ['image', '//evil.example/x.svg', 'image'],
  ['image', '/\\evil.example/x.svg', 'image'],
  ['hasNews', 'ja', 'hasNews'],
  ['footerLinks', [{ text: 'Klick', link: 'javascript:alert(1)' }], 'footerLinks.0.link'],
  ['footerLinks', [{ text: 'Klick', link: '/\\evil.example' }], 'footerLinks.0.link'],
  ['footerLinks', [{ text: '', link: '/x' }], 'footerLinks.0.text'],
  ['footerLinks', Array.from({ length: 9 }, () => ({ text: 'A', link: '/a' })), 'footerLinks'],
  ['color', 'red', 'color'],
])('an invalid %s is refused at its field (%j)', async (field, value, path) => {
  const svea = await server.signedIn('super');
  const before = await server.sql('select * from club order by name');
  const { body: scb } = await svea.get<ClubEntry>('/api/clubs/SCB');
  const { name: _club, ...entry } = scb;
  const answer = await svea.send('PUT', '/api/clubs/SCB', { ...entry, [field]: value });
  expect([answer.status, answer.body.code, answer.body.fields?.map((one) => one.path)]).toEqual([422, 'invalid-input', [path]]);
  expect(await server.sql('select * from club order by name')).toEqual(before);
});

test('the name of a club cannot be changed', async () => {
  const svea = await server.signedIn('super');
  const { body } = await svea.get<ClubEntry>('/api/clubs/SCB');
  await svea.send('PUT', '/api/clubs/SCB', { ...body, name: 'GSV' });
  expect(await server.sql('select name from club order by name')).toEqual([{ name: 'GSV' }, { name: 'RWA' }, { name: 'SCB' }]);
  expect((await svea.get<ClubEntry>('/api/clubs/GSV')).body.displayName).toBe(defaultClubs.GSV.displayName);
});
