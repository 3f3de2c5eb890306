import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ErasurePreview, KeptConsent, OwnView, SubjectFile } from '#shared/office/privacy.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';
import { jobsOf } from '#server/jobs.ts';
import { readErasures } from '#server/platform/database/erasures.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { personalData } from '#server/personalData.ts';
import { erasePeople } from './service.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterEach(() => setClock());
afterAll(() => server.close());

/** A former member, with every kind of data that may be stored about a person. */
async function former(club: 'RWA' | 'SCB' = 'RWA'): Promise<{ id: string; name: string }> {
  const id = randomUUID();
  const lastname = `Probe${id.slice(0, 6)}`;
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, email, street, notes, created_at, updated_at)
     values ($1, $2, 'Paula', $3, '1980-02-03', $4, 'Musterweg', 'Mag keine Post', now(), now())`,
    [id, club, lastname, `${lastname.toLowerCase()}@example.org`],
  );
  await server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, left_on, status) values (gen_random_uuid(), $2, $1::uuid, left($1::text, 8), '2010-01-01', '2020-12-31', 'left')`,
    [id, club],
  );
  await server.sql("insert into care_note (person_id, club, health_note, updated_at) values ($1, $2, 'Asthma', now())", [id, club]);
  await server.sql(
    `insert into consent (id, club, person_id, purpose, text_version, granted_by_name, relation, granted_at, method)
     values (gen_random_uuid(), $2, $1, 'newsletter', '1', 'Paula', 'self', now(), 'online')`,
    [id, club],
  );
  await server.sql(
    `insert into enrolment (id, club, course_id, person_id, registered_at, state, contact_email, staff_note)
     select gen_random_uuid(), $2::text, c.id, $1, now(), 'completed', 'paula@example.org', 'Paula ist nett'
     from course c where c.club = $2 limit 1`,
    [id, club],
  );
  return { id, name: `Paula ${lastname}` };
}

async function addCharge(personId: string, state: string, createdAt = '2026-11-21'): Promise<void> {
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, paid_on, settled_cents, created_at)
     values (gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, 'other', 'Kursgebühr', 2500, '2026-12-01', 'transfer', $2::text,
       case when $2::text = 'paid' then date '2026-12-01' end, case when $2::text = 'paid' then 2500 else 0 end, $3::timestamptz)`,
    [personId, state, `${createdAt}T12:00:00Z`],
  );
}

/** Puts documents into the folder of a membership. */
const addPapers = (memberId: string | undefined, names: string[], segment: string = randomUUID()) =>
  server.sql(
    `insert into storage_object (id, bucket, path, club, created_by, generation, metageneration, size_bytes, md5, content_type, metadata,
       download_tokens, segments, time_created, updated)
     select gen_random_uuid(), 'club-files', 'RWA/members/' || $1::text || '/' || name, 'RWA', gen_random_uuid(), 1, 1, 12, 'x',
       'application/pdf', '{}', '{}', $3::jsonb, now(), now() from unnest($2::text[]) as name`,
    [memberId, names, JSON.stringify([{ id: segment, bytes: 12 }])],
  );

const preview = (client: Client, id: string) => client.get<ErasurePreview>(`/api/privacy/people/${id}/erasure`);
const erase = (client: Client, { id, name }: { id: string; name: string }, version = 1) =>
  client.post<ErasurePreview & ProblemBody>(`/api/privacy/people/${id}/erasure`, { name, version });
const everything = (id: string) =>
  server.sql<{ text: string }>(
    `select coalesce(string_agg(row, ' '), '') as text from (
       select p::text as row from person p where id = $1 union all select m::text from member m where person_id = $1
       union all select o::text from enrolment o where person_id = $1 union all select t::text from care_note t where person_id = $1
       union all select c::text from consent c where person_id = $1 union all select s::text from member_search s where words like '%paula probe%'
     ) found`,
    [id],
  );

async function work(job: 'forget' | 'retention'): Promise<void> {
  await jobsOf(server, undefined)
    .find(({ name }) => name === job)
    ?.work();
}
const forget = () => work('forget');

test('only the board of the club may export, preview, erase and withdraw', async () => {
  const one = await former();
  const [consent] = await server.sql<{ id: string }>('select id from consent where person_id = $1', [one.id]);
  const all = (client: Client): Promise<Answer<unknown>>[] => [
    client.get(`/api/privacy/people/${one.id}/export`),
    preview(client, one.id),
    erase(client, one),
    client.get('/api/privacy/consents'),
    client.post(`/api/privacy/consents/${consent?.id}/withdraw`, {}),
  ];
  const statuses = async (client: Client) => (await Promise.all(all(client))).map(({ status }) => status);
  expect(await statuses(server.visitor())).toEqual([401, 401, 401, 401, 401]);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect(await statuses(await server.signedIn(role))).toEqual([403, 403, 403, 403, 403]);
  const alma = await server.signedIn('admin', 'SCB');
  expect(await statuses(alma)).toEqual([404, 404, 404, 200, 404]);
  expect((await alma.get('/api/privacy/consents?club=RWA')).status).toBe(404);
  expect((await everything(one.id))[0]?.text).toContain('Asthma');
});

test('export and erasure require a fresh password', async () => {
  const one = await former();
  const anton = await server.signedIn('admin');
  await server.sql("update auth_session set confirmed_at = now() - interval '1 hour'");
  for (const answer of [await anton.get(`/api/privacy/people/${one.id}/export`), await erase(anton, one)])
    expect([answer.status, (answer.body as ProblemBody).code]).toEqual([403, 'reauthentication-required']);
});

test('the export contains everything that refers to a person, no secrets, and is logged', async () => {
  const one = await former();
  await addCharge(one.id, 'paid');
  const anton = await server.signedIn('admin');
  const { status, body, text } = await anton.get<SubjectFile>(`/api/privacy/people/${one.id}/export`);
  expect([status, body.name]).toEqual([200, one.name]);
  expect(body.parts.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'Stammdaten',
      'Mitgliedschaft',
      'Gesundheitshinweise und Abholung',
      'Einwilligungen',
      'Anmeldungen',
      'Forderungen',
    ]),
  );
  for (const word of ['Asthma', 'Musterweg', 'Mag keine Post', 'Kursgebühr']) expect(text).toContain(word);
  // It names the enrolled offers, not only the number of a record.
  const enrolments = body.parts.find(({ title }) => title === 'Anmeldungen')?.rows ?? [];
  expect(enrolments.map(({ course }) => course)).toEqual(enrolments.map(() => expect.stringMatching(/\p{L}{3}/u)));
  expect(text).not.toContain('link_hashes');
  const [entry] = await server.sql<{ name: string }>("select name from audit where action = 'gdpr.exportSubject' and entity_id = $1", [
    one.id,
  ]);
  expect(entry?.name).toContain('Anton');
});

test('guardians see who opened the health note, the full account number or all data of their child; nobody else does', async () => {
  const one = await former();
  await server.sql("update person set birth_date = '2016-02-03' where id = $1", [one.id]);
  const access = `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
    select id, $1, 'RWA', $2, 'board', now() from app_user where email = $3`;
  await server.sql(access, [one.id, 'guardian', 'reader@rwa.test']);
  await server.sql(access, [one.id, 'delegate', 'trainer@rwa.test']);
  const [enrolment] = await server.sql<{ id: string }>('select id from enrolment where person_id = $1', [one.id]);
  const [mandate] = await server.sql<{ id: string }>(
    `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
     values (gen_random_uuid(), 'RWA', $1::uuid, left($1::text, 12), '2026-01-02', 'DE02120300000000202051', 'Paula Probe') returning id`,
    [one.id],
  );
  await server.outdate();
  const rosa = await server.signedIn('reader');
  const views = async (client: Client) =>
    (await client.get<OwnView[]>('/api/privacy/views')).body.filter(({ person }) => person === one.name);
  expect(await views(rosa)).toEqual([]);
  const anton = await server.signedIn('admin');
  expect((await anton.post(`/api/participants/${enrolment?.id}/health-note`)).status).toBe(200);
  expect((await anton.post(`/api/mandates/${mandate?.id}/iban`, {})).status).toBe(200);
  const before = (await anton.get<SubjectFile>(`/api/privacy/people/${one.id}/export`)).body.parts;
  expect(before.find(({ title }) => title === 'Wer Angaben eingesehen hat')?.rows).toHaveLength(2);
  const seen = await views(rosa);
  expect(seen.map(({ what }) => what).toSorted()).toEqual([
    'Auskunft über alle Daten erstellt',
    'Gesundheitshinweis geöffnet',
    'IBAN ganz angezeigt',
  ]);
  for (const view of seen) expect(view).toMatchObject({ club: 'RWA', by: expect.stringContaining('Anton') });
  for (const client of [await server.signedIn('trainer'), await server.signedIn('reader', 'SCB'), anton])
    expect(await views(client)).toEqual([]);
  expect((await server.visitor().get('/api/privacy/views')).status).toBe(401);
});

test('an erasure is blocked by vouchers until the 31st of December eight years later', async () => {
  const one = await former();
  await addCharge(one.id, 'paid');
  await addCharge(one.id, 'paid', '2025-03-01');
  const anton = await server.signedIn('admin');
  const ahead = (await preview(anton, one.id)).body;
  expect(ahead.blockers).toEqual([]);
  expect(ahead.stays).toContainEqual(expect.objectContaining({ what: 'Belege', count: 2, until: '2034-12-31' }));
  expect((await erase(anton, one)).status).toBe(200);

  // The person is removed, the vouchers remain under a pseudonym.
  const vouchers = () =>
    server.sql<{ name: string }>(
      "select p.firstname || ' ' || p.lastname as name from charge c join person p on p.id = c.person_id where p.id = $1",
      [one.id],
    );
  expect(await vouchers()).toEqual([{ name: 'Gelöschte Person' }, { name: 'Gelöschte Person' }]);
  setClock(new Date('2034-12-31T20:00:00Z'));
  await forget();
  expect(await vouchers()).toHaveLength(1);
  setClock(new Date('2035-01-01T03:00:00Z'));
  await forget();
  expect(await vouchers()).toEqual([]);
});

test('an erasure leaves nothing of a person, in no table and no list, and no restored backup brings them back', async () => {
  const one = await former();
  const anton = await server.signedIn('admin');
  expect((await erase(anton, one)).status).toBe(200);
  const left = (await everything(one.id))[0]?.text ?? '';
  for (const word of ['Paula', 'Probe', 'Asthma', 'Musterweg', 'example.org', '1980-02-03']) expect(left).not.toContain(word);
  expect((await preview(anton, one.id)).status).toBe(404);
  expect((await anton.get<unknown[]>(`/api/people?search=${one.name.slice(6)}`)).body).toEqual([]);
  const entries = await server.sql<{ content: string }>('select content from audit where entity_id = $1', [one.id]);
  expect(entries.map(({ content }) => content)).toEqual(['Person gelöscht']);
  expect(await server.database.read(everyClub, readErasures)).toContainEqual(expect.objectContaining({ kind: 'person', id: one.id }));

  // As after a restore: the row is back, but the log of erasures contains it.
  await server.sql("update person set firstname = 'Paula', email = 'paula@example.org', anonymised_at = null where id = $1", [one.id]);
  await server.database.write(everyClub, ({ tx }) => erasePeople(tx, personalData, [one.id]));
  expect((await everything(one.id))[0]?.text).not.toContain('Paula');
});

test('records merged into a person, decided applications, drafts of hours, and mails to the person are erased as well', async () => {
  const one = await former();
  const lastname = one.name.slice(6);
  const email = `${lastname.toLowerCase()}@example.org`;
  const [pointer, child, past] = [randomUUID(), randomUUID(), randomUUID()];
  await server.sql(
    `insert into person (id, club, firstname, lastname, email, merged_into, created_at, updated_at) values
      ($1, 'RWA', 'Pauline', $3, 'alt@example.org', $4, now(), now()), ($2, 'RWA', 'Kind', $3, null, null, now(), now())`,
    [pointer, child, lastname, one.id],
  );
  await server.sql(
    `insert into membership_application (id, club, created_at, applicant_name, applicant_email, for_child, firstname, lastname, birth_date,
       details, consents, state, decided_at)
     values (gen_random_uuid(), 'RWA', now(), 'Paula', $2, false, 'PAULA', $1, '1980-02-03', '{}', '{}', 'declined', now())`,
    [lastname, email],
  );
  for (const [day, state] of [
    ['2024-01-01', 'draft'],
    ['2024-04-01', 'paid'],
  ])
    await server.sql(
      `insert into hour_sheet (id, club, person_id, period_from, period_to, state, total_cents)
       values (gen_random_uuid(), 'RWA', $1, $2::date, $2::date + 80, $3, 500)`,
      [one.id, day, state],
    );
  const [message] = await server.sql<{ id: string }>(
    `insert into mail_message (id, club, subject, body, audience, audience_name, legal_basis, reply_to, recipients, sender, created_at)
     values (gen_random_uuid(), 'RWA', 'Fest', '{}', '{}', 'Alle', 'membership', 'a@example.org', 2, 'Anton', now()) returning id`,
  );
  await server.sql(
    `insert into mail_recipient (message_id, club, email, name, person_ids) values
      ($1, 'RWA', $2, $3, array[$4]::uuid[]), ($1, 'RWA', 'familie@example.org', $3, array[$4, $5]::uuid[])`,
    [message?.id, email, one.name, one.id, child],
  );
  await server.sql("insert into outbox_mail (kind, club, recipient, subject, body, state) values ('x', 'RWA', $1, 's', 'b', 'sent')", [
    email,
  ]);

  const anton = await server.signedIn('admin');
  // The export contains what is erased, including the data of the merged record.
  await server.sql(
    "insert into member (id, club, person_id, member_no, joined_on, left_on, status) values ($1, 'RWA', $2, 'Z-1', '2001-01-01', '2002-01-01', 'left')",
    [past, pointer],
  );
  await addPapers(past, ['alter-antrag.pdf']);
  const { parts } = (await anton.get<SubjectFile>(`/api/privacy/people/${one.id}/export`)).body;
  const rowsOf = (title: string) => parts.find((part) => part.title === title)?.rows;
  expect(rowsOf('Dateien')).toMatchObject([{ name: 'alter-antrag.pdf' }]);
  expect(rowsOf('Stammdaten')).toMatchObject([{ id: one.id }, { firstname: 'Pauline' }]);
  expect(rowsOf('Mitgliedschaft')).toHaveLength(2);
  const ahead = (await preview(anton, one.id)).body;
  expect(ahead.blockers).toEqual([]);
  expect(ahead.goes).toContainEqual({ what: 'Anträge und Änderungswünsche', count: 1 });
  expect(ahead.goes).toContainEqual({ what: 'Dateien der Mitgliedschaft', count: 1 });
  expect(ahead.stays).toContainEqual(expect.objectContaining({ what: 'Stundennachweis', count: 1 }));
  expect((await erase(anton, one)).status).toBe(200);

  const people = await server.sql<{ name: string }>(
    'select firstname || lastname || coalesce(email, $2) as name from person where id = $1',
    [pointer, ''],
  );
  expect(people).toEqual([{ name: 'GelöschtePerson' }]);
  expect(await server.sql('select 1 from membership_application where lastname = $1', [lastname])).toEqual([]);
  expect(await server.sql('select state from hour_sheet where person_id = $1', [one.id])).toEqual([{ state: 'paid' }]);
  expect(await server.sql('select name, person_ids from mail_recipient where message_id = $1', [message?.id])).toEqual([
    { name: 'familie@example.org', person_ids: [child] },
  ]);
  expect(await server.sql('select 1 from outbox_mail where recipient = $1', [email])).toEqual([]);
  expect(await server.database.read(everyClub, readErasures)).toContainEqual(expect.objectContaining({ kind: 'person', id: pointer }));
});

test('documents, feedback and mails under the address are in the export, and are erased with the person', async () => {
  const one = await former();
  const email = `${one.name.slice(6).toLowerCase()}@example.org`;
  const [membership] = await server.sql<{ id: string }>('select id from member where person_id = $1', [one.id]);
  const segment = randomUUID();
  await addPapers(membership?.id, ['antrag.pdf'], segment);
  await addPapers(`${membership?.id}0`, ['anderes.pdf'], segment);
  await server.sql(
    `insert into feedback (club, kind, text, email, app_version, state, created_at)
     values ('RWA', 'club', 'Die Halle war kalt.', $1, 'v2.4', 'answered', now())`,
    [email],
  );
  await server.sql(
    `insert into member_import (id, club, created_by_name, created_at, file_name, content, headings, mapping, state, total, faults)
     values (gen_random_uuid(), 'RWA', 'Anton', now(), 'alle.csv', 'Paula', '[]', '[]', 'uploaded', 1, '[]')`,
  );
  const anton = await server.signedIn('admin');
  const { body, text } = await anton.get<SubjectFile>(`/api/privacy/people/${one.id}/export`);
  expect(body.parts.find(({ title }) => title === 'Dateien')?.rows).toMatchObject([{ name: 'antrag.pdf', size_bytes: 12 }]);
  expect(text).toContain('Die Halle war kalt.');
  const { goes } = (await preview(anton, one.id)).body;
  expect(goes).toContainEqual({ what: 'Dateien der Mitgliedschaft', count: 1 });

  expect((await erase(anton, one)).status).toBe(200);
  const left = await server.sql<{ path: string }>('select path from storage_object where path like $1', [`%${membership?.id}%`]);
  expect(left.map(({ path }) => path)).toEqual([`RWA/members/${membership?.id}0/anderes.pdf`]);
  expect(await server.sql('select 1 from storage_garbage where segment_id = $1', [segment])).toHaveLength(1);
  expect(await server.sql('select 1 from feedback where email = $1', [email])).toEqual([]);
  expect(await server.sql('select 1 from member_import where content is not null or faults is not null')).toEqual([]);
});

test('bulk mails are kept as long as the rule says, with their recipients', async () => {
  await server.sql(
    `with mail as (insert into mail_message (id, club, subject, body, audience, audience_name, legal_basis, reply_to, recipients, sender, created_at)
       select gen_random_uuid(), 'RWA', subject, '{}', '{}', 'Alle', 'membership', 'a@example.org', 1, 'Anton', '2026-11-20'
       from unnest(array['Fristprobe']) as subject returning id)
     insert into mail_recipient (message_id, club, email, name, person_ids) select id, 'RWA', 'frist@example.org', 'Frieda', '{}' from mail`,
  );
  const kept = () => server.sql("select 1 from mail_recipient where email = 'frist@example.org'");
  setClock(new Date('2027-11-19T03:00:00Z'));
  await work('retention');
  expect(await kept()).toHaveLength(1);
  setClock(new Date('2027-11-21T03:00:00Z'));
  await work('retention');
  expect(await kept()).toEqual([]);
});

test('open matters are listed and prevent an erasure', async () => {
  const one = await former();
  await addCharge(one.id, 'open');
  await server.sql("update member set left_on = null, status = 'active' where person_id = $1", [one.id]);
  const anton = await server.signedIn('admin');
  const { blockers } = (await preview(anton, one.id)).body;
  expect(blockers).toEqual([expect.stringContaining('Austritt'), 'Offene Forderungen: 1 über zusammen 25,00 €.']);
  const answer = await erase(anton, one);
  expect([answer.status, answer.body.code, answer.body.fields?.map(({ message }) => message)]).toEqual([409, 'not-ready', blockers]);
  expect((await everything(one.id))[0]?.text).toContain('Asthma');
});

test('a wrong name or a stale version erases nobody', async () => {
  const one = await former();
  const anton = await server.signedIn('admin');
  const wrong = await erase(anton, { ...one, name: 'Paula' });
  expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([422, 'name']);
  expect((await erase(anton, one, 7)).status).toBe(409);
  expect((await everything(one.id))[0]?.text).toContain('Asthma');
});

test('an account of this person only is deleted with them', async () => {
  const one = await former();
  const id = randomUUID();
  await server.sql("insert into auth_user (id, name, email, club, created_at, updated_at) values ($1, 'P', $2, 'RWA', now(), now())", [
    id,
    `${id}@example.org`,
  ]);
  await server.sql("insert into app_user (id, club, email, created_at, updated_at) values ($1, 'RWA', $2, now(), now())", [
    id,
    `${id}@example.org`,
  ]);
  await server.sql("insert into person_access (user_id, person_id, club, relation, verified_at) values ($1, $2, 'RWA', 'self', now())", [
    id,
    one.id,
  ]);
  const anton = await server.signedIn('admin');
  expect((await preview(anton, one.id)).body.goes).toContainEqual({ what: 'Benutzerkonto', count: 1 });
  await erase(anton, one);
  expect(await server.sql('select 1 from auth_user where id = $1', [id])).toEqual([]);
});

test('a consent is withdrawn once, with its day, and the list shows it', async () => {
  const one = await former();
  const anton = await server.signedIn('admin');
  const list = async () => (await anton.get<KeptConsent[]>(`/api/privacy/consents?personId=${one.id}`)).body;
  const [before] = await list();
  expect(before).toMatchObject({ name: one.name, purpose: 'Rundbrief', revokedAt: null });
  expect((await anton.post<KeptConsent>(`/api/privacy/consents/${before?.id}/withdraw`, {})).body.revokedAt).not.toBeNull();
  expect((await anton.post(`/api/privacy/consents/${before?.id}/withdraw`, {})).body.code).toBe('wrong-state');
  expect((await list())[0]?.revokedAt).not.toBeNull();
  const byName = await anton.get<KeptConsent[]>(`/api/privacy/consents?search=${encodeURIComponent(one.name.toUpperCase())}`);
  expect(byName.body.map(({ name }) => name)).toEqual([one.name]);
  expect((await anton.get<KeptConsent[]>('/api/privacy/consents?search=%25')).body).toEqual([]);
});

test('by rule health notes are deleted after the last course, and former members after their retention', async () => {
  const one = await former();
  const young = await former();
  await server.sql(
    "update course set starts_on = '2026-08-01', ends_on = '2026-09-01' where id in (select course_id from enrolment where person_id = $1)",
    [one.id],
  );
  await server.sql("update enrolment set registered_at = '2020-01-01' where person_id = $1", [one.id]);
  await server.sql("update care_note set updated_at = '2020-01-01' where person_id = $1", [one.id]);
  await forget();
  const notes = await server.sql('select health_note from care_note where person_id = any ($1)', [[one.id, young.id]]);
  expect(notes.map(({ health_note }) => health_note).toSorted()).toEqual(['Asthma', null]);
  expect((await everything(one.id))[0]?.text).toContain('Paula');
  setClock(new Date('2029-12-01T03:00:00Z'));
  await server.sql("update person set created_at = '2010-01-01', updated_at = '2021-01-01' where id = $1", [one.id]);
  await forget();
  expect((await everything(one.id))[0]?.text).not.toContain('Paula');
  const [row] = await server.sql<{ content: string }>("select content from audit where name = 'Aufbewahrung' order by id desc limit 1");
  expect(row?.content).toMatch(/^Nach Ablauf der Frist gelöscht: \d+ Personen$/);
});
