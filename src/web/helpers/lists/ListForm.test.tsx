import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventsContract, type EventView } from '#shared/events/events.ts';
import type { HelperListSummary, HelperListView } from '#shared/helpers/helperListShapes.ts';
import { helperListsContract } from '#shared/helpers/helperLists.ts';
import { helperListOf } from '#test/web/helperLists.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { ListForm } from './ListForm.tsx';

beforeEach(() => void vi.setSystemTime('2027-06-01T10:00:00Z'));

const last = helperListOf({
  id: '7c1d2e3f-4a5b-4c6d-8e7f-000000000009',
  title: 'Sommerfest 2026',
  description: 'Alle packen an.',
  startsOn: '2026-07-04',
  endsOn: '2026-07-06',
  visibility: 'members',
  reminderDays: 5,
  contact: 'Hanna Halle',
});

test('a new list starts today and is visible by link, and the last day follows the first', async () => {
  const { server, hand, onDone } = open();
  server.on(helperListsContract.create, helperListOf());
  await hand.fill('Titel', 'Sommerfest');
  await hand.fill('Erster Tag', '03.07.2027');
  await hand.user.tab();
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(helperListOf()));
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/operationals',
      body: {
        templateId: null,
        title: 'Sommerfest',
        description: '',
        eventId: null,
        startsOn: '2027-07-03',
        endsOn: '2027-07-03',
        visibility: 'link',
        reminderDays: 2,
        contact: '',
      },
    },
  ]);
});

test('a template fills the empty fields and the number of days, also with another first day', async () => {
  const { server, hand, onDone } = open();
  server.on(helperListsContract.create, helperListOf());
  await hand.fill('Titel', 'Sommerfest 2027');
  await hand.choose('Vorlage', 'Sommerfest 2026 (04.07.2026)');
  await waitFor(() => expect(hand.field('Beschreibung').value).toBe('Alle packen an.'));
  expect(hand.field('Titel').value).toBe('Sommerfest 2027');
  await waitFor(() => expect(hand.field('Letzter Tag').value).toBe('03.06.2027'));
  await hand.fill('Erster Tag', '03.07.2027');
  await hand.user.tab();
  await waitFor(() => expect(hand.field('Letzter Tag').value).toBe('05.07.2027'));
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ templateId: last.id, visibility: 'members', reminderDays: 5, contact: 'Hanna Halle' });
});

test('a new list takes name and days of its event, unless they were typed', async () => {
  const { hand } = open();
  await hand.choose('Termin', 'Zeltlager');
  await waitFor(() => expect(hand.field('Titel').value).toBe('Zeltlager'));
  expect([hand.field('Erster Tag').value, hand.field('Letzter Tag').value]).toEqual(['12.06.2027', '13.06.2027']);
});

test('a stored list keeps its own name and days when an event is selected', async () => {
  const { hand } = open(helperListOf());
  const before = [hand.field('Titel').value, hand.field('Erster Tag').value];
  await hand.choose('Termin', 'Zeltlager');
  await waitFor(() => expect(hand.field('Termin').value).toBe('Zeltlager'));
  expect([hand.field('Titel').value, hand.field('Erster Tag').value]).toEqual(before);
});

test('a stored list keeps its last day if it is still valid, offers no template, and is sent with its version', async () => {
  const { server, hand, onDone } = open(helperListOf());
  server.on(helperListsContract.update, helperListOf());
  expect(() => hand.field('Vorlage')).toThrow();
  await hand.fill('Erster Tag', '02.07.2027');
  await hand.user.tab();
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const { body } = server.sent[0] ?? {};
  expect(body).toMatchObject({ startsOn: '2027-07-02', endsOn: '2027-07-04', version: 6 });
  expect(body).not.toHaveProperty('templateId');
});

test('a list without a title is not sent; server errors are shown at their fields', async () => {
  const { server, hand, onDone } = open(helperListOf());
  await hand.fill('Titel', '');
  await hand.press('Speichern');
  expect(hand.problem('Titel')).toBe('Bitte ausfüllen.');
  expect(server.sent).toEqual([]);
  server.on(helperListsContract.update, () => refuse('invalid-input', { endsOn: 'Ein Dienst liegt danach.' }));
  await hand.fill('Titel', 'Fest');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Letzter Tag')).toBe('Ein Dienst liegt danach.'));
  expect(onDone).not.toHaveBeenCalled();
});

const camp: EventView = {
  id: '7c1d2e3f-4a5b-4c6d-8e7f-000000000008',
  club: 'RWA',
  title: 'Zeltlager',
  kind: 'other',
  startsAt: '2027-06-11T22:00:00.000Z',
  endsAt: '2027-06-13T22:00:00.000Z',
  isAllDay: true,
  place: '',
  facilityId: null,
  description: '',
  contact: '',
  image: '',
  imageAlt: '',
  state: 'published',
  isMembersOnly: false,
  registration: 'none',
  placesMax: null,
  hasWaitlist: false,
  ageMin: null,
  ageMax: null,
  priceCents: 0,
  opensAt: null,
  closesAt: null,
  cancelUntil: null,
  phase: null,
  version: 1,
};

function open(list?: HelperListView) {
  const { id, club, title, startsOn, endsOn, state, visibility, token } = last;
  const summary: HelperListSummary = {
    id,
    club,
    title,
    startsOn,
    endsOn,
    state,
    visibility,
    token,
    needed: 2,
    filled: 0,
    standby: 0,
    shifts: 1,
  };
  const server = signIn(userOf('admin'))
    .on(eventsContract.list, [camp])
    .on(helperListsContract.list, [summary])
    .on(helperListsContract.read, last);
  const onDone = vi.fn<(saved: HelperListView) => void>();
  const hand = show(<ListForm {...(list && { list })} club="RWA" onDone={onDone} />);
  return { server, hand, onDone };
}
