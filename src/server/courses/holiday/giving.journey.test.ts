import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { RoundPreview } from '#shared/courses/holiday/shapes.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { childOf, closeWishes, drawSeats, openRound, readChild, wish, type Boards } from '#test/stage/holiday.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { holidayData } from './personalData.ts';
import { sendSeats } from './service.ts';

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

const send = async (id: string) => {
  await closeWishes(server, id, 0);
  await sendSeats(server);
};

const seatsIn = (course: string) =>
  server.sql<{ name: string; state: string; by: string | null }>(
    `select p.firstname as name, e.state, u.email as by from enrolment e join person p on p.id = e.person_id
     left join app_user u on u.id = e.registered_by where e.course_id = $1 order by e.queue_rank nulls first, 1`,
    [course],
  );

/** Lets the account that entered a child act for it no longer. */
const letGo = (personId: string) => server.sql('update person_access set ended_at = now() where person_id = $1', [personId]);

const namedRound = async (name: string) => {
  const round = await openRound(server, boards);
  await server.sql('update holiday_round set name = $2 where id = $1', [round.id, name]);
  return round;
};

test('the seat of a child whose account is gone goes by whoever acts for it now; without anybody the board sees it, and the seat is kept', async () => {
  const { id, version, ball, boat } = await namedRound('Waisenferien');
  const [ida, uli] = [await childOf(rosa, 'Ida'), await childOf(rosa, 'Uli')];
  await wish(rosa, id, ida, { [ball]: 3, [boat]: 2 }, { wants: 2 });
  await wish(rosa, id, uli, { [ball]: 3 });
  await letGo(ida);
  await letGo(uli);
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select u.id, p.id, p.club, 'guardian', 'board', now() from app_user u, person p where u.email = 'trainer@rwa.test' and p.id = $1`,
    [ida],
  );
  await drawSeats(server, boards, { id, version });
  const { children } = (await boards.gerda.get<RoundPreview>(`/api/holiday-rounds/${id}/preview`)).body;
  expect(children.map(({ name, hasAccount }) => [name, hasAccount]).toSorted()).toEqual([
    ['Ida Ferien', true],
    ['Uli Ferien', false],
  ]);
  await send(id);
  expect(await seatsIn(ball)).toEqual([
    { name: 'Ida', state: 'offered', by: 'trainer@rwa.test' },
    { name: 'Uli', state: 'offered', by: null },
  ]);
  expect(await seatsIn(boat)).toMatchObject([{ name: 'Ida', state: 'offered' }]);
  const mails = await server.sql<{ recipient: string; body: string }>(
    "select recipient, body from outbox_mail where subject like 'Waisenferien%'",
  );
  expect(mails).toMatchObject([
    { recipient: 'trainer@rwa.test', body: expect.stringMatching(/Balltag: Platz \(Mittwoch, 24\.03\.2027, .*\), bitte annehmen bis/) },
  ]);
});

test('what was shown and ticked with the wish is kept, nothing that is required since; the terms come with the acceptance', async () => {
  const { id, version, ball } = await namedRound('Einwilligungsferien');
  await server.sql("update course set required_consents = '{privacy_notice}' where id = $1", [ball]);
  const nele = await childOf(rosa, 'Nele');
  expect(await wish(rosa, id, nele, { [ball]: 3 })).toMatchObject({ status: 422, body: { fields: [{ path: 'consents.privacy_notice' }] } });
  await wish(rosa, id, nele, { [ball]: 3 }, { consents: ['privacy_notice'] });
  await drawSeats(server, boards, { id, version });
  await server.sql("update course set required_consents = '{privacy_notice,contact_list}' where id = $1", [ball]);
  await send(id);
  const kept = () => server.sql<{ purpose: string }>('select purpose from consent where person_id = $1 order by 1', [nele]);
  expect((await kept()).map(({ purpose }) => purpose)).toEqual(['guardian_participation', 'privacy_notice']);
  const seat = (await readChild(rosa, id, nele))?.results[0]?.enrolmentId ?? '';
  const { step } = (await rosa.get<OwnEnrolment>(`/api/registrations/${seat}`)).body;
  expect(step).toMatchObject({ asks: { emergency: true, wayHome: true, consents: ['contact_list'] } });
  const accept = (more: object) => rosa.post(`/api/registrations/${seat}`, { action: 'accept', quote: step?.quote, ...more });
  const told = { emergencyPhone: '0170 1234567', wayHome: 'alone' };
  expect(await accept(told)).toMatchObject({ status: 422, body: { fields: [{ path: 'consents.contact_list' }] } });
  expect(await accept({ ...told, consents: ['contact_list'] })).toMatchObject({ status: 200, body: { state: 'confirmed' } });
  expect((await kept()).map(({ purpose }) => purpose)).toEqual(['contact_list', 'guardian_participation', 'privacy_notice', 'terms']);
  expect(await server.sql('select emergency_contact_phone as phone, goes_home as way from person where id = $1', [nele])).toEqual([
    { phone: '0170 1234567', way: 'alone' },
  ]);
});

test('friends keep their seats where one of them drops out after the draw', async () => {
  const { id, version, boat } = await namedRound('Freundeferien');
  const [ada, bo] = [await childOf(rosa, 'Ada'), await childOf(rosa, 'Bo')];
  await wish(rosa, id, ada, { [boat]: 3 }, { friends: 'new' });
  const code = (await readChild(rosa, id, ada))?.entry?.code;
  await wish(rosa, id, bo, { [boat]: 3 }, { friends: 'join', code });
  await drawSeats(server, boards, { id, version });
  await server.sql("update person set birth_date = '2000-01-01' where id = $1", [bo]);
  await send(id);
  expect(await seatsIn(boat)).toMatchObject([{ name: 'Ada', state: 'offered' }]);
  // A child that the offer does not take never becomes a person of that club.
  expect(await server.sql("select 1 from person where club = 'SCB' and firstname = 'Bo' and lastname = 'Ferien'")).toEqual([]);
});

test('seats that fall free between the draw and the sending go on in the order of the lots, not to whom has enough by then', async () => {
  const { id, version, pony, ball } = await namedRound('Nachrückferien');
  const names = ['Finn', 'Gero', 'Hana', 'Ilja'];
  for (const name of names) await wish(rosa, id, await childOf(rosa, name), { [pony]: 3, [ball]: 2 }, { wants: 1 });
  await server.sql('update course set places_max = 1 where id = $1', [ball]);
  await drawSeats(server, boards, { id, version });
  const { children } = (await boards.gerda.get<RoundPreview>(`/api/holiday-rounds/${id}/preview`)).body;
  const inLots = children.toSorted((a, b) => (a.lot ?? 0) - (b.lot ?? 0)).map(({ name }) => name.split(' ')[0]);
  await server.sql('update course set places_max = 2 where id = any($1)', [[pony, ball]]);
  await send(id);
  const [inPony, inBall] = [await seatsIn(pony), await seatsIn(ball)];
  const offered = [...inPony, ...inBall].filter(({ state }) => state === 'offered').map(({ name }) => name);
  // Each has one, and each got it once.
  expect(offered.toSorted()).toEqual(names);
  const third = inLots[2];
  expect(offered).toContain(third);
});

test('the wishes of a round are forgotten when it is over, and the log knows the person', async () => {
  const { id, version, pony } = await namedRound('Vergessferien');
  const kai = await childOf(rosa, 'Kai');
  await wish(rosa, id, kai, { [pony]: 3 });
  expect(await server.sql("select 1 from audit where entity_id = $1 and content like 'Wünsche%'", [kai])).toHaveLength(1);
  await drawSeats(server, boards, { id, version });
  await send(id);
  expect((await readChild(rosa, id, kai))?.entry).toMatchObject({ lot: 1 });
  const forget = async () => {
    let gone = 0;
    for (const one of holidayData.retention ?? []) gone += await server.database.write(everyClub, one.forget);
    return gone;
  };
  expect(await forget()).toBe(0);
  await server.sql(
    'update course set starts_on = current_date - 40, ends_on = current_date - 40 where id in (select course_id from holiday_offer where round_id = $1)',
    [id],
  );
  await server.sql('update holiday_round set wishes_until = wishes_until - 40, sends_on = sends_on - 40 where id = $1', [id]);
  expect(await forget()).toBe(1);
  expect(await readChild(rosa, id, kai)).toMatchObject({ entry: null, results: [] });
});

test('who comes of age between the wishes and the seats is told by the own account, accepts there, and the parents no longer do', async () => {
  const { id, version, ball, boat } = await namedRound('Volljährige Ferien');
  await server.sql('update course set age_max = 27 where id = any($1)', [[ball, boat]]);
  const lea = await childOf(rosa, 'Lea', '2010-01-01');
  await wish(rosa, id, lea, { [ball]: 3, [boat]: 2 }, { wants: 2 });
  const own = await server.signedIn('trainer', 'RWA');
  await server.sql(
    `update person_access set ended_at = now() from app_user u where u.id = user_id and u.email = 'trainer@rwa.test' and relation = 'self' and ended_at is null`,
  );
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select u.id, p.id, p.club, 'self', 'board', now() from app_user u, person p where u.email = 'trainer@rwa.test' and p.id = $1`,
    [lea],
  );
  // As long as she is a minor, her mother acts.
  expect(await readChild(own, id, lea)).toBeUndefined();
  await drawSeats(server, boards, { id, version });
  await server.sql("update person set birth_date = current_date - interval '18 years' where id = $1", [lea]);
  const { children } = (await boards.gerda.get<RoundPreview>(`/api/holiday-rounds/${id}/preview`)).body;
  expect(children).toMatchObject([{ name: 'Lea Ferien', hasAccount: true }]);
  await send(id);
  expect(await seatsIn(ball)).toEqual([{ name: 'Lea', state: 'offered', by: 'trainer@rwa.test' }]);
  const mails = await server.sql<{ recipient: string }>("select recipient from outbox_mail where subject like 'Volljährige Ferien%'");
  expect(mails).toEqual([{ recipient: 'trainer@rwa.test' }]);
  expect(await readChild(rosa, id, lea)).toBeUndefined();
  const results = (await readChild(own, id, lea))?.results ?? [];
  expect(results).toMatchObject([
    { courseId: ball, outcome: 'seat', answerUntil: expect.any(String) },
    { courseId: boat, outcome: 'seat', answerUntil: expect.any(String) },
  ]);
  for (const { enrolmentId } of results)
    expect((await own.get<OwnEnrolment>(`/api/registrations/${enrolmentId}`)).body).toMatchObject({ state: 'offered' });
});
