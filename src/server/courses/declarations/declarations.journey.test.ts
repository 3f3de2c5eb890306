import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Declaration, DeclarationReceipt, OwnDeclaration } from '#shared/courses/declarations.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { ProposedCharge, ProposedRefund } from '#shared/money/charges.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
const november = new Date('2026-11-22T09:00:00Z');
beforeAll(async () => {
  setClock(november);
  server = await startServer();
});
beforeEach(async () => {
  setClock(november);
  await server.sql('delete from rate_limit');
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** A group every Monday for 12,00 € a month without an end, or a course that ends. */
async function offer(title: string, kind: 'permanent' | 'course' = 'permanent'): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, ends_on, status, registration, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, $2, $3, $4, '2026-09-01', $5, 'published', 'open', false, now(), now())`,
    [id, `v-${id}`, kind, title, kind === 'course' ? '2027-03-29' : null],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 1200, $2)", [
    id,
    kind === 'course' ? 'course' : 'month',
  ]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state)
     select gen_random_uuid(), $1, d::date, d + time '18:00', d + time '19:00', 'planned'
     from generate_series('2026-09-07'::timestamp, '2027-03-29'::timestamp, interval '7 days') d`,
    [id],
  );
  return id;
}

async function joins(courseId: string, firstname: string, email = `${firstname.toLowerCase()}@example.org`): Promise<string> {
  const edda = await server.signedIn('editor');
  const person = { firstname, lastname: 'Müller-Groß', birthDate: '1990-01-01', email };
  return (await edda.post<{ id: string }>(`/api/courses/${courseId}/participants`, { person })).body.id;
}

const declare = (values: object, client: Client = server.visitor()) =>
  client.post<DeclarationReceipt>('/api/contract-declarations', { kind: 'termination', club: 'RWA', ...values });
/** The declarations from an address, latest last. */
const rowsOf = (email: string) =>
  server.sql<{ id: string; state: string; ends_on: string | null }>(
    'select id, state, ends_on::text from contract_declaration where email = $1 order by received_at, id',
    [email],
  );
const enrolmentOf = async (id: string) =>
  (await server.sql<{ state: string; leaves_on: string | null }>('select state, leaves_on::text from enrolment where id = $1', [id]))[0];
const tasks = async (client: Client) => (await client.get<Declaration[]>('/api/contract-declarations')).body;
const linkIn = (mail: string) => /contracts\/([\w-]+)/.exec(mail)?.[1] ?? '';

test('a termination without an account ends the contract at the earliest date, from whatever site, with a receipt to the second', async () => {
  const id = await joins(await offer('Badminton am Abend'), 'Jörg', 'joerg@example.org');
  setClock(new Date('2026-11-22T16:05:12Z'));
  const { status, body } = await declare(
    { club: 'GSV', name: 'joerg Mueller-Gross', email: 'JOERG@example.org', contract: 'Badminton', website: '' },
    server.visitor('GSV'),
  );
  expect([status, body.endsOn]).toEqual([200, null]);
  expect(body.text).toContain('am Sonntag, 22.11.2026, um 17:05:12 Uhr');
  expect(body.text).toContain('Kündigung zum: nächstmöglichen Zeitpunkt');
  expect(await enrolmentOf(id)).toEqual({ state: 'confirmed', leaves_on: '2026-12-31' });
  const mail = await server.latestMail('joerg@example.org');
  expect(mail).toContain(body.text);
  expect(mail).toContain('„Badminton am Abend“ (Jörg Müller-Groß) endet am 31.12.2026');
  // Submitted twice: the same day, and no second task.
  await declare({ name: 'Jörg Müller-Groß', email: 'joerg@example.org', contract: 'Badminton' });
  const states = (await rowsOf('joerg@example.org')).map(({ state, ends_on }) => [state, ends_on]);
  expect(states).toEqual([1, 2].map(() => ['matched', '2026-12-31']));
});

test('a requested day after the notice period ends the contract at the end of the following period', async () => {
  const id = await joins(await offer('Tischtennis'), 'Wanda');
  await declare({ name: 'Wanda Müller-Groß', email: 'wanda@example.org', contract: 'Tischtennis', wishedOn: '2027-02-10' });
  expect((await enrolmentOf(id))?.leaves_on).toBe('2027-02-28');
});

test('from another address nothing ends: the board decides, and the known address is notified', async () => {
  const id = await joins(await offer('Fechten'), 'Ada');
  const { status } = await declare({ name: 'Ada Müller-Groß', email: 'fremd@example.org', contract: 'Fechten' });
  expect(status).toBe(200);
  expect((await enrolmentOf(id))?.leaves_on).toBeNull();
  expect(await server.latestMail('fremd@example.org')).toContain('in den nächsten drei Werktagen');
  const warned = await server.latestMail('ada@example.org');
  expect(warned).toContain('von einer anderen E-Mail-Adresse');
  const seen = (await server.visitor().get<OwnDeclaration>(`/api/contract-declarations/links/${linkIn(warned)}`)).body;
  expect(seen).toMatchObject({ state: 'received', canDisown: true, name: 'Ada Müller-Groß' });
  await server.visitor().post(`/api/contract-declarations/links/${linkIn(warned)}`);
  expect((await rowsOf('fremd@example.org')).map(({ state }) => state)).toEqual(['undone']);
});

test('"Das war ich nicht" reverts the termination and notifies the board, for 14 days', async () => {
  const id = await joins(await offer('Rudern'), 'Udo');
  await declare({ name: 'Udo Müller-Groß', email: 'udo@example.org', contract: 'Rudern' });
  const link = `/api/contract-declarations/links/${linkIn(await server.latestMail('udo@example.org'))}`;
  expect((await enrolmentOf(id))?.leaves_on).toBe('2026-12-31');
  setClock(new Date('2026-12-07T09:00:00Z'));
  expect((await server.visitor().post<ProblemBody>(link)).body.code).toBe('undo-over');
  setClock(new Date('2026-12-06T09:00:00Z'));
  expect((await server.visitor().post<OwnDeclaration>(link)).body).toMatchObject({ state: 'undone', canDisown: false });
  expect((await enrolmentOf(id))?.leaves_on).toBeNull();
  expect((await server.visitor().post<OwnDeclaration>(link)).body.state).toBe('undone');
  setClock(november);
  const anton = await server.signedIn('admin');
  const task = (await tasks(anton)).find(({ name }) => name === 'Udo Müller-Groß');
  expect(task).toMatchObject({ state: 'undone', why: 'Es gilt wieder, was vorher galt.' });
  await anton.post(`/api/contract-declarations/${task?.id}/acknowledgement`, { version: task?.version });
  expect((await tasks(anton)).some((one) => one.id === task?.id)).toBe(false);
  expect((await server.visitor().get<ProblemBody>('/api/contract-declarations/links/keinlinkderwelt12345678')).status).toBe(410);
});

test('a withdrawal within 14 days reverts the contract and its charges, up to the last minute; a day later the board decides', async () => {
  const group = await offer('Yoga am Morgen');
  const [ida, eva] = [await joins(group, 'Ida'), await joins(group, 'Eva')];
  const anton = await server.signedIn('admin');
  await anton.post('/api/charges', { courseId: group, day: '2026-12-01', dueOn: '2026-12-15' });
  type Preview = { charges: ProposedCharge[]; refunds: ProposedRefund[]; toCheck: ProposedCharge[] };
  const withdraw = (firstname: string) =>
    declare({ kind: 'withdrawal', name: `${firstname} Müller-Groß`, email: `${firstname.toLowerCase()}@example.org`, contract: 'Yoga' });
  setClock(new Date('2026-12-07T22:59:00Z'));
  await withdraw('Ida');
  expect(await enrolmentOf(ida)).toEqual({ state: 'cancelled', leaves_on: null });
  expect(await server.latestMail('ida@example.org')).toContain('ist widerrufen. Sie bezahlen dafür nichts');
  const open = await server.sql("select 1 from charge where source_id = $1 and state <> 'cancelled'", [ida]);
  expect(open).toEqual([]);
  setClock(november);
  const preview = (await anton.get<Preview>(`/api/charges/preview?courseId=${group}&day=2027-01-15`)).body;
  expect([...preview.charges, ...preview.toCheck].filter(({ participationId }) => participationId === ida)).toEqual([]);
  // Submitted again: a mail is sent again, but no second task is created.
  setClock(new Date('2026-12-07T22:59:30Z'));
  await withdraw('Ida');
  expect((await rowsOf('ida@example.org')).map(({ state }) => state)).toEqual(['matched', 'matched']);
  setClock(new Date('2026-12-07T23:00:00Z'));
  await withdraw('Eva');
  expect((await enrolmentOf(eva))?.state).toBe('confirmed');
  expect((await rowsOf('eva@example.org')).map(({ state }) => state)).toEqual(['received']);
});

test('a change of groups begins no new days to withdraw: the first contract counts, and within its days the board sees to both seats', async () => {
  // Weeks pass: each time somebody signs in anew.
  const anton = () => server.signedIn('admin');
  const department = randomUUID();
  await server.sql("insert into department (id, club, name) values ($1, 'RWA', 'Widerruf nach Wechsel')", [department]);
  const [old, next] = [await offer('Rudern früh'), await offer('Rudern spät')];
  await server.sql('update course set department_id = $1 where id = any($2)', [department, [old, next]]);
  const move = async (id: string, from: string) =>
    (await (await anton()).post(`/api/participants/${id}/move`, { courseId: next, from })).status;
  const seatsOf = (firstname: string) =>
    server.sql<{ state: string; title: string }>(
      `select e.state, c.title from enrolment e join course c on c.id = e.course_id join person p on p.id = e.person_id
       where p.firstname = $1 order by c.title`,
      [firstname],
    );
  const withdraw = (firstname: string) =>
    declare({
      kind: 'withdrawal',
      name: `${firstname} Müller-Groß`,
      email: `${firstname.toLowerCase()}@example.org`,
      contract: 'Rudern spät',
    });
  const onDay = (day: string) => setClock(new Date(`${day}T09:00:00Z`));
  onDay('2026-11-02');
  const uta = await joins(old, 'Uta');
  onDay('2026-11-22');
  const ulf = await joins(old, 'Ulf');
  expect([await move(uta, '2026-11-23'), await move(ulf, '2026-11-23')]).toEqual([200, 200]);
  onDay('2026-11-24');
  for (const firstname of ['Uta', 'Ulf']) await withdraw(firstname);
  const why = async (firstname: string) => (await tasks(await anton())).find(({ name }) => name.startsWith(firstname))?.why;
  expect([await why('Uta'), await why('Ulf')]).toEqual([
    'Die 14 Tage für einen Widerruf sind vorbei.',
    'Seit dem Vertrag wurde die Gruppe gewechselt: Bitte beide Anmeldungen und ihre Beträge prüfen.',
  ]);
  for (const firstname of ['Ulf', 'Uta'])
    expect((await seatsOf(firstname)).find(({ title }) => title === 'Rudern spät')?.state).toBe('confirmed');
});

test('unclear declarations become tasks: two matches, a course that ends anyway, the membership, a good cause', async () => {
  await joins(await offer('Turnen montags'), 'Nora');
  await joins(await offer('Turnen dienstags'), 'Nora');
  await joins(await offer('Schwimmkurs', 'course'), 'Olaf');
  const single = await joins(await offer('Klettern'), 'Pia');
  for (const [firstname, contract, more] of [
    ['Nora', 'Turnen', {}],
    ['Olaf', 'Schwimmkurs', {}],
    ['Pia', 'Mitgliedschaft', {}],
    ['Pia', 'Klettern', { isExtraordinary: true, reason: 'Umzug' }],
  ] as const)
    await declare({ name: `${firstname} Müller-Groß`, email: `${firstname.toLowerCase()}@example.org`, contract, ...more });
  const all = [...(await rowsOf('nora@example.org')), ...(await rowsOf('olaf@example.org')), ...(await rowsOf('pia@example.org'))];
  expect(all.map(({ state }) => state)).toEqual(Array(4).fill('received'));
  expect((await enrolmentOf(single))?.leaves_on).toBeNull();
});

test('the board of the club confirms with the selected enrolment and a day, or declines with a reason; nobody else sees or decides', async () => {
  const id = await joins(await offer('Boxen'), 'Zoe');
  const values = { name: 'Zoe Müller-Groß', email: 'zoe@example.org', contract: 'Boxen', isExtraordinary: true };
  await declare(values);
  await declare({ ...values, contract: 'Mitgliedschaft' });
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect([role, (await (await server.signedIn(role)).get('/api/contract-declarations')).status]).toEqual([role, 403]);
  expect((await server.visitor().get('/api/contract-declarations')).status).toBe(401);
  const anton = await server.signedIn('admin');
  const mine = (await tasks(anton)).filter(({ email }) => email === 'zoe@example.org');
  const boxing = mine.find(({ contract }) => contract === 'Boxen');
  expect(boxing?.fitting).toEqual([expect.objectContaining({ enrolmentId: id, title: 'Boxen', endsOnNotice: '2026-12-31' })]);
  const url = `/api/contract-declarations/${boxing?.id}/confirmation`;
  const decision = { enrolmentId: id, endsOn: '2026-11-30', answer: 'Alles Gute.', version: boxing?.version };
  expect((await (await server.signedIn('admin', 'SCB')).post(url, decision)).status).toBe(404);
  const past = await anton.post<ProblemBody>(url, { ...decision, endsOn: '2026-11-21' });
  expect([past.status, past.body.fields?.[0]?.path]).toEqual([422, 'leavesOn']);
  expect((await anton.post(url, decision)).status).toBe(200);
  expect(await enrolmentOf(id)).toEqual({ state: 'confirmed', leaves_on: '2026-11-30' });
  expect(await server.latestMail('zoe@example.org')).toContain('endet am 30.11.2026');
  expect((await anton.post<ProblemBody>(url, decision)).body.code).toBe('wrong-state');
  const membership = mine.find(({ contract }) => contract === 'Mitgliedschaft');
  const refusal = { answer: 'Bitte schriftlich.', version: membership?.version };
  expect((await anton.post(`/api/contract-declarations/${membership?.id}/refusal`, refusal)).status).toBe(200);
  expect(await server.latestMail('zoe@example.org')).toContain('Bitte schriftlich.');
});

test('a signed-in user ends one of their own contracts; those of others are treated as unknown', async () => {
  const group = await offer('Judo');
  const rosa = await server.signedIn('reader');
  const person = { club: 'RWA', relation: 'guardian', firstname: 'Kim', lastname: 'Judo', birthDate: '2018-02-03', gender: 'w' };
  const child = (await rosa.post<{ id: string }>('/api/people/mine', person)).body;
  const [placed] = (await rosa.post<{ id: string }[]>(`/api/courses/${group}/registrations`, { personIds: [child.id], acceptsTerms: true }))
    .body;
  const values = { name: 'Irgendwer', email: 'rosa@example.org', contract: 'Judo', enrolmentId: placed?.id };
  await declare(values, await server.signedIn('trainer'));
  expect((await enrolmentOf(placed?.id ?? ''))?.leaves_on).toBeNull();
  expect((await declare(values, rosa)).body.endsOn).toBe('2026-12-31');
  expect((await enrolmentOf(placed?.id ?? ''))?.leaves_on).toBe('2026-12-31');
});

test.for(['matched', 'received'])('what a form sends again after a lost answer counts once: %s', async (state) => {
  const email = `lost-${state}@example.org`;
  if (state === 'matched') await joins(await offer('Bogenschießen'), 'Lotte', email);
  const sent = { name: 'Lotte Müller-Groß', email, contract: state === 'matched' ? 'Bogenschießen' : 'Irgendwas', key: randomUUID() };
  const answers = [await declare(sent), await declare(sent)];
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect((await rowsOf(email)).map((row) => row.state)).toEqual([state]);
  const mails = await server.sql("select 1 from outbox_mail where recipient = $1 and subject = 'Eingang: Ihre Kündigung'", [email]);
  expect(mails).toHaveLength(1);
  await declare({ ...sent, person: 'Lotte' });
  expect(await rowsOf(email)).toHaveLength(2);
});

test('a declaration is immutable, and a bot leaves nothing', async () => {
  const trapped = await declare({ name: 'Bot', email: 'bot@example.org', contract: 'Alles', website: 'https://example.org' });
  expect([trapped.status, trapped.body.text.includes('Name: Bot')]).toEqual([200, true]);
  expect(await rowsOf('bot@example.org')).toEqual([]);
  await declare({ name: 'Bea', email: 'bea@example.org', contract: 'Etwas' });
  const [row] = await rowsOf('bea@example.org');
  for (const column of ['name', 'contract', 'receipt'])
    await expect(server.sql(`update contract_declaration set ${column} = 'anders' where id = $1`, [row?.id])).rejects.toMatchObject({
      code: '42501',
    });
});

test('after ten declarations in an hour a network is rate-limited', async () => {
  const statuses = [];
  for (let n = 0; n < 11; n++) statuses.push((await declare({ name: `N ${n}`, email: 'viele@example.org', contract: 'Nichts' })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});
