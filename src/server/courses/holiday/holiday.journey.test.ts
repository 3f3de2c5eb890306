import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import type { HolidayPage, ManagedRound, RoundPreview, RoundRow, WishingChild } from '#shared/courses/holiday/shapes.ts';
import type { Client, TestServer } from '#test/harness.ts';
import { startServer } from '#test/harness.ts';
import { agree, childOf, closeWishes, makeRound, openRound, readChild, wish } from '#test/stage/holiday.ts';
import { sendSeats } from './service.ts';

let server: TestServer;
let gerda: Client;
let anton: Client;
let sven: Client;
let rosa: Client;
let robin: Client;
beforeAll(async () => {
  server = await startServer();
  gerda = await server.signedIn('admin', 'GSV');
  anton = await server.signedIn('admin', 'RWA');
  sven = await server.signedIn('admin', 'SCB');
  rosa = await server.signedIn('reader', 'RWA');
  robin = await server.signedIn('reader', 'SCB');
});
afterAll(() => server.close());

/** How many rounds the dashboard of the association says are to be drawn. */
const toDraw = async () =>
  (await gerda.get<{ name: string; count: number }[]>('/api/dashboard')).body.find(({ name }) => name === 'holidaysToDraw')?.count ?? 0;

test('a club takes part with its own offers alone, and nobody enrols in them while the round runs', async () => {
  const { id, pony, boat } = await openRound(server, { gerda, anton, sven });
  expect(await agree(anton, id, [boat])).toMatchObject({ status: 422, body: { fields: [{ path: 'courseIds' }] } });
  expect(await rosa.send('PUT', `/api/holiday-rounds/${id}/offers`, { courseIds: [] })).toMatchObject({ status: 403 });
  expect(await anton.post(`/api/holiday-rounds/${id}/opening`, { version: 2 })).toMatchObject({ status: 404 });
  expect((await anton.get<ManagedRound>(`/api/holiday-rounds/${id}`)).body).toMatchObject({
    round: { isOwn: false },
    offers: { length: 3 },
  });
  const page = (await server.visitor().get<CoursePage>(`/api/courses/${pony}`)).body;
  expect(page.phase).toMatchObject({ kind: 'round', action: 'none' });
  const mila = await childOf(rosa, 'Mila');
  const direct = await rosa.post(`/api/courses/${pony}/register`, { personIds: [mila], acceptsTerms: true });
  expect(direct.status).not.toBe(200);
  expect(await server.visitor().get(`/holiday/${id}`)).toMatchObject({
    status: 200,
    text: expect.stringContaining('<h1>Osterferien 2027</h1>'),
  });
  const read = (await server.visitor().get<HolidayPage>(`/api/holidays/${id}`)).body;
  expect(read).toMatchObject({
    phase: 'open',
    seed: null,
    offers: [{ title: 'Ponytag', seats: 1 }, { title: 'Balltag' }, { title: 'Boottag' }],
  });
  expect(JSON.stringify(read)).not.toContain('Mila');
});

test('wishes are changed and withdrawn until the day; what does not fit is said at the field', async () => {
  const { id, pony, ball } = await openRound(server, { gerda, anton, sven });
  const mila = await childOf(rosa, 'Mila');
  const tom = await childOf(rosa, 'Tom', '2022-01-01');
  expect(await server.visitor().get(`/api/holidays/${id}/children`)).toMatchObject({ status: 401 });
  expect(await wish(robin, id, mila, { [pony]: 3 })).toMatchObject({ status: 404 });
  expect(await wish(rosa, id, tom, { [pony]: 3 })).toMatchObject({ status: 422, body: { fields: [{ path: 'wishes.0.courseId' }] } });
  expect(await wish(rosa, id, mila, { [pony]: 4 })).toMatchObject({ status: 422 });
  expect(await wish(rosa, id, mila, { [pony]: 3 }, { wants: 11 })).toMatchObject({ status: 422, body: { fields: [{ path: 'wants' }] } });
  expect(await wish(rosa, id, mila, { [pony]: 3, [ball]: 1 }, { wants: 2 })).toMatchObject({ status: 200 });
  // Another parent had the page open since before.
  expect(await wish(rosa, id, mila, { [ball]: 1 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await wish(rosa, id, mila, { [ball]: 2 }, { version: 1 })).toMatchObject({ status: 200 });
  expect(await readChild(rosa, id, mila)).toMatchObject({ entry: { wants: 1, wishes: [{ courseId: ball, stars: 2 }], version: 2 } });
  expect(await gerda.get(`/api/holiday-rounds/${id}/preview`)).toMatchObject({ status: 409 });
  expect(await rosa.send('DELETE', `/api/holidays/${id}/children/${mila}`)).toMatchObject({ status: 200 });
  expect(await readChild(rosa, id, mila)).toMatchObject({ entry: null });
  await closeWishes(server, id, 2);
  expect(await wish(rosa, id, mila, { [ball]: 2 })).toMatchObject({ status: 409, body: { code: 'wishes-closed' } });
});

test('whoever tries codes of friends is slowed down, and still saves wishes without one', async () => {
  const { id, ball } = await openRound(server, { gerda, anton, sven });
  const finn = await childOf(robin, 'Finn');
  const codes = Array.from({ length: 25 }, (_, at) => `AAAA${'ABCDE'[at % 5]}${'ABCDE'[Math.floor(at / 5)]}`);
  const found: number[] = [];
  for (const code of codes) found.push((await wish(robin, id, finn, { [ball]: 3 }, { friends: 'join', code })).status);
  expect(found).toEqual([...Array.from({ length: 20 }, () => 422), ...Array.from({ length: 5 }, () => 429)]);
  expect(await wish(robin, id, finn, { [ball]: 3 })).toMatchObject({ status: 200 });
  await server.sql("delete from rate_limit where key like 'holidayCode:%'");
});

test('friends of two to four come by a code, never a fifth', async () => {
  const { id, ball } = await openRound(server, { gerda, anton, sven });
  const children = [];
  for (const name of ['Ada', 'Bo', 'Cleo', 'Dana', 'Enno']) children.push(await childOf(rosa, name));
  const [ada = '', ...others] = children;
  await wish(rosa, id, ada, { [ball]: 3 }, { friends: 'new' });
  const code = (await readChild(rosa, id, ada))?.entry?.code ?? '';
  expect(code).toMatch(/^[A-Z2-9]{6}$/);
  expect(await wish(rosa, id, others[0] ?? '', { [ball]: 3 }, { friends: 'join', code: 'XXXXXX' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'code' }] },
  });
  const answers = await Promise.all(others.map((one) => wish(rosa, id, one, { [ball]: 3 }, { friends: 'join', code: code.toLowerCase() })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422]);
  expect(await readChild(rosa, id, ada)).toMatchObject({ entry: { friends: 4 } });
});

test('seats go out on the day, offered for 72 hours; who has none waits in the order of the lots, and each family reads why', async () => {
  const { id, version, pony, ball, boat } = await openRound(server, { gerda, anton, sven });
  const [mila, ben] = [await childOf(rosa, 'Mila'), await childOf(rosa, 'Ben')];
  await wish(rosa, id, mila, { [pony]: 3, [boat]: 1 }, { wants: 2 });
  await wish(rosa, id, ben, { [pony]: 3, [ball]: 1 }, { wants: 2 });
  expect(await gerda.post(`/api/holiday-rounds/${id}/draw`, { version })).toMatchObject({ status: 409 });
  await closeWishes(server, id, 2);
  const preview = (await gerda.get<RoundPreview>(`/api/holiday-rounds/${id}/preview`)).body;
  expect(await anton.get(`/api/holiday-rounds/${id}/preview`)).toMatchObject({ status: 404 });
  expect((await gerda.get<RoundPreview>(`/api/holiday-rounds/${id}/preview`)).body).toEqual(preview);
  expect(preview).toMatchObject({ isFixed: false, offers: [{ title: 'Ponytag', seats: 1, wishes: 2 }, {}, {}], children: { length: 2 } });
  const before = await toDraw();
  const drawn = await gerda.post<RoundRow>(`/api/holiday-rounds/${id}/draw`, { version });
  expect(drawn).toMatchObject({ status: 200, body: { phase: 'drawn' } });
  // The board was reminded of it on its dashboard.
  expect(await toDraw()).toBe(before - 1);
  expect((await gerda.get<RoundPreview>(`/api/holiday-rounds/${id}/preview`)).body.children).toEqual(preview.children);
  await sendSeats(server);
  expect(await readChild(rosa, id, mila)).toMatchObject({ results: [] });

  await closeWishes(server, id, 0);
  // Two processes at once, and again afterwards: nobody gets a seat twice.
  await Promise.all([sendSeats(server), sendSeats(server)]);
  await sendSeats(server);
  const page = (await server.visitor().get<HolidayPage>(`/api/holidays/${id}`)).body;
  expect(page).toMatchObject({ phase: 'sent', seed: expect.stringMatching(/^[0-9a-f]{16}$/), offers: [{ seats: 1, wishes: 2 }, {}, {}] });
  const rows = await server.sql<{ title: string; name: string; state: string; hours: number; club: string }>(
    `select c.title, p.firstname as name, e.state, e.club, round(extract(epoch from e.offer_expires_at - e.registered_at) / 3600)::int as hours
     from enrolment e join course c on c.id = e.course_id join person p on p.id = e.person_id where e.course_id = any($1) order by 1, 3`,
    [[pony, ball, boat]],
  );
  expect(rows.filter(({ title }) => title === 'Ponytag')).toMatchObject([{ state: 'offered', hours: 72 }, { state: 'waitlisted' }]);
  // Whatever the lots, the boat is one of Mila's two, at the other club.
  expect(rows.filter(({ title }) => title === 'Boottag')).toMatchObject([{ name: 'Mila', state: 'offered', club: 'SCB' }]);
  const results = [...((await readChild(rosa, id, mila))?.results ?? []), ...((await readChild(rosa, id, ben))?.results ?? [])];
  expect(results.find(({ outcome }) => outcome === 'waits')).toMatchObject({ courseId: pony, reason: '1 Platz, 2 Wünsche' });
  const offered = results.find(({ outcome, courseId }) => outcome === 'seat' && courseId === pony);
  expect(offered).toMatchObject({ answerUntil: expect.any(String) });
  const mail = await server.latestMail('reader@rwa.test');
  expect(mail).toContain('Mila:');
  expect(mail).toContain(`/holiday/${id}`);
  const mails = await server.sql('select 1 from outbox_mail where recipient = $1 and subject like $2', [
    'reader@rwa.test',
    'Osterferien 2027%',
  ]);
  expect(mails).toHaveLength(1);

  // The seat is accepted with price and order as any other; afterwards the offer is open to everybody again.
  const own = await rosa.get<OwnEnrolment>(`/api/registrations/${offered?.enrolmentId}`);
  expect(own).toMatchObject({ status: 200, body: { state: 'offered' } });
  expect(await rosa.post(`/api/registrations/${offered?.enrolmentId}`, { action: 'accept', quote: own.body.step?.quote })).toMatchObject({
    status: 200,
    body: { state: 'confirmed' },
  });
  expect((await server.visitor().get<CoursePage>(`/api/courses/${ball}`)).body.phase.action).toBe('register');
});

test('an offer that is cancelled after the draw gives no seats, and the seats never go out too close to a first date', async () => {
  const { id, version, pony } = await openRound(server, { gerda, anton, sven });
  const late = { name: 'Osterferien 2027', text: '', wishesUntil: '2027-03-01', sendsOn: '2027-03-22' };
  expect(await gerda.send('PUT', `/api/holiday-rounds/${id}`, { round: late, version })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'round.sendsOn', message: expect.stringContaining('Ponytag') }] },
  });
  const jonte = await childOf(rosa, 'Jonte');
  await wish(rosa, id, jonte, { [pony]: 3 });
  await closeWishes(server, id, 2);
  expect((await gerda.post(`/api/holiday-rounds/${id}/draw`, { version })).status).toBe(200);
  await server.sql("update course set status = 'cancelled', cancel_reason = 'Krank' where id = $1", [pony]);
  await closeWishes(server, id, 0);
  await sendSeats(server);
  expect(await readChild(rosa, id, jonte)).toMatchObject({ results: [{ outcome: 'unfit', reason: 'Das Angebot fällt aus.' }] });
  expect(await server.sql('select 1 from enrolment where course_id = $1', [pony])).toEqual([]);
});

test('a board reads before it ticks what cannot take part, and why; numbers stay as they were drawn', async () => {
  const { id, version, pony, ball, boat } = await openRound(server, { gerda, anton, sven });
  await server.sql('update course set waitlist_max = 5, places_max = 1 where id = $1', [boat]);
  const [mila, ben] = [await childOf(rosa, 'Mila'), await childOf(rosa, 'Ben')];
  for (const answer of [await wish(rosa, id, mila, { [pony]: 3 }), await wish(rosa, id, ben, { [pony]: 3, [ball]: 1 }, { wants: 2 })])
    expect(answer).toMatchObject({ status: 200 });
  await closeWishes(server, id, 2);
  expect((await gerda.post(`/api/holiday-rounds/${id}/draw`, { version })).status).toBe(200);
  await closeWishes(server, id, 0);
  await sendSeats(server);
  const { offers } = (await gerda.get<ManagedRound>(`/api/holiday-rounds/${id}`)).body;
  expect(offers).toMatchObject([
    { seats: 1, wishes: 2 },
    { seats: 5, wishes: 1 },
    { seats: 1, wishes: 0 },
  ]);
  const next = await makeRound(gerda);
  const choices = async () => (await anton.get<ManagedRound>(`/api/holiday-rounds/${next.id}`)).body;
  const before = await choices();
  expect(before.obstacle).toBe('');
  expect(before.choices.find(({ courseId }) => courseId === pony)).toMatchObject({
    why: 'Es ist oder war schon in einem Ferienprogramm.',
  });
  expect(await agree(anton, next.id, [pony])).toMatchObject({ status: 422, body: { fields: [{ path: 'courseIds' }] } });
  await server.sql('delete from holiday_offer where course_id = $1', [pony]);
  expect((await choices()).choices.find(({ courseId }) => courseId === pony)).toMatchObject({ why: 'Es hat schon eine Warteliste.' });
  await server.sql("update club set has_participations = false where name = 'RWA'");
  expect((await choices()).obstacle).toContain('Ihr Verein führt keine Teilnehmerlisten.');
  await server.sql("update club set has_participations = true where name = 'RWA'");
});

test('a family reads how each seat stands, and why a dearer wish came to nothing', async () => {
  const { id, version, pony, ball } = await openRound(server, { gerda, anton, sven });
  const children = [await childOf(rosa, 'Ada'), await childOf(rosa, 'Bo')];
  for (const one of children) await wish(rosa, id, one, { [pony]: 3, [ball]: 1 });
  await closeWishes(server, id, 2);
  expect((await gerda.post(`/api/holiday-rounds/${id}/draw`, { version })).status).toBe(200);
  await closeWishes(server, id, 0);
  await sendSeats(server);
  const results = async () => (await Promise.all(children.map((one) => readChild(rosa, id, one)))).flatMap((one) => one?.results ?? []);
  const [lost] = (await results()).filter(({ courseId, outcome }) => courseId === pony && outcome === 'enough');
  expect(lost).toMatchObject({ reason: '1 Platz, 2 Wünsche. Am liebsten 1 Angebot: Das gibt es schon.', state: null });
  const [seat] = (await results()).filter(({ courseId, outcome }) => courseId === pony && outcome === 'seat');
  expect(seat).toMatchObject({ state: 'offered' });
  expect((await rosa.post(`/api/registrations/${seat?.enrolmentId}`, { action: 'decline' })).status).toBe(200);
  expect((await results()).find(({ enrolmentId }) => enrolmentId === seat?.enrolmentId)).toMatchObject({
    state: 'declined',
    answerUntil: null,
  });
});

test('among friends who said different numbers the reason names the smallest as theirs', async () => {
  const { id, pony, ball } = await openRound(server, { gerda, anton, sven });
  await server.sql('update course set places_max = 5 where id = $1', [pony]);
  const [ada, bo] = [await childOf(rosa, 'Ada'), await childOf(rosa, 'Bo')];
  await wish(rosa, id, ada, { [pony]: 3, [ball]: 2 }, { wants: 2, friends: 'new' });
  const code = (await readChild(rosa, id, ada))?.entry?.code;
  await wish(rosa, id, bo, { [pony]: 3, [ball]: 2 }, { wants: 1, friends: 'join', code });
  await closeWishes(server, id, 2);
  const { children } = (await gerda.get<RoundPreview>(`/api/holiday-rounds/${id}/preview`)).body;
  const reasons = children.map(({ name, wishes }) => [name, wishes.find(({ outcome }) => outcome === 'enough')?.reason]);
  expect(reasons.toSorted()).toEqual([
    ['Ada Ferien', 'Unter den Freunden zählt die kleinste Zahl, 1 Angebot: Das gibt es schon.'],
    ['Bo Ferien', 'Am liebsten 1 Angebot: Das gibt es schon.'],
  ]);
});

test('a page that was open before another club came to know the child saves its wishes all the same, once', async () => {
  const { id, pony, ball } = await openRound(server, { gerda, anton, sven });
  const juna = await childOf(rosa, 'Juna');
  const twin = '00000000-0000-4000-8000-000000000001';
  await server.sql(
    "insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) select $1, 'SCB', firstname, lastname, birth_date, now(), now() from person where id = $2",
    [twin, juna],
  );
  await server.sql(
    "insert into person_access (user_id, person_id, club, relation, basis, verified_at) select user_id, $1, 'SCB', 'guardian', 'board', now() from person_access where person_id = $2",
    [twin, juna],
  );
  expect((await wish(rosa, id, juna, { [pony]: 3 })).status).toBe(200);
  expect((await wish(rosa, id, juna, { [ball]: 2 }, { version: 1 })).status).toBe(200);
  expect(await server.sql('select wants from holiday_child where round_id = $1', [id])).toHaveLength(1);
  expect(await rosa.send('DELETE', `/api/holidays/${id}/children/${juna}`)).toMatchObject({ status: 200 });
  expect(await server.sql('select wants from holiday_child where round_id = $1', [id])).toEqual([]);
});

test('in the demonstration a parent finds the wishes of a child on the page of the round', async () => {
  const [round] = await server.sql<{ id: string }>("select id from holiday_round where name = 'Ferienprogramm'");
  const rosa = await server.signedIn('reader', 'RWA');
  const children = (await rosa.get<WishingChild[]>(`/api/holidays/${round?.id}/children`)).body;
  expect(children.find(({ name }) => name === 'Mats')).toMatchObject({ unfit: [], entry: { wants: 2, friends: 1 } });
  expect(children.find(({ name }) => name === 'Mats')?.entry?.wishes.map(({ stars }) => stars)).toEqual([3, 2, 1]);
});
