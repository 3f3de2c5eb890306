import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ShiftView } from '#shared/helpers/helperListShapes.ts';
import { helperListsContract } from '#shared/helpers/helperLists.ts';
import { peopleContract } from '#shared/people/people.ts';
import { helperListOf, shiftOf } from '#test/web/helperLists.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { AssignForm } from './AssignForm.tsx';

const personId = '7c1d2e3f-4a5b-4c6d-8e7f-000000000007';

test('a person of the club is found by name and assigned by id, not by the typed text', async () => {
  const { server, hand, onDone } = open();
  server.on(helperListsContract.assign, helperListOf());
  await hand.fill('Name', 'Ahorn');
  await hand.user.click(await hand.reads('Ada Ahorn (Mitglied)'));
  await waitFor(() => expect(() => hand.field('Telefon')).toThrow());
  await hand.press('Eintragen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([
    { method: 'POST', address: `/operational-shifts/${shiftOf().id}/assignments`, body: { personId, isStandby: false } },
  ]);
  await hand.reads('Ada Ahorn (Mitglied) ist eingetragen.');
});

test('an unknown person is assigned by name, email and phone', async () => {
  const { server, hand, onDone } = open();
  server.on(helperListsContract.assign, helperListOf());
  await hand.fill('Name', 'Jo Muster');
  await hand.fill('Telefon', '0170 1');
  await hand.press('Eintragen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toEqual({ name: 'Jo Muster', email: '', phone: '0170 1', isStandby: false });
});

test.each([
  [1, 'Eintragen', false],
  [2, 'Auf die Ersatzliste', true],
  [3, 'Auf die Ersatzliste', true],
])('with %i of 2 filled the button says "%s"', async (filled, button, isStandby) => {
  const { server, hand, onDone } = open(shiftOf({ filled }));
  server.on(helperListsContract.assign, helperListOf());
  await hand.fill('Name', 'Jo Muster');
  await hand.press(button);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ isStandby });
});

test('an invalid address and an overlapping shift are refused, and the form stays open', async () => {
  const { server, hand, onDone } = open();
  await hand.fill('Name', 'Jo Muster');
  await hand.fill('E-Mail-Adresse', 'jo@');
  await hand.press('Eintragen');
  expect(hand.problem('E-Mail-Adresse')).toBeDefined();
  expect(server.sent).toEqual([]);
  server.on(helperListsContract.assign, () => refuse('duty-overlaps'));
  await hand.fill('E-Mail-Adresse', 'jo@example.org');
  await hand.press('Eintragen');
  await waitFor(() => expect(hand.refusal()).toBeDefined());
  expect(onDone).not.toHaveBeenCalled();
});

function open(shift: ShiftView = shiftOf()) {
  const server = signIn(userOf('admin')).on(peopleContract.search, ({ search }) =>
    'Ada Ahorn'.includes(search)
      ? [{ id: personId, firstname: 'Ada', lastname: 'Ahorn', isMember: true, isClaimed: false, birthDate: null }]
      : [],
  );
  const onDone = vi.fn<() => void>();
  const hand = show(<AssignForm shift={shift} club="RWA" onDone={onDone} />);
  return { server, hand, onDone };
}
