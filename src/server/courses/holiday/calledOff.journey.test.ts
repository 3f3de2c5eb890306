import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CoursePage, EditedCourse } from '#shared/courses/courseShapes.ts';
import type { HolidayPage, ManagedRound, RoundRow } from '#shared/courses/holiday/shapes.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { agree, childOf, closeWishes, drawSeats, makeRound, openRound, readChild, wish, type Boards } from '#test/stage/holiday.ts';
import type { Client } from '#test/harness.ts';
import { releaseRounds, remindOfDrawing, sendSeats, notifyOfCallOffs } from './service.ts';

let server: TestServer;
let boards: Boards;
let rosa: Client;
beforeAll(async () => {
  server = await startServer();
  boards = {
    gerda: await server.signedIn('admin', 'GSV'),
    anton: await server.signedIn('admin', 'RWA'),
    sven: await server.signedIn('admin', 'SCB'),
  };
  rosa = await server.signedIn('reader', 'RWA');
});
afterAll(() => server.close());

const mailsTo = (recipient: string, word: string) =>
  server.sql<{ subject: string; body: string }>('select subject, body from outbox_mail where recipient = $1 and subject like $2', [
    recipient,
    word,
  ]);

const actionOf = async (course: string) => (await server.visitor().get<CoursePage>(`/api/courses/${course}`)).body.phase.action;

test.each(['open', 'closed', 'drawn'])(
  'a round that is %s is called off: its offers are free, and the families are told',
  async (state) => {
    const { id, version, pony, boat } = await openRound(server, boards);
    const { gerda, anton } = boards;
    const name = `Frostferien ${state}`;
    await server.sql('update holiday_round set name = $2 where id = $1', [id, name]);
    await wish(rosa, id, await childOf(rosa, `Mila ${state}`), { [pony]: 3 });
    if (state === 'closed') await closeWishes(server, id, 2);
    const now = state === 'drawn' ? (await drawSeats(server, boards, { id, version })).version : version;
    const path = `/api/holiday-rounds/${id}/cancellation`;
    expect(await rosa.post(path, { version: now, reason: 'Zu kalt' })).toMatchObject({ status: 403 });
    expect(await anton.post(path, { version: now, reason: 'Zu kalt' })).toMatchObject({ status: 404 });
    expect(await gerda.post(path, { version: now + 5, reason: 'Zu kalt' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await gerda.post(path, { version: now, reason: '' })).toMatchObject({ status: 422, body: { fields: [{ path: 'reason' }] } });
    expect(await gerda.post(path, { version: now, reason: 'Zu kalt' })).toMatchObject({
      status: 200,
      body: { phase: 'cancelled', children: 0 },
    });
    expect(await gerda.post(path, { version: now + 1, reason: 'Zu kalt' })).toMatchObject({ status: 409, body: { code: 'wrong-state' } });
    expect(await actionOf(pony)).toBe('register');
    expect(await actionOf(boat)).toBe('register');
    expect((await server.visitor().get<HolidayPage>(`/api/holidays/${id}`)).body).toMatchObject({ phase: 'cancelled', offers: [] });
    const [mail, ...others] = await mailsTo('reader@rwa.test', `${name}: findet nicht statt`);
    expect(others).toEqual([]);
    expect(mail?.body).toContain('Zu kalt');
    expect(mail?.body).toContain(`Mila ${state}`);
    expect(
      await server.sql('select 1 from audit where entity_id = $1 and content like $2', [id, 'Ferienprogramm abgebrochen%']),
    ).toHaveLength(1);
    // Another round takes its offers.
    const next = await makeRound(gerda);
    expect(await agree(anton, next.id, [pony])).toMatchObject({ status: 200 });
    await closeWishes(server, id, 0);
    await sendSeats(server);
    expect(await server.sql('select 1 from enrolment where course_id = $1', [pony])).toEqual([]);
  },
);

test('a round whose day is over by more than three days lets its offers go by itself, and the board is told', async () => {
  const { id, pony } = await openRound(server, boards);
  const draft = await makeRound(boards.gerda, { name: 'Vergessener Entwurf' });
  await server.sql('update holiday_round set name = $2 where id = $1', [id, 'Vergessene Ferien']);
  await wish(rosa, id, await childOf(rosa, 'Momo'), { [pony]: 3 });
  await closeWishes(server, id, -3);
  await releaseRounds(server);
  expect(await actionOf(pony)).toBe('none');
  await closeWishes(server, id, -4);
  await releaseRounds(server);
  await releaseRounds(server);
  expect(await actionOf(pony)).toBe('register');
  expect((await boards.gerda.get<{ rows: RoundRow[] }>('/api/holiday-rounds')).body.rows.find((one) => one.id === id)).toMatchObject({
    phase: 'cancelled',
  });
  expect(await mailsTo('admin@gsv.test', 'Vergessene Ferien: abgebrochen%')).toHaveLength(1);
  expect(await mailsTo('reader@rwa.test', 'Vergessene Ferien: findet nicht statt')).toHaveLength(1);
  // A forgotten draft keeps no offers either.
  await agree(boards.anton, draft.id, [pony]);
  expect(await actionOf(pony)).toBe('none');
  await closeWishes(server, draft.id, -4);
  await releaseRounds(server);
  expect(await actionOf(pony)).toBe('register');
});

test('an offer whose seats cannot go out holds back no mail about the others, and is let go after three days', async () => {
  const { id, version, pony, ball } = await openRound(server, boards);
  await server.sql('update holiday_round set name = $2 where id = $1', [id, 'Klemmferien']);
  const mila = await childOf(rosa, 'Milena');
  await wish(rosa, id, mila, { [pony]: 3, [ball]: 2 }, { wants: 2 });
  await drawSeats(server, boards, { id, version });
  await server.sql(`alter table enrolment add constraint stuck check (course_id <> '${pony}')`);
  await closeWishes(server, id, 0);
  await sendSeats(server);
  await sendSeats(server);
  const [first, ...none] = await mailsTo('reader@rwa.test', 'Klemmferien%');
  expect(none).toEqual([]);
  expect(first?.body).toContain('Balltag: Platz');
  expect(first?.body).toContain('Ponytag: steht noch aus');
  expect((await readChild(rosa, id, mila))?.results).toMatchObject([{ courseId: ball, outcome: 'seat' }]);
  await closeWishes(server, id, -4);
  await releaseRounds(server);
  await sendSeats(server);
  const mails = await mailsTo('reader@rwa.test', 'Klemmferien%');
  expect(mails).toHaveLength(2);
  expect(mails.at(-1)?.body).toContain('Ponytag: passt nicht');
  expect(await mailsTo('admin@gsv.test', 'Klemmferien: Plätze nicht vergeben')).toHaveLength(1);
  expect((await server.visitor().get<HolidayPage>(`/api/holidays/${id}`)).body.phase).toBe('sent');
  expect(await actionOf(pony)).toBe('register');
  await server.sql('alter table enrolment drop constraint stuck');
});

test('an offer that is called off while its round is open: families that wished it and the board that leads the round read it at once', async () => {
  const { id, pony, boat } = await openRound(server, boards);
  await server.sql('update holiday_round set name = $2 where id = $1', [id, 'Lückenferien']);
  const wished = await childOf(rosa, 'Wilma');
  await wish(rosa, id, wished, { [boat]: 3, [pony]: 1 });
  await wish(rosa, id, await childOf(rosa, 'Otto'), { [pony]: 1 });
  const { version } = (await boards.sven.get<EditedCourse>(`/api/manage/courses/${boat}`)).body;
  const off = { to: 'cancelled', version, cancelReason: 'other', reason: 'Das Boot ist leck.' };
  expect(await boards.sven.post(`/api/manage/courses/${boat}/status`, off)).toMatchObject({ status: 200 });
  await notifyOfCallOffs(server);
  await notifyOfCallOffs(server);
  const [mail, ...others] = await mailsTo('reader@rwa.test', 'Lückenferien: „Boottag“ fällt aus');
  expect(others).toEqual([]);
  expect(mail?.body).toContain('Grund: Das Boot ist leck.');
  expect(mail?.body).toContain('Der Wunsch für Wilma zählt nicht mehr. Etwas anderes wünschen können Sie sich bis 28.02.2027');
  expect(mail?.body).not.toContain('Otto');
  expect(await mailsTo('admin@gsv.test', 'Lückenferien: „Boottag“ fällt aus')).toHaveLength(1);
  // Who was told is not asked for again, nor told again once the mail has been deleted.
  await server.sql("delete from outbox_mail where subject like 'Lückenferien%'");
  await notifyOfCallOffs(server);
  expect(await mailsTo('reader@rwa.test', 'Lückenferien%')).toEqual([]);
  expect(await mailsTo('admin@gsv.test', 'Lückenferien%')).toEqual([]);
  const managed = await boards.gerda.get<ManagedRound>(`/api/holiday-rounds/${id}`);
  expect(managed.body.offers.find(({ courseId }) => courseId === boat)).toMatchObject({ isOff: true, wishes: 1 });
  expect((await readChild(rosa, id, wished))?.unfit).toEqual([{ courseId: boat, reason: 'Das Angebot fällt aus.' }]);
});

test('the board that leads a round is reminded to draw: after the last day of the wishes and on the day of the seats, once each', async () => {
  const { id, version } = await openRound(server, boards);
  await server.sql('update holiday_round set name = $2 where id = $1', [id, 'Erinnerte Ferien']);
  const reminded = async () => {
    await remindOfDrawing(server);
    await remindOfDrawing(server);
    return (await mailsTo('admin@gsv.test', 'Erinnerte Ferien:%')).map(({ subject }) => subject);
  };
  expect(await reminded()).toEqual([]);
  await closeWishes(server, id, 2);
  expect(await reminded()).toEqual(['Erinnerte Ferien: Bitte die Plätze festlegen']);
  await closeWishes(server, id, 0);
  expect(await reminded()).toHaveLength(2);
  expect((await mailsTo('admin@gsv.test', 'Erinnerte Ferien: Heute%'))[0]?.body).toContain('wird das Ferienprogramm abgebrochen');
  await boards.gerda.post(`/api/holiday-rounds/${id}/draw`, { version });
  expect(await reminded()).toHaveLength(2);
});
