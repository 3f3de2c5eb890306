import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventsContract, type EventView } from '#shared/events/events.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { EventForm } from './EventForm.tsx';

const id = '5f7a8a31-5b7c-4c57-8d0f-0123456789ab';
const facilityId = '5f7a8a31-5b7c-4c57-8d0f-0123456789ac';
const board = userOf('admin');

beforeEach(() => void vi.setSystemTime('2026-11-22T09:00:00Z'));

test('a new event is sent with its local times as instants, and without enrolment', async () => {
  const { server, hand, onDone } = open();
  server.on(eventsContract.create, festival);
  await hand.fill('Titel', 'Sommerfest');
  await hand.choose('Art', 'Fest');
  await hand.fill('Beginn', '19.06.2027');
  await hand.fill('Uhrzeit', '14:00');
  await hand.fill('Ende', '20.06.2027');
  await hand.fill('Uhrzeit des Endes', '01:30');
  await hand.fill('Ort', 'Sportplatz');
  await hand.fill('Beschreibung', 'Mit Musik');
  await hand.fill('Kontakt', 'Vera Vogel');
  await hand.tick('Nur für Mitglieder');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/events',
      body: {
        title: 'Sommerfest',
        kind: 'festival',
        startsAt: '2027-06-19T12:00:00.000Z',
        endsAt: '2027-06-19T23:30:00.000Z',
        isAllDay: false,
        place: 'Sportplatz',
        description: 'Mit Musik',
        contact: 'Vera Vogel',
        image: '',
        imageAlt: '',
        isMembersOnly: true,
        ...withoutRegistration,
      },
    },
  ]);
  await hand.reads('Der Termin ist als Entwurf gespeichert.');
  expect(onDone).toHaveBeenCalledWith(festival.id);
});

test.each([
  ['a usual day', '24.11.2026', '24.11.2026', '2026-11-23T23:00:00.000Z', '2026-11-24T23:00:00.000Z'],
  ['the day on which summer time ends, of 25 hours', '25.10.2026', '25.10.2026', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['the day on which it begins, of 23 hours', '29.03.2026', '29.03.2026', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['New Year’s Eve and New Year', '31.12.2026', '01.01.2027', '2026-12-30T23:00:00.000Z', '2027-01-01T23:00:00.000Z'],
  ['up to 29 February', '28.02.2028', '29.02.2028', '2028-02-27T23:00:00.000Z', '2028-02-29T23:00:00.000Z'],
])('an all-day event ends at midnight after its last day: %s', async (_what, first, last, startsAt, endsAt) => {
  const { server, hand, onDone } = open();
  server.on(eventsContract.create, festival);
  await hand.fill('Titel', 'Lager');
  await hand.tick('Ganztägig');
  expect(() => hand.field('Uhrzeit')).toThrow();
  await hand.fill('Beginn', first);
  await hand.fill('Ende', last);
  if (startsAt < '2026-11-21') await hand.tick('Der Termin liegt in der Vergangenheit');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({ isAllDay: true, startsAt, endsAt });
});

test('a start in the past is saved only after it is confirmed; the end moves with the start', async () => {
  const { server, hand, onDone } = open();
  server.on(eventsContract.create, festival);
  await hand.fill('Titel', 'Gründung');
  expect(() => hand.field('Der Termin liegt in der Vergangenheit')).toThrow();
  await hand.fill('Beginn', '01.01.2020');
  expect(hand.field('Ende').value).toBe('01.01.2020');
  await hand.press('Speichern');
  await hand.reads('Der Beginn liegt in der Vergangenheit. Bitte bestätigen Sie das.');
  expect(server.sent).toEqual([]);
  await hand.tick('Der Termin liegt in der Vergangenheit');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ startsAt: '2020-01-01T09:00:00.000Z', endsAt: '2020-01-01T11:00:00.000Z', isInPast: true });
});

test('an unchanged start in the past needs no confirmation; more than two weeks require one', async () => {
  const over = { startsAt: '2026-06-19T12:00:00.000Z', endsAt: '2026-06-19T20:00:00.000Z' };
  const { server, hand, onDone } = open({ ...festival, ...over });
  server.on(eventsContract.update, festival);
  await hand.fill('Kontakt', 'Uwe Uhl');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  await hand.fill('Ende', '10.07.2026');
  await hand.press('Speichern');
  await hand.reads('Dauert das 22 Tage?');
  expect(server.sent).toHaveLength(1);
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent).toHaveLength(2));
});

test('a stored all-day event shows its last day, which saving other fields leaves unchanged', async () => {
  const { server, hand, onDone } = open({ ...festival, ...wholeDays, facilityId });
  server.on(eventsContract.update, festival);
  expect(hand.field('Beginn').value).toBe('19.06.2027');
  expect(hand.field('Ende').value).toBe('20.06.2027');
  await hand.fill('Kontakt', 'Uwe Uhl');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent[0]).toMatchObject({ method: 'PUT', address: `/events/${id}`, body: { ...wholeDays, facilityId, version: 3 } });
});

test.each(['25:00', 'neun', ''])('a time like „%s“ is refused at its field, and nothing is sent', async (time) => {
  const { server, hand } = open(festival);
  await hand.fill('Uhrzeit', time);
  await hand.fill('Uhrzeit des Endes', time);
  await hand.press('Speichern');
  expect(hand.problem('Uhrzeit')).toBe('Bitte eine Uhrzeit wie 18:30.');
  expect(hand.problem('Uhrzeit des Endes')).toBe('Bitte eine Uhrzeit wie 18:30.');
  expect(server.sent).toEqual([]);
});

test('enrolment data are sent in cents and instants: days count to their end, but never beyond the start', async () => {
  const { server, hand, onDone } = open(festival);
  server.on(eventsContract.update, festival);
  await hand.choose('Anmeldung', 'Mit Anmeldung, die der Verein bestätigt');
  await hand.fill('Plätze (leer: ohne Grenze)', '40');
  await hand.fill('Beitrag in Euro', '12,35');
  await hand.fill('Alter ab', '6');
  await hand.fill('Alter bis', '14');
  await hand.tick('Warteliste, wenn alles belegt ist');
  await hand.fill('Anmeldung ab', '01.03.2027');
  await hand.fill('Anmeldeschluss', '12.06.2027');
  await hand.fill('Kostenlos absagen bis', '19.06.2027');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({
    registration: 'approval',
    placesMax: 40,
    priceCents: 1235,
    ageMin: 6,
    ageMax: 14,
    hasWaitlist: false,
    opensAt: '2027-02-28T23:00:00.000Z',
    closesAt: '2027-06-12T21:59:59.999Z',
    cancelUntil: festival.startsAt,
  });
});

test('contradictory input is refused at its field, nothing is sent, and the input is kept', async () => {
  const { server, hand, onDone } = open({ ...festival, registration: 'open' });
  server.on(eventsContract.update, festival);
  await hand.fill('Titel', ' ');
  await hand.fill('Ende', '18.06.2027');
  await hand.fill('Alter ab', '14');
  await hand.fill('Alter bis', '6');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Titel')).toBe('Bitte ausfüllen.'));
  await hand.fill('Titel', 'Fest');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Alter bis')).toBe('Das höchste Alter muss über dem niedrigsten liegen.'));
  expect(hand.problem('Titel')).toBeUndefined();
  expect(hand.problem('Uhrzeit des Endes')).toBe('Das Ende muss nach dem Beginn liegen.');
  expect(server.sent).toEqual([]);
  expect(hand.field('Ende').value).toBe('18.06.2027');
  expect(onDone).not.toHaveBeenCalled();
});

test('contradictory data of a disabled enrolment are still shown, so that the button is never without effect', async () => {
  const { server, hand } = open({ ...festival, registration: 'open' });
  await hand.fill('Alter ab', '10');
  await hand.fill('Alter bis', '5');
  await hand.choose('Anmeldung', 'Ohne Anmeldung');
  expect(() => hand.field('Alter bis')).toThrow('no field');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Alter bis')).toBe('Das höchste Alter muss über dem niedrigsten liegen.'));
  expect(server.sent).toEqual([]);
});

test('an event changed by somebody else is not overwritten, and the input is kept', async () => {
  const { server, hand, onDone } = open(festival);
  server.on(eventsContract.update, () => refuse('conflict'));
  await hand.fill('Ort', 'Halle');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.refusal()).toContain('Das wurde inzwischen geändert.'));
  expect(hand.field('Ort').value).toBe('Halle');
  expect(onDone).not.toHaveBeenCalled();
});

test('the Enter key submits, only once while the request is pending', async () => {
  const { server, hand, onDone } = open(festival);
  const answered = Promise.withResolvers<void>();
  server.on(eventsContract.update, () => answered.promise.then(() => festival));
  await hand.fill('Titel', 'Fest');
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(hand.button('Speichern').disabled).toBe(true));
  await hand.press('Speichern');
  answered.resolve();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toHaveLength(1);
});

test.each<[EventView['state'], string, string[]]>([
  ['draft', 'Entwurf', ['Veröffentlichen']],
  ['published', 'Veröffentlicht', ['Hat stattgefunden', 'Absagen …']],
  ['held', 'Hat stattgefunden', ['Archivieren …']],
  ['archived', 'Archiviert', []],
])('an event that is %s offers only the possible transitions', async (state, word, verbs) => {
  const { hand } = open({ ...festival, state });
  await hand.reads(`Stand: ${word}`);
  const buttons = [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
  const steps = ['Zurück zum Entwurf', 'Veröffentlichen', 'Hat stattgefunden', 'Absagen …', 'Archivieren …'];
  expect(buttons.filter((name) => steps.includes(name))).toEqual(verbs);
});

test('the state changes without the fields, from the shown version', async () => {
  const { server, hand, onDone } = open(festival);
  server.on(eventsContract.setState, { ...festival, state: 'published' });
  await hand.press('Veröffentlichen');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent).toEqual([{ method: 'PUT', address: `/events/${id}/state`, body: { state: 'published', version: 3 } }]);
});

test('a state changed while something is typed loses none of it, and the form stays open', async () => {
  const { server, hand, onDone } = open({ ...festival, state: 'draft' });
  server.on(eventsContract.setState, { ...festival, state: 'published', version: festival.version + 1 });
  await hand.fill('Titel', 'Sommerfest am Bach');
  await hand.press('Veröffentlichen');
  await hand.reads('„Sommerfest“ ist veröffentlicht.');
  expect(onDone).not.toHaveBeenCalled();
  expect(hand.field('Titel').value).toBe('Sommerfest am Bach');
});

test('an event is archived after a question, since that cannot be undone', async () => {
  const { server, hand, onDone } = open({ ...festival, state: 'held' });
  server.on(eventsContract.setState, { ...festival, state: 'archived' });
  await hand.press('Archivieren …');
  await hand.reads('Termin archivieren?');
  expect(server.sent).toEqual([]);
  await hand.press('Archivieren');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent).toEqual([{ method: 'PUT', address: `/events/${id}/state`, body: { state: 'archived', version: 3 } }]);
});

const withoutRegistration = {
  registration: 'none',
  placesMax: null,
  hasWaitlist: true,
  ageMin: null,
  ageMax: null,
  priceCents: 0,
  opensAt: null,
  closesAt: null,
  cancelUntil: null,
} as const;

const wholeDays = { isAllDay: true, startsAt: '2027-06-18T22:00:00.000Z', endsAt: '2027-06-20T22:00:00.000Z' };

const festival: EventView = {
  id,
  club: 'RWA',
  title: 'Sommerfest',
  kind: 'festival',
  startsAt: '2027-06-19T12:00:00.000Z',
  endsAt: '2027-06-19T20:00:00.000Z',
  isAllDay: false,
  place: 'Sportplatz',
  facilityId: null,
  description: '',
  contact: '',
  image: '',
  imageAlt: '',
  state: 'draft',
  isMembersOnly: false,
  ...withoutRegistration,
  phase: null,
  version: 3,
};

/** The form of a stored date, or of a new one. */
function open(event?: EventView) {
  const server = signIn(board);
  const onDone = vi.fn();
  return { server, onDone, hand: show(<EventForm event={event} viewer={board} onDone={onDone} />) };
}
