import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import type { Candidate, OwnEnrolment, Placed } from '#shared/courses/enrolmentShapes.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { endUndo } from '#server/courses/enrolments/service.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
const sunday = new Date('2026-11-22T09:00:00Z');
beforeAll(async () => {
  setClock(sunday);
  server = await startServer();
});
beforeEach(() => setClock(sunday));
afterAll(async () => {
  setClock();
  await server.close();
});

/** A course from 07.01.2027 with eight sessions and few seats, for 70.00 €. */
async function courseWith(places: number): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, ends_on, status, registration, requires_guardian, places_max,
       created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', 'Pilates', '2027-01-07', '2027-02-25', 'published', 'open', false, $3, now(), now())`,
    [id, `o-${id}`, places],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 7000, 'course')", [id]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state)
     select gen_random_uuid(), $1, d::date, d + time '17:00', d + time '18:00', 'planned'
     from generate_series('2027-01-07'::timestamp, '2027-02-25'::timestamp, interval '7 days') d`,
    [id],
  );
  return id;
}

async function childOf(parent: Client, firstname: string): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Order', birthDate: '2015-02-03', gender: 'w' };
  return (await parent.post<OwnPerson>('/api/people/mine', person)).body.id;
}
const mineIn = async (parent: Client, course: string) =>
  (await parent.get<OwnEnrolment[]>('/api/registrations/mine')).body.filter(({ target }) => target.id === course);
const ordersOf = (course: string) =>
  server.sql<{ id: string; method: string | null; due_on: string | null; shown: { sum: string; button: string } }>(
    'select id, method, due_on::text, shown from enrolment_order where course_id = $1 order by placed_at, id',
    [course],
  );
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

test('two children enrolled together are one order, stored as shown: sum, first due date, payment method, button', async () => {
  const course = await courseWith(10);
  const rosa = await server.signedIn('reader');
  const ids = [await childOf(rosa, 'Mila'), await childOf(rosa, 'Ben')];
  const candidates = (await rosa.get<Candidate[]>(`/api/courses/${course}/candidates`)).body.filter(({ personId }) =>
    ids.includes(personId),
  );
  expect(candidates.map(({ dueOn, hasMandate }) => [dueOn, hasMandate])).toEqual([
    ['2027-01-07', false],
    ['2027-01-07', false],
  ]);
  const quotes = Object.fromEntries(candidates.map(({ personId, quote }) => [personId, quote]));
  const input = { personIds: ids, quotes, method: 'transfer', acceptsTerms: true };
  expect((await rosa.post<Placed[]>(`/api/courses/${course}/registrations`, input)).status).toBe(200);
  const [order, ...others] = await ordersOf(course);
  expect(others).toEqual([]);
  expect([order?.method, order?.due_on, plain(order?.shown.sum), order?.shown.button]).toEqual([
    'transfer',
    '2027-01-07',
    'Zusammen 140,00 € für den Kurs',
    'Zahlungspflichtig anmelden',
  ]);
  const mine = await mineIn(rosa, course);
  expect(mine.map(({ step, order: agreed }) => [step, agreed?.words.map(plain)])).toEqual(
    Array.from({ length: 2 }, () => [
      null,
      expect.arrayContaining(['Bezahlt wird per Überweisung an den Verein.', 'Gedrückt: „Zahlungspflichtig anmelden“']),
    ]),
  );
});

test('an order is immutable, even by plain SQL', async () => {
  const course = await courseWith(10);
  const rosa = await server.signedIn('reader');
  await rosa.post(`/api/courses/${course}/registrations`, { personIds: [await childOf(rosa, 'Ida')], acceptsTerms: true });
  await expect(server.sql("update enrolment_order set due_on = '2030-01-01' where course_id = $1", [course])).rejects.toThrow(
    /never changed/,
  );
});

test('an offered seat shows the last step again; changed terms are refused, and accepted ones are stored', async () => {
  const course = await courseWith(1);
  const rosa = await server.signedIn('reader');
  await rosa.post(`/api/courses/${course}/registrations`, { personIds: [await childOf(rosa, 'Ada')], acceptsTerms: true });
  await rosa.post(`/api/courses/${course}/registrations`, { personIds: [await childOf(rosa, 'Tim')], acceptsTerms: true });
  expect(plain((await ordersOf(course))[1]?.shown.button)).toBe('Kostenlos auf die Warteliste');
  const waiting = (await mineIn(rosa, course)).find(({ name }) => name.startsWith('Tim'));
  expect([waiting?.position, waiting?.placeReason[0]]).toEqual([1, expect.stringContaining('Reihe für alle')]);
  const ada = (await mineIn(rosa, course)).find(({ name }) => name.startsWith('Ada'));
  await rosa.post(`/api/registrations/${ada?.id}`, { action: 'cancel' });
  await server.sql("update enrolment set undo_until = '2026-01-01' where course_id = $1 and undo_until is not null", [course]);
  await endUndo(server);
  const [mail] = await server.sql<{ body: string }>(
    "select body from outbox_mail where subject like 'Ein Platz ist frei%' order by id desc limit 1",
  );
  expect(plain(mail?.body)).toMatch(/Nächster Termin: .*Uhr\nPreis: 70,00 € für den Kurs\n\nBitte nehmen Sie ihn bis /);
  const offered = (await mineIn(rosa, course)).find(({ name }) => name.startsWith('Tim'));
  expect([offered?.state, offered?.step?.button, plain(offered?.step?.sum)]).toEqual([
    'offered',
    'Platz zahlungspflichtig annehmen',
    'Preis: 70,00 € für den Kurs',
  ]);
  const accept = (quote?: string) =>
    rosa.post<OwnEnrolment>(`/api/registrations/${offered?.id}`, { action: 'accept', quote, method: 'transfer' });
  const stale = await accept('[]');
  expect([stale.status, stale.body]).toMatchObject([409, { code: 'quote-changed' }]);
  expect((await mineIn(rosa, course)).find(({ id }) => id === offered?.id)?.state).toBe('offered');
  const taken = await accept(offered?.step?.quote);
  expect([taken.status, taken.body.state, taken.body.step]).toEqual([200, 'confirmed', null]);
  expect((await ordersOf(course)).at(-1)).toMatchObject({ method: 'transfer', shown: { button: 'Platz zahlungspflichtig annehmen' } });
});

test('a guest sees price, first due date and cancellation terms behind the link, before the binding click', async () => {
  const course = await courseWith(10);
  const guest = server.visitor();
  const person = { firstname: 'Gerda', lastname: 'Gast', birthDate: '1980-12-24', gender: 'w', email: 'gerda.order@example.org' };
  await guest.post(`/api/courses/${course}/guests`, { ...person, acceptsTerms: true });
  expect(await ordersOf(course)).toEqual([]);
  const token = /registration\/([\w-]+)/.exec(await server.latestMail(person.email))?.[1];
  const { step } = (await guest.get<OwnEnrolment>(`/api/registrations/${token}`)).body;
  expect([step?.button, plain(step?.sum)]).toEqual(['Zahlungspflichtig bestätigen', 'Preis: 70,00 € für den Kurs']);
  expect(step?.sentences).toContain('Die erste Zahlung ist frühestens am 07.01.2027 fällig.');
  const { body } = await guest.post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'confirm', quote: step?.quote });
  expect([body.state, body.order?.words.at(-1)]).toEqual(['confirmed', 'Gedrückt: „Zahlungspflichtig bestätigen“']);
});

test('a charge keeps to the agreement: not due before the day, and by transfer if that was chosen', async () => {
  const course = await courseWith(10);
  const rosa = await server.signedIn('reader');
  const id = await childOf(rosa, 'Lea');
  await rosa.post(`/api/courses/${course}/registrations`, { personIds: [id], method: 'transfer', acceptsTerms: true });
  const board = await server.signedIn('admin');
  const answer = await board.post('/api/charges', { courseId: course, dueOn: '2026-12-30', excluded: [] });
  expect(answer.status).toBe(200);
  const [made] = await server.sql('select due_on::text, method from charge where course_id = $1', [course]);
  expect(made).toEqual({ due_on: '2027-01-07', method: 'transfer' });
});
const mandatesOf = (accountHolder: string) =>
  server.sql<{ payer: string; origin: string; state: string }>(
    `select p.lastname as payer, m.origin, m.state from sepa_mandate m join person p on p.id = m.payer_person_id where account_holder = $1`,
    [accountHolder],
  );
const account = { iban: 'DE89 3704 0044 0532 0130 00', accountHolder: 'Rosa Order' };

test('the contracting club is shown with its address, and a mandate is given with the order: stored verbatim, and known the next time', async () => {
  const course = await courseWith(10);
  const rosa = await server.signedIn('reader');
  const id = await childOf(rosa, 'Mila');
  const mila = async () => {
    const { body } = await rosa.get<Candidate[]>(`/api/courses/${course}/candidates`);
    return body.find(({ personId }) => personId === id);
  };
  const before = await mila();
  expect(before?.partner).toMatch(/^Rot-Weiß Auenfeld e\. V\..*, Musterweg 1, 59999 Auenfeld$/);
  expect([before?.hasMandate, before?.mandateText]).toEqual([false, expect.stringContaining('DE98ZZZ09999999999')]);
  const send = (mandate: object) =>
    rosa.post<ProblemBody>(`/api/courses/${course}/registrations`, { personIds: [id], method: 'sepa', mandate, acceptsTerms: true });
  const mistyped = await send({ ...account, iban: 'DE89 3704 0044 0532 0130 01' });
  expect([mistyped.status, mistyped.body.fields?.[0]?.path]).toEqual([422, 'mandate.iban']);
  expect((await send({ ...account, iban: 'BR1800360305000010009795493C1' })).body.fields?.[0]?.path).toBe('mandate.iban');
  expect([await ordersOf(course), await mandatesOf('Rosa Order')]).toEqual([[], []]);
  expect((await send(account)).status).toBe(200);
  expect(await mandatesOf('Rosa Order')).toMatchObject([{ origin: 'online', state: 'active' }]);
  const [mine] = await mineIn(rosa, course);
  expect(mine?.order?.words).toEqual(expect.arrayContaining([before?.mandateText, 'Konto: Rosa Order, IBAN endet auf 3000.']));
  expect(mine?.order?.words[0]).toBe(`Vertragspartner: ${before?.partner}`);
  expect([(await mila())?.hasMandate, (await mila())?.mandateText]).toEqual([true, null]);
});

test('a guest gives a mandate behind the link; if the club does not collect none can be given', async () => {
  const course = await courseWith(10);
  const guest = server.visitor();
  const person = { firstname: 'Gisela', lastname: 'Gast', birthDate: '1980-12-24', gender: 'w', email: 'gisela.order@example.org' };
  await guest.post(`/api/courses/${course}/guests`, { ...person, acceptsTerms: true });
  const token = /registration\/([\w-]+)/.exec(await server.latestMail(person.email))?.[1];
  const read = async () => (await guest.get<OwnEnrolment>(`/api/registrations/${token}`)).body;
  const mandate = { ...account, accountHolder: 'Gisela Gast' };
  const send = (quote: string | undefined) =>
    guest.post<OwnEnrolment & ProblemBody>(`/api/registrations/${token}`, { action: 'confirm', quote, method: 'sepa', mandate });
  await server.sql("update club_account set creditor_id = '' where club = 'RWA' and is_collect");
  const { step } = await read();
  expect(step?.mandateText).toBeNull();
  expect((await send(step?.quote)).body.fields?.[0]?.path).toBe('mandate.iban');
  await server.sql("update club_account set creditor_id = 'DE98ZZZ09999999999' where club = 'RWA' and is_collect");
  const { body } = await send((await read()).step?.quote);
  expect([body.state, body.order?.words]).toEqual(['confirmed', expect.arrayContaining(['Konto: Gisela Gast, IBAN endet auf 3000.'])]);
  expect(await mandatesOf('Gisela Gast')).toEqual([{ payer: 'Gast', origin: 'online', state: 'active' }]);
});

/** A group on Mondays since September for 12.00 € a month; the current month is prorated. */
async function groupWith(): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, registration, requires_guardian, places_max, late_join,
       age_reference, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', 'Handball-Minis', '2026-09-07', 'published', 'open', false, 20, 'prorata', 'session', now(), now())`,
    [id, `g-${id}`],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 1200, 'month')", [id]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state)
     select gen_random_uuid(), $1, d::date, d + time '15:30', d + time '16:30', 'planned'
     from generate_series('2026-09-07'::timestamp, '2026-12-28'::timestamp, interval '7 days') d`,
    [id],
  );
  return id;
}

test('two children in a group with a current month: its share, the monthly price and the end by notice are shown; after a session the quote changes', async () => {
  const group = await groupWith();
  const rosa = await server.signedIn('reader');
  const ids = [await childOf(rosa, 'Mila'), await childOf(rosa, 'Ben')];
  const candidates = (await rosa.get<Candidate[]>(`/api/courses/${group}/candidates`)).body.filter(({ personId }) =>
    ids.includes(personId),
  );
  expect(candidates.map(({ begun, endsOnNotice }) => [begun, endsOnNotice])).toEqual(
    ids.map(() => [{ period: '11/2026', cents: 480, note: '2 von 5 Terminen' }, '2026-12-31']),
  );
  const quotes = Object.fromEntries(candidates.map(({ personId, quote }) => [personId, quote]));
  const send = () => rosa.post(`/api/courses/${group}/registrations`, { personIds: ids, quotes, acceptsTerms: true });
  setClock(new Date('2026-11-23T17:00:00Z'));
  expect((await send()).body).toMatchObject({ code: 'quote-changed' });
  expect(await ordersOf(group)).toEqual([]);
  setClock(sunday);
  expect((await send()).status).toBe(200);
  const [order] = await server.sql<{ shown: { sentences: string[]; sum: string } }>(
    'select shown from enrolment_order where course_id = $1',
    [group],
  );
  expect(order?.shown.sentences.map(plain)).toEqual(
    expect.arrayContaining([
      'Wer heute kündigt, ist bis zum 31.12.2026 dabei.',
      'Für 11/2026 zahlen Sie nur 9,60 € zusammen: 2 von 5 Terminen.',
      'Die erste Zahlung ist frühestens am 15.12.2026 fällig: 33,60 € (11/2026 9,60 €, 12/2026 24,00 €).',
    ]),
  );
  expect(plain(order?.shown.sum)).toBe('Zusammen 24,00 € im Monat');
  // The ticket says it word by word, and the bills of both months keep to it.
  const ticket = plain(await server.latestMail('reader@rwa.test'));
  for (const words of [...(order?.shown.sentences ?? []), order?.shown.sum]) expect(ticket).toContain(plain(words));
  const board = await server.signedIn('admin');
  for (const day of ['2026-11-30T09:00:00Z', '2026-12-01T09:00:00Z']) {
    setClock(new Date(day));
    await board.signIn('admin@rwa.test');
    expect((await board.post('/api/charges', { courseId: group, dueOn: day.slice(0, 10), excluded: [] })).status).toBe(200);
  }
  expect(
    await server.sql('select due_on::text, sum(cents)::int as cents from charge where course_id = $1 group by due_on', [group]),
  ).toEqual([{ due_on: '2026-12-15', cents: 3360 }]);
});

test('a course of 24 dates at 70.00 € joined before its 14th costs 11/24 of it: 32.08 €, in the quote, the order, the ticket and the charge', async () => {
  const course = await courseWith(10);
  await server.sql('delete from course_session where course_id = $1', [course]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state)
     select gen_random_uuid(), $1, d::date, d + time '17:00', d + time '18:00', 'planned'
     from generate_series('2026-08-27'::timestamp, '2027-02-04'::timestamp, interval '7 days') d`,
    [course],
  );
  await server.sql("update course set starts_on = '2026-08-27', ends_on = '2027-02-04', late_join = 'prorata' where id = $1", [course]);
  const rosa = await server.signedIn('reader');
  const id = await childOf(rosa, 'Pia');
  const pia = (await rosa.get<Candidate[]>(`/api/courses/${course}/candidates`)).body.find(({ personId }) => personId === id);
  expect([pia?.priceCents, pia?.fullPriceCents, pia?.begun]).toEqual([
    3208,
    7000,
    { period: '', cents: 3208, note: 'anteilig ab 26.11.2026: 11 von 24 Terminen' },
  ]);
  const input = { personIds: [id], quotes: { [id]: pia?.quote }, method: 'transfer', acceptsTerms: true };
  expect((await rosa.post(`/api/courses/${course}/registrations`, input)).status).toBe(200);
  expect(plain((await ordersOf(course))[0]?.shown.sum)).toBe('Preis: 32,08 € für den Kurs');
  expect(plain(await server.latestMail('reader@rwa.test'))).toContain('32,08 €');
  const board = await server.signedIn('admin');
  expect((await board.post('/api/charges', { courseId: course, dueOn: '2026-12-30', excluded: [] })).status).toBe(200);
  expect(await server.sql('select cents from charge where course_id = $1', [course])).toEqual([{ cents: 3208 }]);
});

test('cash and payment by the office can be chosen if the club permits it; the charge and the ticket say so', async () => {
  const course = await courseWith(10);
  const rosa = await server.signedIn('reader');
  const [lea, ole] = [await childOf(rosa, 'Lea'), await childOf(rosa, 'Ole')];
  const send = (id: string, method: string) =>
    rosa.post<ProblemBody>(`/api/courses/${course}/registrations`, { personIds: [id], method, acceptsTerms: true });
  const refused = await send(lea, 'cash');
  expect([refused.status, refused.body.fields?.[0]?.path, await ordersOf(course)]).toEqual([422, 'method', []]);
  const alsoBy = async () => (await rosa.get<Candidate[]>(`/api/courses/${course}/candidates`)).body[0]?.alsoBy;
  expect(await alsoBy()).toEqual([]);
  const toldBefore = async (id: string) => (await server.visitor().get<CoursePage>(`/api/courses/${id}`)).body.waysToPay;
  expect(await toldBefore(course)).toBe('Bezahlen können Sie per Überweisung oder per Lastschrift.');
  for (const name of ['orders.RWA.cash', 'orders.RWA.but'])
    await server.sql(
      "insert into config_parameter (name, value, updated_at) values ($1, 'true', now()) on conflict (name) do update set value = 'true'",
      [name],
    );
  expect(await alsoBy()).toEqual(['cash', 'but']);
  expect(await toldBefore(await courseWith(1))).toBe(
    'Bezahlen können Sie per Überweisung, per Lastschrift, bar oder über Bildung und Teilhabe.',
  );
  expect([(await send(lea, 'cash')).status, (await send(ole, 'but')).status]).toEqual([200, 200]);
  expect(await server.latestMail('reader@rwa.test')).toContain('Bezahlt wird über Bildung und Teilhabe.');
  const mine = (await mineIn(rosa, course)).find(({ name }) => name.startsWith('Lea'));
  expect([mine?.order?.words, mine?.transfer]).toEqual([expect.arrayContaining([expect.stringContaining('bar beim Verein')]), null]);
  const board = await server.signedIn('admin');
  expect((await board.post('/api/charges', { courseId: course, dueOn: '2026-12-30', excluded: [] })).status).toBe(200);
  expect(await server.sql('select method, state from charge where course_id = $1 order by method', [course])).toEqual([
    { method: 'but', state: 'open' },
    { method: 'cash', state: 'open' },
  ]);
});
