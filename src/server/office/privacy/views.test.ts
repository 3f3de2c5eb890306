import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnView } from '#shared/office/privacy.ts';
import { multipart, objectUrl, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';
import { setClock } from '#server/platform/process/clock.ts';
import type { Client } from '#test/harness.ts';

let server: StorageServer;
let child = { memberId: '', personId: '', name: '', courseId: '' };
beforeAll(async () => {
  server = await startStorage();
  // A member who takes part in a course of the club, as a child of the reader; the board's admin acts for nobody here.
  const [found] = await server.sql<typeof child>(
    `select m.id as "memberId", p.id as "personId", p.firstname || ' ' || p.lastname as name, e.course_id as "courseId"
     from member m join person p on p.id = m.person_id join enrolment e on e.person_id = p.id
     where m.club = 'RWA' and m.left_on is null and m.status = 'active' and e.course_id is not null
       and not exists (select 1 from person_access a where a.person_id = p.id) order by m.member_no limit 1`,
  );
  if (!found) throw new Error('no member in a course');
  child = found;
  await server.sql("update person set birth_date = '2016-02-03' where id = $1", [child.personId]);
  const access = `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
    select id, $1, 'RWA', $2, 'board', now() from app_user where email = $3`;
  await server.sql(access, [child.personId, 'guardian', 'reader@rwa.test']);
  await server.sql(access, [child.personId, 'delegate', 'trainer@rwa.test']);
  await server.outdate();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const seenBy = async (client: Client, what: RegExp) =>
  (await client.get<OwnView[]>('/api/privacy/views')).body.filter((view) => view.person === child.name && what.test(view.what));

async function put(path: string): Promise<void> {
  const { url, ...rest } = multipart(path, paper(2000), 'application/pdf');
  expect((await server.ask('POST', url, { ...rest, token: await server.token('admin') })).status).toBe(200);
}
const open = async (path: string, token: string, query = '?alt=media') => server.ask('GET', objectUrl(path, query), { token });

test('a paper that the board opens is told to the guardian once an hour, with its name; what the family opens is not, nor what was refused', async () => {
  const path = `RWA/members/${child.memberId}/attest.pdf`;
  await put(path);
  const rosa = await server.signedIn('reader');
  expect((await open(path, await server.token('editor'))).status).toBe(403);
  expect((await open(path, await server.token('reader'))).status).toBe(200);
  expect(await seenBy(rosa, /attest/)).toEqual([]);
  const board = await server.token('admin');
  expect((await open(path, board)).status).toBe(200);
  // A reader of PDF fetches its parts, beginning anywhere.
  const part = await server.ask('GET', objectUrl(path, '?alt=media'), { token: board, headers: { range: 'bytes=100-200' } });
  expect(part.status).toBe(206);
  expect(await seenBy(rosa, /attest/)).toMatchObject([
    { what: 'Unterlage geöffnet: attest.pdf', why: 'für die Mitgliederverwaltung', club: 'RWA', by: expect.stringContaining('Anton') },
  ]);
  for (const client of [await server.signedIn('trainer'), await server.signedIn('admin'), await server.signedIn('reader', 'SCB')])
    expect(await seenBy(client, /attest/)).toEqual([]);
});

test('a part of a paper alone is a look as well; what is said about it is none', async () => {
  const rosa = await server.signedIn('reader');
  const path = `RWA/members/${child.memberId}/passkopie.pdf`;
  await put(path);
  await server.ask('GET', objectUrl(path, '?alt=media'), { token: await server.token('admin'), headers: { range: 'bytes=1500-' } });
  expect(await seenBy(rosa, /passkopie/)).toHaveLength(1);
  const own = `users/${await server.userId('reader')}/zeugnis.pdf`;
  const { url, ...rest } = multipart(own, paper(2000), 'application/pdf');
  expect((await server.ask('POST', url, { ...rest, token: await server.token('reader') })).status).toBe(200);
  await open(own, await server.token('reader'));
  const looks = async () => (await rosa.get<OwnView[]>('/api/privacy/views')).body.filter(({ what }) => what.includes('zeugnis'));
  expect(await looks()).toEqual([]);
  expect((await open(own, await server.token('admin'), '')).status).toBe(200);
  expect(await looks()).toEqual([]);
  await open(own, await server.token('admin'));
  expect(await looks()).toHaveLength(1);
});

test('whoever stands in a list that was saved as a file is told so, and nobody else; the audit log does not show who stood in it', async () => {
  const [rosa, anton] = [await server.signedIn('reader'), await server.signedIn('admin')];
  const [other] = await server.sql<{ id: string }>(
    `select id from course c where club = 'RWA' and not exists (select 1 from enrolment e where e.course_id = c.id and e.person_id = $1) limit 1`,
    [child.personId],
  );
  const saves = [
    '/api/members/export?format=csv',
    `/api/courses/${child.courseId}/participants/export?format=csv`,
    `/api/courses/${other?.id}/participants/export?format=csv`,
  ];
  for (const path of saves) expect([path, (await anton.get(path)).status]).toEqual([path, 200]);
  const seen = await seenBy(rosa, /exportiert/);
  expect(seen.map(({ what, why }) => [what, why]).toSorted()).toEqual([
    ['Mitgliederliste exportiert', 'für die Mitgliederverwaltung'],
    [expect.stringMatching(/^Teilnehmerliste exportiert: .+/), 'um das Angebot durchzuführen'],
  ]);
  const { text } = await (await server.signedIn('super')).get('/api/audit?limit=50');
  expect(text).toContain('Mitgliederliste exportiert');
  expect(text).not.toContain(child.personId);
});

test('the whole account numbers of all mandates are told to each payer', async () => {
  const [rosa, anton] = [await server.signedIn('reader'), await server.signedIn('admin')];
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
     values (gen_random_uuid(), 'RWA', $1::uuid, left($1::text, 12), '2026-01-02', 'DE02120300000000202051', 'Paula Probe')`,
    [child.personId],
  );
  expect((await anton.get('/api/mandates/export')).status).toBe(200);
  expect(await seenBy(rosa, /Mandate mit IBAN exportiert/)).toHaveLength(1);
});

test('the list stands in the own file as well', async () => {
  const rosa = await server.signedIn('reader');
  const { text } = await rosa.get('/api/profile/export');
  expect(text).toContain('Unterlage geöffnet: attest.pdf');
});
