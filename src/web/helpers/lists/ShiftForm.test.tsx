import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ShiftView } from '#shared/helpers/helperListShapes.ts';
import { helperListsContract } from '#shared/helpers/helperLists.ts';
import { helperListOf, shiftOf } from '#test/web/helperLists.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { ShiftForm } from './ShiftForm.tsx';

const list = helperListOf();

test('a new shift is sent as instants in German time; without hours it counts its duration', async () => {
  const { server, hand, onDone } = open();
  server.on(helperListsContract.addShift, list);
  await hand.fill('Aufgabe', 'Aufbau');
  await hand.fill('Von', '08:30');
  await hand.fill('Bis', '10:00');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: `/operationals/${list.id}/shifts`,
      body: {
        area: '',
        task: 'Aufbau',
        place: '',
        startsAt: '2027-07-03T06:30:00.000Z',
        endsAt: '2027-07-03T08:00:00.000Z',
        needed: 2,
        ageMin: null,
        creditMinutes: null,
        contact: '',
        note: '',
        responsibleClub: null,
      },
    },
  ]);
});

test.each([
  ['22:00', '01:30', '2027-07-03T20:00:00.000Z', '2027-07-03T23:30:00.000Z'],
  ['10:00', '10:00', '2027-07-03T08:00:00.000Z', '2027-07-04T08:00:00.000Z'],
])('a shift from %s to %s ends on the next day', async (from, to, startsAt, endsAt) => {
  const { server, hand, onDone } = open(shiftOf());
  server.on(helperListsContract.updateShift, list);
  await hand.fill('Von', from);
  await hand.fill('Bis', to);
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ startsAt, endsAt, version: 3 });
});

test('decimal hours become minutes, and an empty field means none', async () => {
  const { server, hand, onDone } = open(shiftOf({ creditMinutes: 90, ageMin: 16 }));
  server.on(helperListsContract.updateShift, list);
  expect(hand.field('Zählt Stunden').value).toBe('1,5');
  await hand.fill('Zählt Stunden', '2,25');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  await hand.fill('Zählt Stunden', '');
  await hand.fill('Ab Alter', '');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(server.sent.map(({ body }) => body)).toMatchObject([
    { creditMinutes: 135, ageMin: 16 },
    { creditMinutes: null, ageMin: null },
  ]);
});

test('an invalid time and a missing task are reported at their fields, and nothing is sent', async () => {
  const { server, hand } = open();
  await hand.fill('Von', '25:00');
  await hand.press('Speichern');
  expect(hand.problem('Von')).toBeDefined();
  expect(hand.problem('Aufgabe')).toBe('Bitte ausfüllen.');
  expect(server.sent).toEqual([]);
});

test('a helper with an overlapping shift is reported at once, and the input is kept', async () => {
  const { server, hand, onDone } = open(shiftOf());
  server.on(helperListsContract.updateShift, () => refuse('duty-overlaps'));
  await hand.fill('Bis', '21:00');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.refusal()).toBeDefined());
  expect(hand.field('Bis').value).toBe('21:00');
  expect(onDone).not.toHaveBeenCalled();
});

test('a refused end is shown at the time, not at a hidden field', async () => {
  const { server, hand } = open(shiftOf());
  server.on(helperListsContract.updateShift, () => refuse('invalid-input', { endsAt: 'So spät ist die Halle zu.' }));
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Bis')).toBe('So spät ist die Halle zu.'));
});

test('a shift is deleted after a confirmation', async () => {
  const { server, hand, onDone } = open(shiftOf());
  server.on(helperListsContract.removeShift, { ok: true });
  await hand.press('Löschen');
  await hand.reads('„Grill“ wird von der Liste gestrichen.');
  expect(server.sent).toEqual([]);
  await hand.press('Löschen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([{ method: 'DELETE', address: `/operational-shifts/${shiftOf().id}`, body: null }]);
});

test('a new shift offers no deletion', () => {
  const { hand } = open();
  expect(() => hand.button('Löschen')).toThrow();
});

function open(shift?: ShiftView) {
  const server = signIn(userOf('admin'));
  const onDone = vi.fn<() => void>();
  const hand = show(<ShiftForm list={list} shift={shift} onDone={onDone} />);
  return { server, hand, onDone };
}
