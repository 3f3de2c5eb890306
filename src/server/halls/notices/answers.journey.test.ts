import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ClosureAfterwards } from '#shared/halls/closures.ts';
import type { HallQuestion, HolderNotice } from '#shared/halls/notices/holderNotices.ts';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { OwnHours } from '#shared/halls/ownHours.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { makeHall, type Hall } from '#test/halls.ts';
import { testTime, type Client } from '#test/harness.ts';
import { useRounds } from '#test/seasons.ts';

const rounds = useRounds();
let visitor: Client;
beforeAll(() => {
  visitor = rounds.server.visitor('GSV');
});
beforeEach(async () => {
  setClock(testTime);
  await rounds.server.sql('delete from rate_limit');
  // Each test has only the halls that it creates; no other is free.
  await rounds.server.sql('update facility set is_active = false');
  await rounds.server.sql('delete from outbox_mail');
  // Questions of earlier tests would be open again at the time to which the clock is set back.
  await rounds.server.sql('delete from holder_notice');
});

const day = addDays(localOf(testTime).date, 20);
const tokenIn = async (email: string) => /\/organisation\/([\w-]+)/.exec(await rounds.server.latestMail(email))?.[1] ?? '';
const mailTo = (email: string) => rounds.server.latestMail(email);
const questionsOf = async (who: Client) =>
  (await who.get<HallQuestion[]>('/api/hall-questions')).body.filter(({ answer: said }) => said !== 'accepted');
type Done = { moved: number; left: number } & Partial<ProblemBody>;
const answer = (who: Client, id: string | undefined, said: object) => who.post<Done>(`/api/hall-questions/${id}`, said);
const behind = async (token: string) => (await visitor.get<OwnHours>(`/api/own-hours/${token}`)).body.questions;
const answerBehind = (token: string, id: string | undefined, said: object) =>
  visitor.post<Done>(`/api/own-hours/${token}/questions/${id}`, said);

let made = 0;
async function school(contacts = 1): Promise<Organisation> {
  const people = Array.from({ length: contacts }, (_, at) => ({
    name: `Sina See ${at}`,
    email: `see${++made}@schule.test`,
    maySign: true,
  }));
  return (await rounds.armin.post<Organisation>('/api/organisations', { name: `Schule ${made}`, kind: 'school', contacts: people })).body;
}
const halls = async () => {
  const open = { needs_approval: false };
  return [await makeHall(rounds.server, 'GSV', open), await makeHall(rounds.server, 'GSV', open)] as const;
};
const lesson = ({ id: facilityId, unitIds }: Hall, more: object = {}) => ({
  title: 'Turnen',
  kind: 'training',
  facilityId,
  unitIds,
  date: day,
  startTime: '10:00',
  endTime: '11:00',
  ...more,
});
async function close({ id: facilityId }: Hall) {
  const { body } = await rounds.armin.post<{ id: string }>('/api/closures', {
    facilityId,
    startsOn: day,
    endsOn: addDays(day, 2),
    name: 'Dach',
  });
  const path = `/api/closures/${body.id}`;
  return { path, read: async () => (await rounds.armin.get<ClosureAfterwards>(path)).body };
}
type Closed = Awaited<ReturnType<typeof close>>;
async function propose({ path, read }: Closed) {
  const ids = (await read()).displaced.map(({ id }) => id);
  return (await rounds.armin.post<{ asked: number; left: number }>(`${path}/proposals`, { ids })).body;
}
const words = ({ organisation, answer: said, remark, answeredBy }: HolderNotice) => [organisation, said, remark, answeredBy];

test('displaced dates move when their holder agrees, in the portal or by the link, and each has a separate proposed place', async () => {
  const [hall, other] = await halls();
  const of = await school(2);
  const [half, rest] = [hall.unitIds.slice(0, 1), hall.unitIds.slice(1)];
  expect((await rounds.anton.post('/api/bookings', lesson(hall, { unitIds: half }))).status).toBe(200);
  const klasse = lesson(hall, { unitIds: rest, organisationId: of.id, title: 'Klasse 4a', kind: 'school' });
  expect((await rounds.armin.post('/api/bookings', klasse)).status).toBe(200);
  const closure = await close(hall);
  expect((await rounds.anton.post(`${closure.path}/proposals`, { ids: [hall.id] })).status).toBe(403);
  expect(await propose(closure)).toEqual({ asked: 2, left: 0 });
  // Nothing has moved yet, and nobody is asked twice.
  expect((await closure.read()).displaced.map(({ asked }) => asked?.includes(`Halle ${other.slug}`))).toEqual([true, true]);
  expect(await propose(closure)).toEqual({ asked: 0, left: 0 });

  const [question] = await questionsOf(rounds.anton);
  expect(question).toMatchObject({
    dates: [{ words: expect.stringContaining('Turnen: Halle') }],
    mayAnswer: true,
    answer: null,
    body: expect.stringContaining('Turnen: Halle'),
  });
  expect((await answer(rounds.alma, question?.id, { answer: 'accepted' })).status).toBe(404);
  const editor = await rounds.server.signedIn('editor');
  expect((await answer(editor, question?.id, { answer: 'accepted' })).status).toBe(403);
  expect((await answer(rounds.anton, question?.id, { answer: 'accepted' })).body).toEqual({ moved: 1, left: 0 });
  expect((await answer(rounds.anton, question?.id, { answer: 'declined' })).body.code).toBe('wrong-state');
  // Withdrawing the answer does not undo a move.
  expect((await answer(rounds.anton, question?.id, { answer: null })).body.code).toBe('wrong-state');

  const [first = '', second = ''] = of.contacts.map(({ email }) => email);
  const [one, two] = [await tokenIn(first), await tokenIn(second)];
  const [asked] = await behind(one);
  const strange = await school();
  await rounds.armin.post('/api/organisations/links', { ids: [strange.id] });
  const foreign = await tokenIn(strange.contacts[0]?.email ?? '');
  expect((await answerBehind(foreign, asked?.id, { answer: 'accepted' })).status).toBe(404);
  expect((await answerBehind(one, asked?.id, { answer: 'accepted' })).body).toEqual({ moved: 1, left: 0 });
  // Both contacts of the school see the same answer.
  expect((await behind(two)).map((row) => [row.answer, row.answeredBy, row.mayAnswer])).toEqual([['accepted', first, false]]);

  const after = await closure.read();
  expect(after.displaced).toEqual([]);
  expect(after.notices.map(words)).toEqual(
    expect.arrayContaining([
      ['Rot-Weiß Auenfeld', 'accepted', '', 'admin@rwa.test'],
      [of.name, 'accepted', '', first],
    ]),
  );
  const stand = await rounds.server.sql("select unit_ids from booking where facility_id = $1 and state = 'approved'", [other.id]);
  expect(stand).toHaveLength(2);
  const [entry] = await rounds.server.sql<{ name: string; content: string }>(
    "select name, content from audit where content like 'Andere Halle?%einverstanden%' order by id desc limit 1",
  );
  expect(entry).toMatchObject({ name: `Sina See 0 (${of.name})` });
});

test('a rejection notifies the manager with its remark, can be withdrawn, and the date stays on the list', async () => {
  const [hall] = await halls();
  await rounds.anton.post('/api/bookings', lesson(hall));
  const closure = await close(hall);
  await propose(closure);
  const [question] = await questionsOf(rounds.anton);
  expect((await answer(rounds.anton, question?.id, { answer: 'declined', remark: 'Zu weit.' })).status).toBe(200);
  expect(await mailTo('admin@gsv.test')).toMatch(/^Rot-Weiß Auenfeld hat abgelehnt: Zu weit\.\n[^]*Turnen/);
  expect((await closure.read()).notices.map(words)).toEqual([['Rot-Weiß Auenfeld', 'declined', 'Zu weit.', 'admin@rwa.test']]);
  expect((await closure.read()).displaced.map(({ asked }) => asked)).toEqual([null]);
  expect((await answer(rounds.anton, question?.id, { answer: null })).status).toBe(200);
  expect(await mailTo('admin@gsv.test')).toContain('hat die Ablehnung zurückgenommen');
  expect((await questionsOf(rounds.anton)).map((row) => [row.answer, row.remark, row.answeredAt, row.mayAnswer])).toEqual([
    [null, '', null, true],
  ]);
  expect((await answer(rounds.anton, question?.id, { answer: 'accepted' })).body).toEqual({ moved: 1, left: 0 });
});

test('a late acceptance displaces nobody: the manager is notified, and the date stays on the list', async () => {
  const [hall, other] = await halls();
  await rounds.anton.post('/api/bookings', lesson(hall));
  const closure = await close(hall);
  await propose(closure);
  expect((await rounds.alma.post('/api/bookings', lesson(other))).status).toBe(200);
  const [question] = await questionsOf(rounds.anton);
  expect((await answer(rounds.anton, question?.id, { answer: 'accepted' })).body).toEqual({ moved: 0, left: 1 });
  expect(await mailTo('admin@gsv.test')).toMatch(
    /^Rot-Weiß Auenfeld hat zugestimmt\. Eine Halle war inzwischen vergeben\.\n\nWeiter ohne Halle:\n- Turnen: .*10:00–11:00 Uhr\n\nGefragt war:/,
  );
  expect((await closure.read()).displaced).toHaveLength(1);
});

test('a date that has a hall again is no longer asked about: moved anyway, or with the closure lifted', async () => {
  const [hall] = await halls();
  for (const [startTime, endTime] of [
    ['10:00', '11:00'],
    ['12:00', '13:00'],
  ])
    await rounds.anton.post('/api/bookings', lesson(hall, { startTime, endTime }));
  const closure = await close(hall);
  await propose(closure);
  const open = async () =>
    (await questionsOf(rounds.anton)).filter(({ mayAnswer, subject }) => mayAnswer && subject.startsWith('Andere Halle'));
  expect((await open()).map(({ dates }) => dates.length)).toEqual([2]);
  const [first] = (await closure.read()).displaced;
  await rounds.armin.post(`${closure.path}/moves`, { ids: [first?.id] });
  expect((await open()).map(({ dates }) => dates.length)).toEqual([1]);
  const id = closure.path.split('/').at(-1);
  expect((await rounds.armin.send('DELETE', `/api/calendar/rules/${id}`, { dates: 'follow' })).status).toBe(200);
  expect(await open()).toEqual([]);
});

test('of several dates a holder moves some and keeps some: the manager sees which, and asks again with other places', async () => {
  const [hall, other] = await halls();
  for (const [startTime, endTime] of [
    ['10:00', '11:00'],
    ['12:00', '13:00'],
    ['14:00', '15:00'],
  ])
    await rounds.anton.post('/api/bookings', lesson(hall, { startTime, endTime }));
  const closure = await close(hall);
  await propose(closure);
  const [question] = (await questionsOf(rounds.anton)).filter(({ mayAnswer }) => mayAnswer);
  expect(question?.dates.map(({ words: of }) => of.replace(/^.*, (?=\d\d:)/, ''))).toEqual([
    '10:00–11:00 Uhr',
    '12:00–13:00 Uhr',
    '14:00–15:00 Uhr',
  ]);
  const ids = question?.dates.map(({ id }) => id) ?? [];
  expect((await answer(rounds.anton, question?.id, { answer: 'accepted', without: ids })).body.fields).toMatchObject([{ path: 'without' }]);
  const said = { answer: 'accepted', without: ids.slice(1, 2), remark: 'Mittags geht es dort nicht.' };
  expect((await answer(rounds.anton, question?.id, said)).body).toEqual({ moved: 2, left: 0 });
  expect(await mailTo('admin@gsv.test')).toMatch(
    /^Rot-Weiß Auenfeld hat zugestimmt\. Ein Termin soll nicht umziehen\. Mittags geht es dort nicht\./,
  );
  const after = await closure.read();
  expect(after.displaced.map(({ id, asked }) => [id, asked])).toEqual([[ids[1], null]]);
  expect(after.notices.map(words)).toEqual([
    ['Rot-Weiß Auenfeld', 'accepted', 'Ein Termin soll nicht umziehen. Mittags geht es dort nicht.', 'admin@rwa.test'],
  ]);
  const stand = await rounds.server.sql("select id from booking where facility_id = $1 and state = 'approved'", [other.id]);
  expect(stand).toHaveLength(2);
  // Dates that stayed are asked about once more.
  expect(await propose(closure)).toEqual({ asked: 1, left: 0 });
});

test('if one place was taken and one date is excluded, the manager gets both, the remark and the dates', async () => {
  const [hall, other] = await halls();
  for (const [startTime, endTime] of [
    ['10:00', '11:00'],
    ['12:00', '13:00'],
    ['14:00', '15:00'],
  ])
    await rounds.anton.post('/api/bookings', lesson(hall, { startTime, endTime }));
  const closure = await close(hall);
  await propose(closure);
  expect((await rounds.alma.post('/api/bookings', lesson(other))).status).toBe(200);
  const [question] = (await questionsOf(rounds.anton)).filter(({ mayAnswer }) => mayAnswer);
  const ids = question?.dates.map(({ id }) => id) ?? [];
  const said = { answer: 'accepted', without: ids.slice(1, 2), remark: 'Mittags geht es dort nicht.' };
  expect((await answer(rounds.anton, question?.id, said)).body).toEqual({ moved: 1, left: 1 });
  expect(await mailTo('admin@gsv.test')).toMatch(
    /^Rot-Weiß Auenfeld hat zugestimmt\. Eine Halle war inzwischen vergeben\. Ein Termin soll nicht umziehen\. Mittags geht es dort nicht\.\n\nWeiter ohne Halle:\n- Turnen: .*10:00–11:00 Uhr\n- Turnen: .*12:00–13:00 Uhr\n\nGefragt war:/,
  );
  const [logged] = await rounds.server.sql<{ content: string }>(
    "select content from audit where entity = 'facilities' and content like '%ohne Halle%' order by id desc",
  );
  expect(logged?.content).toMatch(/; ohne Halle bleiben: Turnen: .*10:00–11:00 Uhr; Turnen: .*12:00–13:00 Uhr$/);
});

test('a date moved at once asks whether it suits; it is an open task of a board until it is answered or has begun', async () => {
  const [hall] = await halls();
  await rounds.anton.post('/api/bookings', lesson(hall));
  const closure = await close(hall);
  const ids = (await closure.read()).displaced.map(({ id }) => id);
  const open = async () => {
    const { body } = await rounds.anton.get<{ name: string; count: number }[]>('/api/dashboard');
    return body.find(({ name }) => name === 'hallQuestions')?.count;
  };
  const before = (await open()) ?? 0;
  await rounds.armin.post(`${closure.path}/moves`, { ids });
  expect(await open()).toBe(before + 1);
  const [question] = await questionsOf(rounds.anton);
  expect(question).toMatchObject({ subject: expect.stringContaining('Umgezogen'), dates: [] });
  expect((await answer(rounds.anton, question?.id, { answer: 'accepted' })).status).toBe(200);
  expect(await open()).toBe(before);
  expect((await answer(rounds.anton, question?.id, { answer: null })).status).toBe(200);
  // The moved date has begun.
  await rounds.server.sql('update holder_notice set answer_until = $2 where id = $1', [question?.id, testTime]);
  expect(await open()).toBe(before);
  expect((await answer(rounds.anton, question?.id, { answer: 'accepted' })).body.code).toBe('wrong-state');
});

test('a result is accepted or objected to, visible to the manager, and no longer asked about after the consultation', async () => {
  const { season, hall } = await rounds.planned();
  await rounds.server.sql('update facility set is_active = true where id = $1', [hall.id]);
  await rounds.adopt(season.id, await rounds.propose(season.id));
  expect((await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' })).status).toBe(200);
  const asked = async (who: Client) => (await who.get<HallQuestion[]>(`/api/hall-questions?subjectId=${season.id}`)).body;
  const [minis, adults] = [(await asked(rounds.anton))[0], (await asked(rounds.alma))[0]];
  expect((await answer(rounds.anton, minis?.id, { answer: 'declined' })).body.fields).toMatchObject([{ path: 'answer' }]);
  await answer(rounds.anton, minis?.id, { answer: 'accepted' });
  expect((await rounds.object(rounds.alma, season.id, { wishId: null, text: 'Dienstags geht es nicht.' })).status).toBe(200);
  expect((await asked(rounds.alma)).map((row) => [row.id, row.answer, row.mayTakeBack])).toEqual([[adults?.id, 'declined', false]]);
  const notices = (await rounds.armin.get<HolderNotice[]>(`/api/seasons/${season.id}/notices`)).body.filter(
    ({ answerUntil }) => answerUntil,
  );
  expect(notices.map(({ organisation, answer: said }) => [organisation, said]).toSorted()).toEqual([
    ['Rot-Weiß Auenfeld', 'accepted'],
    ['SC Blautal', 'declined'],
  ]);
  expect((await rounds.anton.get(`/api/seasons/${season.id}/notices`)).status).toBe(404);
  await rounds.go(season.id, 'planning', { reason: 'Einwand' });
  expect((await asked(rounds.anton)).map(({ mayAnswer, mayTakeBack }) => [mayAnswer, mayTakeBack])).toEqual([[false, false]]);
});

test('an erasure keeps the answer and removes the name; the export of the person contains both', async () => {
  const [hall] = await halls();
  const of = await school(2);
  await rounds.armin.post('/api/bookings', lesson(hall, { organisationId: of.id, kind: 'school' }));
  await propose(await close(hall));
  const [first = '', second = ''] = of.contacts.map(({ email }) => email);
  const [asked] = await behind(await tokenIn(first));
  await answerBehind(await tokenIn(first), asked?.id, { answer: 'declined', remark: 'Kein Bus.' });
  const [{ id } = { id: '' }] = await rounds.server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, email, created_at, updated_at)
      values (gen_random_uuid(), 'GSV', 'Sina', 'See', $1, now(), now()) returning id`,
    [first],
  );
  const path = `/api/privacy/people/${id}`;
  const file = await rounds.armin.get(`${path}/export`);
  expect([file.status, file.text]).toEqual([200, expect.stringContaining('Kein Bus.')]);
  const { body: preview } = await rounds.armin.get<{ version: number; name: string }>(`${path}/erasure`);
  expect((await rounds.armin.post(`${path}/erasure`, { name: 'Sina See', version: preview.version ?? 1 })).status).toBe(200);
  const rows = await rounds.server.sql(
    'select recipient, answer, remark, answered_by from holder_notice where organisation_id = $1 and answer is not null',
    [of.id],
  );
  expect(rows).toEqual([{ recipient: second, answer: 'declined', remark: 'Kein Bus.', answered_by: '' }]);
});
