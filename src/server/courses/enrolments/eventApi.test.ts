import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventDetails, EventView } from '#shared/events/events.ts';
import type { Candidate, EventParticipants, OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { endUndo, expireDue } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const fest = { title: 'Zeltlager', kind: 'camp', startsAt: '2027-06-19T12:00:00Z', endsAt: '2027-06-21T10:00:00Z', registration: 'open' };
const guest = (name: string, change: object = {}) => ({
  firstname: name,
  lastname: 'Gast',
  birthDate: '1990-01-01',
  email: `${name.toLowerCase()}@example.org`,
  acceptsTerms: true,
  ...change,
});
const tokenOf = async (name: string) =>
  /registration\/([\w-]+)/.exec(await server.latestMail(`${name.toLowerCase()}@example.org`))?.[1] ?? '';
const answer = (token: string, action: string) => server.visitor().post<OwnEnrolment>(`/api/registrations/${token}`, { action });

async function announce(change: object = {}): Promise<EventView> {
  const edda = await server.signedIn('editor');
  const made = await edda.post<EventView>('/api/events', { ...fest, ...change });
  expect(made.status).toBe(200);
  return (await edda.send<EventView>('PUT', `/api/events/${made.body.id}/state`, { state: 'published', version: 1 })).body;
}

/** Enrols a guest and confirms by the link in their mail. */
async function come(id: string, name: string): Promise<OwnEnrolment> {
  expect((await server.visitor().post(`/api/events/${id}/guests`, guest(name))).status).toBe(200);
  return (await answer(await tokenOf(name), 'confirm')).body;
}

const child = async (client: Client, firstname: string, birthDate: string, club = 'RWA') =>
  (await client.post<OwnPerson>('/api/people/mine', { club, relation: 'guardian', firstname, lastname: 'Muster', birthDate, gender: 'w' }))
    .body;

test('guests get the seats of an event, the next one waits and is offered the seat of the first who cancels', async () => {
  const { id } = await announce({ placesMax: 2 });
  const [one, two, three] = [await come(id, 'Anna'), await come(id, 'Bert'), await come(id, 'Cora')];
  expect([one.state, two.state, three.state, three.position]).toEqual(['confirmed', 'confirmed', 'waitlisted', 1]);
  expect(one.target).toMatchObject({ kind: 'event', title: 'Zeltlager', nextAt: '2027-06-19T12:00:00.000Z' });
  const shown = (await server.visitor().get<EventView>(`/api/events/${id}`)).body;
  expect(shown.phase).toMatchObject({ kind: 'waitlist', action: 'waitlist' });
  expect((await answer(one.token, 'cancel')).body.state).toBe('cancelled');
  // The seat is kept while the cancellation can be undone.
  expect((await answer(three.token, 'accept')).status).toBe(409);
  await server.sql("update enrolment set undo_until = '2026-01-01' where event_id = $1 and undo_until is not null", [id]);
  await endUndo(server);
  expect(await server.latestMail('cora@example.org')).toContain('Zeltlager');
  expect((await answer(three.token, 'accept')).body.state).toBe('confirmed');
});

test('a parent enrols a child of the right age in their own club, nobody else can', async () => {
  const { id } = await announce({ ageMin: 8, ageMax: 14, title: 'Fahrt' });
  const petra = await server.signedIn('reader');
  const [mia, tim] = [await child(petra, 'Mia', '2017-03-01'), await child(petra, 'Tim', '2024-03-01')];
  const people = (await petra.get<Candidate[]>(`/api/events/${id}/candidates`)).body;
  expect(people.find(({ personId }) => personId === tim.id)?.reasons[0]).toMatch(/^Zu jung/);
  const send = (client: Client, personIds: string[]) =>
    client.post<{ state: string }[]>(`/api/events/${id}/registrations`, { personIds, acceptsTerms: true });
  expect((await send(server.visitor(), [mia.id])).status).toBe(401);
  expect((await send(await server.signedIn('admin', 'SCB'), [mia.id])).status).toBe(404);
  expect((await send(await server.signedIn('editor'), [mia.id])).status).toBe(404);
  expect((await send(petra, [tim.id])).status).toBe(409);
  expect((await send(petra, [mia.id])).body).toMatchObject([{ state: 'confirmed' }]);
  expect((await send(petra, [mia.id])).status).toBe(409);
  const mine = (await petra.get<OwnEnrolment[]>('/api/registrations/mine')).body;
  expect(mine.map(({ name, target }) => [name, target.title])).toContainEqual(['Mia Muster', 'Fahrt']);
});

test('an event tells how it can be paid before the order, as a course does; a free one says nothing', async () => {
  const told = async (change: object) => {
    const { id } = await announce(change);
    return (await server.visitor().get<EventDetails>(`/api/events/${id}`)).body.waysToPay;
  };
  expect(await told({ priceCents: 4500 })).toBe('Bezahlen können Sie per Überweisung oder per Lastschrift.');
  expect(await told({ priceCents: 0 })).toBe('');
});

test('staff of the club see the participants and add one; others see nobody', async () => {
  const { id } = await announce({ placesMax: 1, title: 'Turnier' });
  await come(id, 'Dora');
  const path = `/api/events/${id}/participants`;
  expect((await server.visitor().get(path)).status).toBe(401);
  expect((await (await server.signedIn('trainer')).get(path)).status).toBe(403);
  expect((await (await server.signedIn('admin', 'SCB')).get(path)).status).toBe(404);
  const edda = await server.signedIn('editor');
  const person = { firstname: 'Emil', lastname: 'Muster', birthDate: '1980-01-01' };
  expect((await edda.post<{ state: string }>(path, { person, reason: '' })).body.state).toBe('waitlisted');
  const list = (await edda.get<EventParticipants>(path)).body;
  const states = Object.fromEntries(list.rows.map(({ firstname, state }) => [firstname, state]));
  expect(states).toEqual({ Dora: 'confirmed', Emil: 'waitlisted' });
  const emil = list.rows.find(({ firstname }) => firstname === 'Emil');
  const decide = (reason: string) => edda.post(`/api/participants/${emil?.id}/decision`, { action: 'confirm', reason });
  expect((await decide('')).status).toBe(409);
  expect((await decide('Ersatzspieler')).status).toBe(200);
});

test('participants are notified once of a cancellation, and an event with participants is not deleted', async () => {
  const made = await announce({ title: 'Ausflug' });
  await come(made.id, 'Frieda');
  const edda = await server.signedIn('editor');
  const moved = { ...fest, title: 'Ausflug', startsAt: '2027-06-19T13:00:00Z', version: made.version };
  const later = (await edda.send<EventView>('PUT', `/api/events/${made.id}`, moved)).body;
  expect(await server.latestMail('frieda@example.org')).toContain('19.06.2027, 15:00 Uhr');
  expect((await (await server.signedIn('admin')).send('DELETE', `/api/events/${made.id}`)).body.code).toBe('has-participants');
  await edda.send('PUT', `/api/events/${made.id}/state`, { state: 'cancelled', version: later.version });
  expect(await server.latestMail('frieda@example.org')).toContain('findet leider nicht statt');
  expect(await server.sql('select state from enrolment where event_id = $1', [made.id])).toEqual([{ state: 'annulled' }]);
});

test('an unconfirmed guest loses the seat after half an hour; deadlines are enforced', async () => {
  const { id } = await announce({ placesMax: 1, title: 'Workshop', closesAt: '2027-06-01T21:59:59Z' });
  await server.visitor().post(`/api/events/${id}/guests`, guest('Gita'));
  setClock(new Date(testTime.getTime() + 31 * 60_000));
  await expireDue(server);
  expect(await server.sql('select state from enrolment where event_id = $1', [id])).toEqual([{ state: 'expired' }]);
  setClock(new Date('2027-06-01T22:00:00Z'));
  expect((await server.visitor().post(`/api/events/${id}/guests`, guest('Hans'))).body.code).toBe('registration-closed');
  setClock(testTime);
});

test('thirty people for ten seats of an event: exactly ten get one', async () => {
  const { id } = await announce({ placesMax: 10, title: 'Lauf' });
  const edda = await server.signedIn('editor');
  const people = Array.from({ length: 30 }, (_one, at) => ({ firstname: `Läufer${at}`, lastname: 'Muster', birthDate: '1990-01-01' }));
  const answers = await Promise.all(people.map((person) => edda.post(`/api/events/${id}/participants`, { person, reason: '' })));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const rows = await server.sql('select state, count(*)::int as count from enrolment where event_id = $1 group by state order by state', [
    id,
  ]);
  expect(rows).toEqual([
    { state: 'confirmed', count: 10 },
    { state: 'waitlisted', count: 20 },
  ]);
});
