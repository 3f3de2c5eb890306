import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventsContract, type EventView } from '#shared/events/events.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { EventList } from './EventList.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T09:00:00Z'));

test('upcoming events come first, drafts included; drafts and past events have their own views, past ones latest first', async () => {
  const { hand } = await open();
  await waitFor(() => expect(titles()).toEqual(['Adventsfest', 'Turnfest']));
  await hand.tick('Entwürfe');
  await waitFor(() => expect(titles()).toEqual(['Turnfest']));
  await hand.tick('Vergangene');
  await waitFor(() => expect(titles()).toEqual(['Herbstlauf', 'Sommerfest']));
});

test('an event is deleted only after a confirmation', async () => {
  const { server, hand } = await open();
  server.on(eventsContract.delete, { ok: true });
  await hand.press('Adventsfest');
  await hand.press('Löschen');
  await hand.reads('Termin löschen?');
  expect(server.sent).toEqual([]);
  await hand.user.click(await waitFor(() => deletion()));
  await hand.reads('Der Termin ist gelöscht.');
  expect(server.sent).toMatchObject([{ method: 'DELETE', address: '/events/5f7a8a31-5b7c-4c57-8d0f-000000000003' }]);
});

test('a past event is repeated: the same on its day of the week a year on, with the days of its enrolment, saved as a new one', async () => {
  const { server, hand } = await open();
  server.on(eventsContract.create, event(5, 'Sommerfest', '2027-06-19', 'draft'));
  await hand.tick('Vergangene');
  await hand.press('Sommerfest');
  await hand.press('Noch einmal …');
  await hand.reads('Noch einmal: Sommerfest');
  await waitFor(() => expect(hand.field('Beginn').value).toBe('19.06.2027'));
  expect([hand.field('Titel').value, hand.field('Ort').value]).toEqual(['Sommerfest', 'Sportplatz']);
  await hand.press('Speichern');
  await hand.reads('Der Termin ist als Entwurf gespeichert.');
  expect(server.sent).toMatchObject([
    {
      method: 'POST',
      address: '/events',
      body: { title: 'Sommerfest', startsAt: '2027-06-19T12:00:00.000Z', endsAt: '2027-06-19T18:00:00.000Z' },
    },
  ]);
});

test('an event is called off only after a question that says who is told', async () => {
  const { server, hand } = await open();
  server.on(eventsContract.setState, event(3, 'Adventsfest', '2026-12-05', 'cancelled'));
  await hand.press('Adventsfest');
  await hand.press('Absagen …');
  await hand.reads(/fällt aus und bleibt als abgesagt im Kalender/);
  expect(server.sent).toEqual([]);
  await hand.press('Termin absagen');
  await hand.reads('„Adventsfest“ ist abgesagt.');
  expect(server.sent).toMatchObject([{ body: { state: 'cancelled' } }]);
});

async function open() {
  const server = signIn(userOf('admin')).on(eventsContract.list, [
    event(1, 'Sommerfest', '2026-06-20', 'held'),
    event(2, 'Herbstlauf', '2026-10-03', 'published'),
    event(3, 'Adventsfest', '2026-12-05', 'published'),
    event(4, 'Turnfest', '2027-05-08', 'draft'),
  ]);
  return { server, hand: await showAtAddress(<EventList viewer={userOf('admin')} Participants={() => null} />) };
}

/** What the list shows, on a wide screen as well as on a narrow one. */
function titles(): (string | null)[] {
  const rows = [...document.querySelectorAll('[data-name], li')];
  return rows.map((row) => row.querySelector('button, a')?.textContent ?? null).filter(Boolean);
}

function deletion(): Element {
  const question = [...document.querySelectorAll('[role=dialog]')].at(-1);
  const found = [...(question?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Löschen');
  if (!found || !question?.textContent?.includes('niemand erfährt davon')) throw new Error('no question');
  return found;
}

function event(index: number, title: string, day: string, state: EventView['state']): EventView {
  return {
    id: `5f7a8a31-5b7c-4c57-8d0f-00000000000${index}`,
    club: 'RWA',
    title,
    kind: 'festival',
    startsAt: `${day}T12:00:00.000Z`,
    endsAt: `${day}T18:00:00.000Z`,
    isAllDay: false,
    place: 'Sportplatz',
    facilityId: null,
    description: '',
    contact: '',
    image: '',
    imageAlt: '',
    state,
    isMembersOnly: false,
    registration: 'none',
    placesMax: null,
    hasWaitlist: true,
    ageMin: null,
    ageMax: null,
    priceCents: 0,
    opensAt: null,
    closesAt: null,
    cancelUntil: null,
    phase: null,
    version: 1,
  };
}
