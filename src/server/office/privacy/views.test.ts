import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
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

test('an access of the board to a document is shown to the guardian once an hour, with its name; accesses of the family and refused ones are not', async () => {
  const path = `RWA/members/${child.memberId}/attest.pdf`;
  await put(path);
  const rosa = await server.signedIn('reader');
  expect((await open(path, await server.token('editor'))).status).toBe(403);
  expect((await open(path, await server.token('reader'))).status).toBe(200);
  expect(await seenBy(rosa, /attest/)).toEqual([]);
  const board = await server.token('admin');
  expect((await open(path, board)).status).toBe(200);
  // A PDF viewer requests byte ranges, starting anywhere.
  const part = await server.ask('GET', objectUrl(path, '?alt=media'), { token: board, headers: { range: 'bytes=100-200' } });
  expect(part.status).toBe(206);
  expect(await seenBy(rosa, /attest/)).toMatchObject([
    { what: 'Unterlage geöffnet: attest.pdf', why: 'für die Mitgliederverwaltung', club: 'RWA', by: expect.stringContaining('Anton') },
  ]);
  for (const client of [await server.signedIn('trainer'), await server.signedIn('admin'), await server.signedIn('reader', 'SCB')])
    expect(await seenBy(client, /attest/)).toEqual([]);
});

test('a range request for a document counts as an access; a request for its metadata does not', async () => {
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

test('people in an exported list are shown that, and nobody else is; the audit log does not show who was in it', async () => {
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

test('the export of all mandates with full account numbers is shown to each payer', async () => {
  const [rosa, anton] = [await server.signedIn('reader'), await server.signedIn('admin')];
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
     values (gen_random_uuid(), 'RWA', $1::uuid, left($1::text, 12), '2026-01-02', 'DE02120300000000202051', 'Paula Probe')`,
    [child.personId],
  );
  expect((await anton.get('/api/mandates/export')).status).toBe(200);
  expect(await seenBy(rosa, /Mandate mit IBAN exportiert/)).toHaveLength(1);
});

/** The files of these paths are saved by the board; what the guardian reads of them afterwards. */
async function readsOf(paths: string[], what: RegExp): Promise<[string, string][]> {
  const [rosa, anton] = [await server.signedIn('reader'), await server.signedIn('admin')];
  for (const path of paths) expect([path, (await anton.get(path)).status]).toEqual([path, 200]);
  return (await seenBy(rosa, what)).map((view) => [view.what, view.why]);
}

test('files of money are told to whom they name, also where an organisation pays, and those with whole account numbers', async () => {
  const anton = await server.signedIn('admin');
  const today = new Date().toISOString().slice(0, 10);
  const office = await anton.post<{ id: string }>('/api/organisations', { name: 'Jugendamt', kind: 'municipal', email: 'amt@example.org' });
  const order = { kind: 'other', label: 'Ferienfreizeit', cents: 8000, dueOn: addDays(today, 30), whom: 'people', organisationIds: [] };
  const asked = { ...order, personIds: [child.personId] };
  const { hash } = (await anton.post<{ hash: string }>('/api/levies/preview', asked)).body;
  expect((await anton.post('/api/levies', { ...asked, hash })).status).toBe(200);
  const search = `search=${encodeURIComponent(child.name)}`;
  const charges = (await anton.get<{ rows: { id: string; label: string; version: number; payerId: string }[] }>(`/api/charges?${search}`))
    .body;
  const charge = charges.rows.find(({ label }) => label === order.label);
  const change = { version: charge?.version, payerId: office.body.id, method: 'transfer', reason: 'Kostenübernahme' };
  const taken = await anton.post(`/api/charges/${charge?.id}/terms`, change);
  expect([charge?.label, taken.status, taken.status === 200 ? '' : taken.text]).toEqual([order.label, 200, '']);
  expect(await readsOf(['/api/charges/export?search=Jugendamt'], /^Forderungen/)).toEqual([
    ['Forderungen exportiert', 'um offene Beiträge einzufordern'],
  ]);

  await anton.post('/api/payments', { payerId: child.personId, cents: 500, bookedOn: today });
  await anton.send('PUT', `/api/payee-accounts/${child.personId}`, { holder: 'Paula Probe', iban: 'DE75512108001245126199' });
  const { candidates } = (
    await anton.get<{ candidates: { source: string; sourceId: string; cents: number; payeeId: string }[] }>('/api/payout-runs/proposal')
  ).body;
  const own = candidates.filter(({ payeeId }) => payeeId === child.personId);
  const run = await anton.post<{ id: string }>('/api/payout-runs', {
    chosen: own.map(({ source, sourceId }) => ({ source, sourceId })),
    totalCents: own.reduce((sum, { cents }) => sum + cents, 0),
  });
  expect(await readsOf([`/api/payout-runs/${run.body.id}/file`], /^Überweisungsdatei/)).toEqual([
    [expect.stringContaining('heruntergeladen'), 'um Geld auszuzahlen'],
  ]);

  // Whoever pays for the child has a mandate.
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
     select gen_random_uuid(), 'RWA', $1::uuid, 'V-' || left($1::text, 10), '2026-01-02', 'DE02120300000000202051', 'Paula Probe'
     where not exists (select 1 from sepa_mandate where payer_person_id = $1 and state = 'active' and for_person_id is null)`,
    [charge?.payerId],
  );
  await server.outdate();
  const debit = { ...asked, label: 'Trainingsanzug', dueOn: today, method: 'auto' };
  const preview = await anton.post<{ hash: string }>('/api/levies/preview', debit);
  expect((await anton.post('/api/levies', { ...debit, hash: preview.body.hash })).status).toBe(200);
  const { collectionDate } = (await anton.get<{ collectionDate: string }>('/api/sepa-runs/proposal')).body;
  const debits = await anton.post<{ id: string }>('/api/sepa-runs', { collectionDate });
  expect(debits.status).toBe(200);
  expect(await readsOf([`/api/sepa-runs/${debits.body.id}/file`], /^Lastschriftdatei/)).toEqual([
    [expect.stringContaining('heruntergeladen'), 'um offene Beiträge einzufordern'],
  ]);
});

test('files for the auditors and the tax adviser, and what auditors draw by link, are told to whom they name', async () => {
  const anton = await server.signedIn('admin');
  const year = new Date().getFullYear();
  const { accounts } = (await anton.get<{ accounts: { place: string }[] }>(`/api/books/${year}/datev`)).body;
  const head = { adviser: 1001, client: 7, accountLength: 4, version: 0 };
  const numbers = accounts.map(({ place }, at) => ({ place, account: String(1000 + at) }));
  expect((await anton.send('PUT', '/api/books/datev', { ...head, accounts: numbers })).status).toBe(200);
  const why = 'für Kassenprüfung und Steuererklärung';
  expect(await readsOf([`/api/books/${year}/export`], /^Dateien für die Kassenprüfung/)).toEqual([[expect.any(String), why]]);
  expect(await readsOf([`/api/books/${year}/datev/file`], /^Buchungsstapel/)).toEqual([
    [`Buchungsstapel für die Steuerberatung ${year} ausgegeben`, why],
  ]);
  expect(await readsOf([`/api/accounts/${child.personId}/statements/${year}`], /^Kontoauszug/)).toHaveLength(1);
});

test('files of helpers, of held sessions and of the report to the association are told to whom they name', async () => {
  const [shift] = await server.sql<{ listId: string }>(
    `update assignment a set person_id = $1 from shift s where s.id = a.shift_id and a.id =
       (select id from assignment where club = 'RWA' and state = 'done' and person_id is not null order by starts_at desc limit 1)
     returning s.helper_list_id as "listId"`,
    [child.personId],
  );
  const years = [2025, 2026].map((year) => `/api/operational-hours/file?year=${year}`);
  const read = await readsOf([`/api/operationals/${shift?.listId}/file`, ...years], /^Helfer/);
  expect(read.map(([what, why]) => [what.split(' ')[0], why]).toSorted()).toEqual([
    ['Helferliste', 'um Helfer einzuteilen'],
    ['Helferstunden', 'um Helfer einzuteilen'],
  ]);
  const [held] = await server.sql<{ day: string }>(
    `update course_session set state = 'held', substitute_person_id = $1 where id =
       (select s.id from course_session s join course c on c.id = s.course_id where c.club = 'RWA' order by s.starts_at limit 1)
     returning to_char(local_date, 'YYYY-MM-DD') as day`,
    [child.personId],
  );
  const diary = `/api/diary/file?from=${held?.day}&to=${held?.day}`;
  expect((await readsOf([diary], /^Tagebuch/)).map(([, why]) => why)).toEqual(['um gehaltene Stunden nachzuweisen']);
  const [frozen] = await server.sql<{ id: string }>(
    `insert into report_snapshot (id, club, key_date, number, adapter, head, totals, rows, left_out, hash, made_by, made_at)
     values (gen_random_uuid(), 'RWA', '2026-01-01', 1, 'nrw', '{"clubNumber":"1","clubName":"","softwareKey":"","contactPerson":""}',
       '{"total":1}', jsonb_build_array(jsonb_build_object('memberId', $1::text, 'birthYear', 2016, 'gender', 'w', 'isPassive', false, 'associations', '[]'::jsonb)),
       '[]', 'x', 'Anton', now()) returning id`,
    [child.memberId],
  );
  const files = ['dosb-csv', 'dosb-xml'].map((format) => `/api/member-report/snapshots/${frozen?.id}/file?format=${format}`);
  expect(await readsOf(files, /^Bestandserhebung/)).toEqual([[expect.stringContaining('namen.csv'), 'für die Meldung an den Verband']]);
});

test('the list of accesses is part of the data export as well', async () => {
  const rosa = await server.signedIn('reader');
  const { text } = await rosa.get('/api/profile/export');
  expect(text).toContain('Unterlage geöffnet: attest.pdf');
});
