import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Candidate, ParticipantList, Placed } from '#shared/courses/enrolmentShapes.ts';
import type { OwnPerson } from '#shared/people/people.ts';
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

test('a person who enrols again within ten minutes finds the reserved seat and gets it back, and later a new one', async () => {
  const course = await oneSeat();
  const rosa = await server.signedIn('reader');
  const [mila, ben] = [await childOf(rosa, 'Mila'), await childOf(rosa, 'Ben')];
  const path = `/api/courses/${course}/registrations`;
  const [seat] = (await rosa.post<Placed[]>(path, { personIds: [mila], acceptsTerms: true })).body;
  const [queued] = (await rosa.post<Placed[]>(path, { personIds: [ben], acceptsTerms: true })).body;
  expect([seat?.state, queued?.state]).toEqual(['confirmed', 'waitlisted']);
  await rosa.post(`/api/registrations/${seat?.id}`, { action: 'cancel' });

  expect(await candidateOf(rosa, course, mila)).toMatchObject({
    participationId: seat?.id,
    state: 'cancelled',
    keptUntil: expect.stringMatching(/^2026-11-22T09:10:/),
  });
  expect(await rosa.post(path, { personIds: [mila], acceptsTerms: true })).toMatchObject({ status: 409, body: { code: 'seat-kept' } });
  expect(await rosa.post(`/api/registrations/${seat?.id}`, { action: 'undo' })).toMatchObject({
    status: 200,
    body: { state: 'confirmed' },
  });
  expect(await candidateOf(rosa, course, mila)).toMatchObject({ state: 'confirmed', keptUntil: null });

  await rosa.post(`/api/registrations/${seat?.id}`, { action: 'cancel' });
  setClock(new Date('2026-11-22T09:11:30Z'));
  expect(await candidateOf(rosa, course, mila)).toMatchObject({ participationId: null, state: null, keptUntil: null });
  expect((await rosa.post<Placed[]>(path, { personIds: [mila], acceptsTerms: true })).body[0]?.state).toBe('waitlisted');
});

test('who signs off is told when it can no longer be undone; nobody is told of what was undone', async () => {
  const course = await oneSeat();
  const rosa = await server.signedIn('reader');
  const [seat] = (
    await rosa.post<Placed[]>(`/api/courses/${course}/registrations`, {
      personIds: [await childOf(rosa, 'Tara')],
      acceptsTerms: true,
    })
  ).body;
  const answer = (action: string) => rosa.post(`/api/registrations/${seat?.id}`, { action });
  const told = () =>
    server.sql<{ kind: string; subject: string; at: string }>(
      `select 'mail' as kind, subject, to_char(next_attempt_at at time zone 'UTC', 'HH24:MI') as at from outbox_mail where subject_id = $1
       union all select 'notice', title, to_char(shown_from at time zone 'UTC', 'HH24:MI') from user_notice where occasion = $1 order by 1`,
      [seat?.id],
    );
  const before = await told();
  for (let turn = 0; turn < 3; turn++) for (const action of ['cancel', 'undo']) expect((await answer(action)).status).toBe(200);
  expect(await told()).toEqual(before);
  await answer('cancel');
  const signedOff = (await told()).filter(({ subject }) => subject.startsWith('Platz abgesagt'));
  expect(signedOff.map(({ kind, at }) => [kind, at])).toEqual([
    ['mail', '09:10'],
    ['notice', '09:10'],
  ]);
});

test('a person who left the waiting list by mistake gets the old position back', async () => {
  const course = await oneSeat();
  const rosa = await server.signedIn('reader');
  const people = [await childOf(rosa, 'Ada'), await childOf(rosa, 'Bea'), await childOf(rosa, 'Cem')];
  const path = `/api/courses/${course}/registrations`;
  const rows = (await rosa.post<Placed[]>(path, { personIds: people, acceptsTerms: true })).body;
  await rosa.post(`/api/registrations/${rows[1]?.id}`, { action: 'cancel' });
  expect(await candidateOf(rosa, course, people[1] ?? '')).toMatchObject({ state: 'cancelled', keptUntil: expect.any(String) });
  expect(await rosa.post(path, { personIds: [people[1]], acceptsTerms: true })).toMatchObject({ body: { code: 'seat-kept' } });
  const back = await rosa.post(`/api/registrations/${rows[1]?.id}`, { action: 'undo' });
  expect(back.body).toMatchObject({ state: 'waitlisted', position: 1 });
});

test('staff see for whom a seat is reserved, and give it to others with a reason only', async () => {
  const course = await oneSeat(0);
  const rosa = await server.signedIn('reader');
  const mila = await childOf(rosa, 'Mila');
  const path = `/api/courses/${course}/registrations`;
  const [seat] = (await rosa.post<Placed[]>(path, { personIds: [mila], acceptsTerms: true })).body;
  await rosa.post(`/api/registrations/${seat?.id}`, { action: 'cancel' });
  expect(await candidateOf(rosa, course, mila)).toMatchObject({ state: 'cancelled', keptUntil: expect.any(String) });

  const vera = await server.signedIn('admin');
  const listed = async () => (await vera.get<ParticipantList>(`/api/courses/${course}/participants`)).body.rows;
  expect(await listed()).toMatchObject([{ state: 'cancelled', keptUntil: expect.stringMatching(/^2026-11-22T09:10:/) }]);
  const added = { person: { firstname: 'Uwe', lastname: 'Ulm' } };
  expect(await vera.post(`/api/courses/${course}/participants`, added)).toMatchObject({
    status: 409,
    body: {
      fields: [
        { path: 'reason', message: expect.stringMatching(/^Kein Platz ist frei\. Bis 10:10 Uhr wird einer für Mila Frist gehalten/) },
      ],
    },
  });
  setClock(new Date('2026-11-22T09:11:30Z'));
  expect(await listed()).toMatchObject([{ state: 'cancelled', keptUntil: null }]);
  expect(await vera.post(`/api/courses/${course}/participants`, added)).toMatchObject({ body: { state: 'confirmed' } });
});

async function oneSeat(waitlistMax: number | null = null): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, ends_on, status, registration, requires_guardian, waitlist_max, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', 'Pilates', 1, '2027-01-11', '2027-03-28', 'published', 'open', false, $3, now(), now())`,
    [id, `p-${id}`, waitlistMax],
  );
  return id;
}

async function childOf(parent: Client, firstname: string): Promise<string> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Frist', birthDate: '2015-02-03', gender: 'w' };
  return (await parent.post<OwnPerson>('/api/people/mine', person)).body.id;
}

const candidateOf = async (parent: Client, course: string, personId: string) =>
  (await parent.get<Candidate[]>(`/api/courses/${course}/candidates`)).body.find((one) => one.personId === personId);
