import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnEnrolment, ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import type { MoveChoice } from '#shared/courses/moves/moves.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { endUndo } from '../enrolments/service.ts';
import { endSwaps, offerSwaps, settleMoves } from './service.ts';

let server: TestServer;
let departmentId: string;
beforeAll(async () => {
  setClock(new Date('2026-11-22T09:00:00Z'));
  server = await startServer();
  departmentId = randomUUID();
  await server.sql("insert into department (id, club, name) values ($1, 'RWA', 'Turnen Wechsel')", [departmentId]);
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** A group every Monday, for `cents` a month. */
async function group(title: string, cents: number, { places = 10, ages = [null, null] as (number | null)[] } = {}): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, department_id, slug, number, kind, title, starts_on, status, registration, requires_guardian, places_max,
       age_min, age_max, age_reference, min_term_months, created_at, updated_at)
     values ($1, 'RWA', $2, $3, $3, 'permanent', $4, '2026-09-01', 'published', 'open', false, $5, $6, $7, 'session', 6, now(), now())`,
    [id, departmentId, `w-${id}`, title, places, ages[0], ages[1]],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', $2, 'month')", [id, cents]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), $1, d::date, d + time '15:30', d + time '16:30'
     from generate_series('2026-09-07'::timestamp, '2027-03-29'::timestamp, interval '7 days') d`,
    [id],
  );
  server.outdate();
  return id;
}

async function childOf(parent: Client, firstname: string): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Wechsel', birthDate: '2018-02-03', gender: 'w' };
  return (await parent.post<OwnPerson>('/api/people/mine', person)).body.id;
}

/** A child with a seat since September. */
async function seated(parent: Client, courseId: string, firstname: string): Promise<string> {
  const personIds = [await childOf(parent, firstname)];
  const [row] = (await parent.post<{ id: string }[]>(`/api/courses/${courseId}/registrations`, { personIds, acceptsTerms: true })).body;
  await server.sql("update enrolment set starts_on = '2026-09-07' where id = $1", [row?.id]);
  return row?.id ?? '';
}

type Preview = { charges: { period: string; cents: number }[] };
type Row = {
  id: string;
  state: string;
  starts_on: string;
  leaves_on: string | null;
  billed_from: string | null;
  billed_until: string | null;
};
const rowsOf = (courseId: string) =>
  server.sql<Row & { term_from: string | null }>(
    `select id, state, starts_on::text, leaves_on::text, billed_from::text, billed_until::text, term_from::text
     from enrolment where course_id = $1 order by registered_at`,
    [courseId],
  );
const choicesOf = async (client: Client, id: string) => (await client.get<MoveChoice[]>(`/api/registrations/${id}/moves`)).body;
const ask = (client: Client, id: string, { courseId, quote }: Pick<MoveChoice, 'courseId' | 'quote'>) =>
  client.post<{ id: string; state: string } & ProblemBody>(`/api/registrations/${id}/moves`, { courseId, quote });

test('a mother sees the suitable groups with start and costs, changes, and undoes it before it begins', async () => {
  const [minis, maxis] = [await group('Minis', 1200), await group('Maxis', 1500)];
  const grown = await group('Erwachsene', 2000, { ages: [18, null] });
  const rosa = await server.signedIn('reader');
  const id = await seated(rosa, minis, 'Mila');
  const choices = await choicesOf(rosa, id);
  expect(choices.map(({ courseId }) => courseId)).not.toContain(grown);
  const choice = choices.find(({ courseId }) => courseId === maxis);
  expect(choice?.words.map((words) => words.replaceAll('\u00A0', ' '))).toEqual([
    'Bis 22.11.2026 bei „Minis“, ab 23.11.2026 bei „Maxis“.',
    '„Minis“ kostet bis 30.11.2026 weiter 12,00 € im Monat.',
    '„Maxis“ kostet ab 01.12.2026 15,00 € im Monat.',
    'Eine Gebühr oder eine neue Mindestdauer gibt es nicht.',
  ]);
  if (!choice) throw new Error('no choice');
  expect((await ask(await server.signedIn('trainer'), id, choice)).status).toBe(404);
  expect((await ask(rosa, id, { ...choice, quote: 'etwas anderes' })).body.code).toBe('quote-changed');
  expect(await rowsOf(maxis)).toEqual([]);
  for (const courseId of [grown, minis]) expect((await ask(rosa, id, { ...choice, courseId })).body.code).toBe('move-not-possible');
  const moved = await ask(rosa, id, choice);
  expect(moved.body.state).toBe('confirmed');
  expect((await ask(rosa, id, choice)).body.code).toBe('move-not-possible');
  expect(await rowsOf(minis)).toMatchObject([{ state: 'confirmed', leaves_on: '2026-11-22', billed_until: '2026-11-30' }]);
  expect(await rowsOf(maxis)).toMatchObject([{ starts_on: '2026-11-23', billed_from: '2026-12-01', term_from: '2026-09-07' }]);
  const own = (await rosa.get<OwnEnrolment>(`/api/registrations/${id}`)).body;
  expect([own.move, own.mayMove]).toEqual([{ words: 'Wechselt am 23.11.2026 zu „Maxis“.', mayUndo: true }, false]);
  expect((await rosa.post<ProblemBody>(`/api/registrations/${id}`, { action: 'keep' })).body.code).toBe('wrong-state');
  const told = await server.sql<{ body: string }>("select body from outbox_mail where subject = 'Wechsel: Minis → Maxis'");
  expect(told.map(({ body }) => body.includes('ab 01.12.2026'))).toEqual([true]);
  // One mail tells of the change and is the ticket of the new group.
  expect(told[0]?.body).toContain('Bis zum Beginn lässt sich das unter „Mein Profil“ oder über den Link unten zurücknehmen');
  expect(told[0]?.body).toContain('/registration/');
  // The contract goes on, and with it the days to withdraw from it.
  expect(told[0]?.body).not.toContain('Widerrufen können Sie');
  expect(await server.sql("select 1 from outbox_mail where subject like 'Angemeldet: Maxis%'")).toEqual([]);
  expect((await rosa.post(`/api/registrations/${moved.body.id}/moves/undo`)).status).toBe(200);
  // The inbox of the account tells it as the mail does.
  expect(await server.sql("select title from user_notice where title like 'Wechsel zur%'")).toEqual([
    { title: 'Wechsel zurückgenommen: Minis' },
  ]);
  expect(await rowsOf(minis)).toMatchObject([{ state: 'confirmed', leaves_on: null, billed_until: null }]);
  expect(await rowsOf(maxis)).toMatchObject([{ state: 'cancelled' }]);
  expect((await rosa.post<ProblemBody>(`/api/registrations/${id}/moves/undo`)).body.code).toBe('undo-over');
});

test('the old group is billed to the end of the current month, the new one from the next: no month is charged twice or left out', async () => {
  const [from, to] = [await group('Alt', 1200), await group('Neu', 1500)];
  const rosa = await server.signedIn('reader');
  const id = await seated(rosa, from, 'Ben');
  const editor = await server.signedIn('editor');
  const moved = await editor.post<{ id: string }>(`/api/participants/${id}/move`, { id, courseId: to, from: '2026-12-10' });
  expect(moved.status).toBe(200);
  const admin = await server.signedIn('admin');
  const proposed = [];
  for (const courseId of [from, to]) {
    const { body } = await admin.get<Preview>(`/api/charges/preview?courseId=${courseId}&day=2027-01-20`);
    proposed.push(...body.charges.map(({ period, cents }) => [period, cents]));
  }
  expect(proposed).toEqual([
    ['2026-09', 1200],
    ['2026-10', 1200],
    ['2026-11', 1200],
    ['2026-12', 1200],
    ['2027-01', 1500],
  ]);
});

test('a pause to come goes along to the new group, and back when the change is undone', async () => {
  const [from, to] = [await group('Pause alt', 1200), await group('Pause neu', 1500)];
  await server.sql('update course set pause_max_months = 2 where id in ($1, $2)', [from, to]);
  const till = await server.signedIn('trainer');
  const id = await seated(till, from, 'Ove');
  expect((await till.post(`/api/registrations/${id}/pauses`, { from: '2027-01-01', months: 1 })).status).toBe(200);
  const choice = (await choicesOf(till, id)).find(({ courseId }) => courseId === to);
  if (!choice) throw new Error('no choice');
  const pausesOf = async (one: string) => (await till.get<OwnEnrolment>(`/api/registrations/${one}`)).body.pauses.length;
  const { id: nextId } = (await ask(till, id, choice)).body;
  expect([await pausesOf(id), await pausesOf(nextId)]).toEqual([0, 1]);
  const anton = await server.signedIn('admin');
  const { charges } = (await anton.get<Preview>(`/api/charges/preview?courseId=${to}&day=2027-02-20`)).body;
  expect(charges.map(({ period }) => period)).toEqual(['2026-12', '2027-02']);
  expect((await till.post(`/api/registrations/${nextId}/moves/undo`)).status).toBe(200);
  expect([await pausesOf(id), await pausesOf(nextId)]).toEqual([1, 0]);
});

test('a person moving to a full group waits and keeps the old seat, which ends automatically with the new one', async () => {
  const [from, full] = [await group('Bleibt', 1200), await group('Voll', 1500, { places: 1 })];
  const rosa = await server.signedIn('reader');
  const other = await seated(rosa, full, 'Ole');
  const id = await seated(rosa, from, 'Ida');
  const choice = (await choicesOf(rosa, id)).find(({ courseId }) => courseId === full);
  expect([choice?.isFull, choice?.words[0]]).toEqual([true, expect.stringContaining('Warteliste')]);
  if (!choice) throw new Error('no choice');
  const asked = await ask(rosa, id, choice);
  expect(asked.body.state).toBe('waitlisted');
  expect((await rosa.get<OwnEnrolment>(`/api/registrations/${id}`)).body.move?.words).toContain('Wartet auf einen Platz bei „Voll“');
  await settleMoves(server);
  expect(await rowsOf(from)).toMatchObject([{ state: 'confirmed', leaves_on: null }]);
  await server.sql("update enrolment set leaves_on = '2026-11-21' where id = $1", [other]);
  const editor = await server.signedIn('editor');
  expect((await editor.post(`/api/participants/${asked.body.id}/decision`, { action: 'confirm', reason: '' })).status).toBe(200);
  for (const _ of [1, 2]) await settleMoves(server);
  expect(await rowsOf(from)).toMatchObject([{ state: 'confirmed', leaves_on: '2026-11-22', billed_until: '2026-11-30' }]);
  expect((await rowsOf(full)).find((row) => row.id === asked.body.id)).toMatchObject({ billed_from: '2026-12-01' });
});

test('whoever waited and accepts the offered seat gets one mail about both: the new seat, and when the old one ends', async () => {
  const [from, full] = [await group('Noch hier', 1200), await group('Bald dort', 1500, { places: 1 })];
  const till = await server.signedIn('trainer');
  const other = await seated(till, full, 'Olga');
  const id = await seated(till, from, 'Ina');
  const choice = (await choicesOf(till, id)).find(({ courseId }) => courseId === full);
  if (!choice) throw new Error('no choice');
  const { id: nextId } = (await ask(till, id, choice)).body;
  await server.sql("update enrolment set leaves_on = '2026-11-21' where id = $1", [other]);
  const editor = await server.signedIn('editor');
  expect((await editor.post(`/api/participants/${nextId}/decision`, { action: 'offer', reason: '' })).status).toBe(200);
  const { step } = (await till.get<OwnEnrolment>(`/api/registrations/${nextId}`)).body;
  const shown = JSON.stringify(step).replaceAll('\u00A0', ' ');
  expect(shown).toContain('15,00 €');
  expect(shown, 'the begun month, paid with the old group').not.toContain('Für 11/2026');
  expect(shown, 'the days to withdraw run from the first contract').not.toContain('Widerrufen');
  const answer = (action: string) => till.post(`/api/registrations/${nextId}`, { action });
  for (const action of ['accept', 'undo', 'accept']) expect([action, (await answer(action)).status]).toEqual([action, 200]);
  await settleMoves(server);
  expect(await rowsOf(from)).toMatchObject([{ state: 'confirmed', leaves_on: null }]);
  setClock(new Date('2026-11-22T09:11:00Z'));
  await endUndo(server);
  for (const _ of [1, 2]) await settleMoves(server);
  setClock(new Date('2026-11-22T09:00:00Z'));
  expect(await rowsOf(from)).toMatchObject([{ state: 'confirmed', leaves_on: '2026-11-22', billed_until: '2026-11-30' }]);
  const mails = await server.sql<{ subject: string; body: string }>(
    "select subject, body from outbox_mail where subject_id in ($1, $2) and subject ~ '^(Wechsel|Angemeldet: Bald|Kündigung|Platz abgesagt)' order by id",
    [id, nextId],
  );
  // Taken back and accepted again: one mail for each time.
  expect(mails.map(({ subject }) => subject)).toEqual(['Wechsel: Noch hier → Bald dort', 'Wechsel: Noch hier → Bald dort']);
  const told = mails[1]?.body.replaceAll('\u00A0', ' ');
  for (const words of [
    'Ina Wechsel wechselt die Gruppe.',
    'Bis 22.11.2026 bei „Noch hier“, ab 23.11.2026 bei „Bald dort“.',
    '„Noch hier“ kostet bis 30.11.2026 weiter 12,00 € im Monat.',
    '„Bald dort“ kostet ab 01.12.2026 15,00 € im Monat.',
    'Bis zum Beginn lässt sich das unter „Mein Profil“ oder über den Link unten zurücknehmen.',
    '/registration/',
  ])
    expect(told).toContain(words);
  // November is paid with the old group.
  expect(told).not.toContain('November 2026');
});

test('whoever gave notice while waiting makes a new contract with the offered seat: the begun month is shown as it is billed, and the notice stands', async () => {
  const [from, full] = [await group('Gekündigt', 1200), await group('Später frei', 1500, { places: 1 })];
  const till = await server.signedIn('trainer');
  const other = await seated(till, full, 'Ole');
  const id = await seated(till, from, 'Finn');
  const choice = (await choicesOf(till, id)).find(({ courseId }) => courseId === full);
  if (!choice) throw new Error('no choice');
  const { id: nextId } = (await ask(till, id, choice)).body;
  expect((await till.post(`/api/registrations/${id}`, { action: 'cancel' })).status).toBe(200);
  const [left] = await rowsOf(from);
  const own = (await till.get<OwnEnrolment>(`/api/registrations/${id}`)).body;
  expect([own.leavesOn, own.move], 'no word of staying until then').toEqual([left?.leaves_on, null]);
  await server.sql("update enrolment set leaves_on = '2026-11-21' where id = $1", [other]);
  const editor = await server.signedIn('editor');
  expect((await editor.post(`/api/participants/${nextId}/decision`, { action: 'offer', reason: '' })).status).toBe(200);
  const { step } = (await till.get<OwnEnrolment>(`/api/registrations/${nextId}`)).body;
  const shown = JSON.stringify(step).replaceAll('\u00A0', ' ');
  expect(shown).toContain('Für 11/2026 zahlen Sie nur 6,00 €');
  expect(shown).toContain('Widerrufen können Sie bis zum');
  expect((await till.post(`/api/registrations/${nextId}`, { action: 'accept' })).status).toBe(200);
  setClock(new Date('2026-11-22T09:11:00Z'));
  await endUndo(server);
  await settleMoves(server);
  setClock(new Date('2026-11-22T09:00:00Z'));
  expect(await rowsOf(from)).toMatchObject([{ state: 'confirmed', leaves_on: left?.leaves_on, billed_until: null }]);
  const anton = await server.signedIn('admin');
  const { charges } = (await anton.get<Preview>(`/api/charges/preview?courseId=${full}&day=2026-11-30`)).body;
  expect(charges).toContainEqual(expect.objectContaining({ period: '2026-11', cents: 600, participationId: nextId }));
});

test('staff choose the day; a past day, one too far ahead or a course that is no group is reported at its field', async () => {
  const [from, to] = [await group('Tag alt', 1200), await group('Tag neu', 1500)];
  const rosa = await server.signedIn('reader');
  const id = await seated(rosa, from, 'Tom');
  const editor = await server.signedIn('editor');
  const move = (input: object, client = editor) => client.post<ProblemBody>(`/api/participants/${id}/move`, { courseId: to, ...input });
  expect((await move({ from: '2026-11-21' })).body.fields).toMatchObject([{ path: 'from' }]);
  expect((await move({ from: '2027-06-01' })).body.fields).toMatchObject([{ path: 'from' }]);
  expect((await move({ from: '2026-12-01', courseId: from })).body.fields).toMatchObject([{ path: 'courseId' }]);
  expect((await move({ from: '2026-12-01' }, await server.signedIn('trainer'))).status).toBe(403);
  expect((await move({ from: '2026-12-01' })).status).toBe(200);
  expect(await rowsOf(to)).toMatchObject([{ starts_on: '2026-12-07' }]);
  expect((await move({ from: '2026-12-01' })).status).toBe(409);
  expect((await editor.post(`/api/participants/${id}/move/undo`)).status).toBe(200);
  expect(await rowsOf(from)).toMatchObject([{ leaves_on: null }]);
});

test('families that change among three groups concurrently never deadlock, and the seats are counted correctly', async () => {
  const groups = [await group('A', 1000, { places: 6 }), await group('B', 1000, { places: 6 }), await group('C', 1000, { places: 6 })];
  const rosa = await server.signedIn('reader');
  const seats: { id: string; to: string }[] = [];
  for (const [at, courseId] of groups.entries())
    for (const number of [1, 2, 3]) {
      const id = await seated(rosa, courseId, `Kind ${at} ${number}`);
      seats.push({ id, to: groups[(at + 1) % 3] ?? '' });
    }
  const editor = await server.signedIn('editor');
  const answers = await Promise.all(
    seats.map(({ id, to }) => editor.post(`/api/participants/${id}/move`, { courseId: to, from: '2026-12-01' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(seats.map(() => 200));
  for (const courseId of groups) {
    const rows = await rowsOf(courseId);
    expect(rows.filter(({ leaves_on }) => leaves_on !== null)).toHaveLength(3);
    expect(rows.filter(({ state, leaves_on }) => state === 'confirmed' && leaves_on === null)).toHaveLength(3);
  }
});

test('an unused seat is fully reverted: the old group costs nothing, the new one from its first session', async () => {
  const [from, to] = [await group('Nie da', 1200), await group('Lieber hier', 1500)];
  const rosa = await server.signedIn('reader');
  const id = await seated(rosa, from, 'Eva');
  await server.sql("update enrolment set starts_on = '2026-11-23' where id = $1", [id]);
  const choice = (await choicesOf(rosa, id)).find(({ courseId }) => courseId === to);
  expect(choice?.words[0]).toBe('Ab 23.11.2026 bei „Lieber hier“ statt bei „Nie da“.');
  if (!choice) throw new Error('no choice');
  expect((await ask(rosa, id, choice)).body.state).toBe('confirmed');
  expect(await rowsOf(from)).toMatchObject([{ state: 'cancelled', leaves_on: null }]);
  expect(await rowsOf(to)).toMatchObject([{ starts_on: '2026-11-23', billed_from: null }]);
  const after = (await rosa.get<OwnEnrolment>(`/api/registrations/${id}`)).body;
  expect(after.move).toEqual({ words: 'Wechselt am 23.11.2026 zu „Lieber hier“.', mayUndo: true });
  expect((await rosa.post(`/api/registrations/${id}/moves/undo`)).status).toBe(200);
  expect(await rowsOf(from)).toMatchObject([{ state: 'confirmed', starts_on: '2026-11-23', leaves_on: null }]);
  expect(await rowsOf(to)).toMatchObject([{ state: 'cancelled' }]);
  expect((await rosa.get<OwnEnrolment>(`/api/registrations/${id}`)).body).toMatchObject({ move: null, mayMove: true });
});

test('an unused seat that was taken meanwhile is not restored: the new one remains', async () => {
  const [from, to] = [await group('Letzter Platz', 1200, { places: 1 }), await group('Neuer Platz', 1500)];
  const rosa = await server.signedIn('reader');
  const id = await seated(rosa, from, 'Eva');
  await server.sql("update enrolment set starts_on = '2026-11-23' where id = $1", [id]);
  const choice = (await choicesOf(rosa, id)).find(({ courseId }) => courseId === to);
  if (!choice) throw new Error('no choice');
  const moved = await ask(rosa, id, choice);
  await seated(await server.signedIn('reader'), from, 'Nachrückerin');
  const back = await rosa.post<ProblemBody>(`/api/registrations/${moved.body.id}/moves/undo`);
  expect([back.status, back.body.code]).toEqual([409, 'places-taken']);
  expect(await rowsOf(to)).toMatchObject([{ state: 'confirmed', starts_on: '2026-11-23' }]);
});

describe("two families that wait for each other's group", () => {
  type Asked = { rosa: Client; till: Client; one: string; other: string; minis: string; maxis: string };
  /** Two full groups, each with a family that waits for the other group. */
  async function twoWho(prefix: string): Promise<Asked> {
    const minis = await group(`${prefix} Minis`, 1200, { places: 1 });
    const maxis = await group(`${prefix} Maxis`, 1500, { places: 1 });
    const [rosa, till] = [await server.signedIn('editor'), await server.signedIn('trainer')];
    const [mila, tom] = [await seated(rosa, minis, `${prefix} Mila`), await seated(till, maxis, `${prefix} Tom`)];
    const wait = async (client: Client, id: string, to: string) => {
      const choice = (await choicesOf(client, id)).find(({ courseId }) => courseId === to);
      if (!choice) throw new Error('no choice');
      return (await ask(client, id, choice)).body.id;
    };
    return { rosa, till, one: await wait(rosa, mila, maxis), other: await wait(till, tom, minis), minis, maxis };
  }
  const swapOf = async (client: Client, id: string) => (await client.get<OwnEnrolment>(`/api/registrations/${id}`)).body.swap;
  const answer = (client: Client, id: string, agrees: boolean, quote?: string) =>
    client.post<{ state: string } & ProblemBody>(`/api/registrations/${id}/swap`, { agrees, quote });
  const untilInList = async (courseId: string) => {
    const { body } = await (await server.signedIn('editor')).get<ParticipantList>(`/api/courses/${courseId}/participants`);
    return body.rows.map(({ swapUntil }) => swapUntil).toSorted();
  };
  const subjectsTo = (id: string) =>
    server.sql<{ subject: string }>('select subject from outbox_mail where subject_id = $1 order by id', [id]);

  test("are offered a swap once; both agree and get the other's seat, nobody else gets one, and the price is shown", async () => {
    const { rosa, till, one, other, minis, maxis } = await twoWho('T1');
    expect(await swapOf(rosa, one)).toBeNull();
    for (const _ of [1, 2]) await offerSwaps(server);
    expect(await subjectsTo(one)).toMatchObject([{}, { subject: 'Tausch möglich: T1 Maxis' }]);
    const offered = await swapOf(rosa, one);
    expect(offered?.words.map((words) => words.replaceAll('\u00A0', ' '))).toEqual([
      expect.stringContaining('Eine andere Familie möchte von „T1 Maxis“ zu „T1 Minis“.'),
      expect.stringContaining('zum nächsten Termin von „T1 Maxis“'),
      '„T1 Minis“ kostet bis zum Ende des Zeitraums, der dann begonnen hat, weiter 12,00 € im Monat.',
      '„T1 Maxis“ kostet danach 15,00 € im Monat.',
      'Eine Gebühr oder eine neue Mindestdauer gibt es nicht.',
    ]);
    expect(offered?.button).toBe('Zahlungspflichtig tauschen');
    expect(await untilInList(maxis)).toEqual([expect.stringMatching(/^2026-11-24T09:00/), null]);
    expect((await answer(till, one, true, offered?.quote)).status).toBe(404);
    expect((await answer(rosa, one, true, 'etwas anderes')).body.code).toBe('quote-changed');
    expect((await answer(rosa, one, true, offered?.quote)).body.state).toBe('waitlisted');
    expect((await swapOf(rosa, one))?.hasAgreed).toBe(true);
    expect((await answer(till, other, true, (await swapOf(till, other))?.quote)).body.state).toBe('confirmed');
    for (const courseId of [minis, maxis]) {
      const rows = await rowsOf(courseId);
      expect(rows.map(({ state, leaves_on, starts_on, term_from }) => [state, leaves_on, starts_on, term_from])).toEqual([
        ['confirmed', '2026-11-22', '2026-09-07', null],
        ['confirmed', null, '2026-11-23', '2026-09-07'],
      ]);
    }
    expect((await rosa.get<OwnEnrolment>(`/api/registrations/${one}`)).body.move).toMatchObject({ mayUndo: false });
    expect((await rosa.post<ProblemBody>(`/api/registrations/${one}/moves/undo`)).body.code).toBe('undo-over');
  });

  test('keep their seats if one of them declines; the other is notified, and the same two are not asked again', async () => {
    const { rosa, till, one, other, minis } = await twoWho('T2');
    await offerSwaps(server);
    await answer(rosa, one, true, (await swapOf(rosa, one))?.quote);
    expect((await answer(till, other, false)).status).toBe(200);
    expect((await subjectsTo(one)).at(-1)).toEqual({ subject: 'Kein Tausch: T2 Maxis' });
    await offerSwaps(server);
    expect([await swapOf(rosa, one), await swapOf(till, other)]).toEqual([null, null]);
    expect((await answer(rosa, one, true, '')).body.code).toBe('offer-over');
    expect(await rowsOf(minis)).toMatchObject([{ state: 'confirmed', leaves_on: null }, { state: 'waitlisted' }]);
  });

  test('keep their seats if the swap expires before both have agreed', async () => {
    const { rosa, one, maxis } = await twoWho('T3');
    await offerSwaps(server);
    await answer(rosa, one, true, (await swapOf(rosa, one))?.quote);
    await server.sql("update enrolment set swap_until = '2026-11-22T08:00:00Z' where swap_until is not null");
    for (const _ of [1, 2]) await endSwaps(server);
    expect((await subjectsTo(one)).map(({ subject }) => subject).filter((subject) => subject.startsWith('Kein'))).toHaveLength(1);
    expect(await swapOf(rosa, one)).toBeNull();
    expect(await untilInList(maxis)).toEqual([null, null]);
  });
});
