import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ShiftView } from '#shared/helpers/helperListShapes.ts';
import { helperSignUpContract } from '#shared/helpers/helperLists.ts';
import type { AssignmentState } from '#shared/helpers/helperListWords.ts';
import type { User } from '#shared/kernel/user.ts';
import { peopleContract } from '#shared/people/people.ts';
import { helperListOf, shiftOf } from '#test/web/helperLists.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ownPersonOf } from '#test/web/people.ts';
import { refuse } from '#test/web/server.ts';
import { TakeShiftForm } from './TakeShiftForm.tsx';

const [selfId, childId, otherId] = ['1', '2', '3'].map((end) => `7c1d2e3f-4a5b-4c6d-8e7f-10000000000${end}`) as [string, string, string];
const list = helperListOf();

test('a guest takes a shift with name and email, and is told that the seat is held until the mail is confirmed', async () => {
  const { server, hand, onDone } = open(null);
  server.on(helperSignUpContract.signUp, answer('unverified'));
  await hand.fill('Name', 'Jo Muster');
  await hand.fill('E-Mail-Adresse', 'jo@example.org');
  await hand.press('Dienst übernehmen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(onDone.mock.calls[0]?.[0]).toMatch(/Link in der Mail\. Wir halten den Platz 30 Minuten frei\.$/);
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: `/helpers/${list.token}/shifts/${shiftOf().id}`,
      body: {
        personId: null,
        name: 'Jo Muster',
        email: 'jo@example.org',
        phone: '',
        comment: '',
        isOldEnough: false,
        website: '',
        relieves: null,
      },
    },
  ]);
});

test('a guest who stands by for a full shift is not told that a seat is held', async () => {
  const { server, hand, onDone } = open(null, shiftOf({ filled: 2 }));
  server.on(helperSignUpContract.signUp, answer('unverified'));
  await hand.fill('Name', 'Jo Muster');
  await hand.fill('E-Mail-Adresse', 'jo@example.org');
  await hand.press('Auf die Ersatzliste');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(onDone.mock.calls[0]?.[0]).toMatch(/dass Sie auf die Ersatzliste wollen\.$/);
});

test('a guest without name and email sees both errors, and nothing is sent', async () => {
  const { server, hand } = open(null);
  await hand.press('Dienst übernehmen');
  expect(hand.problem('Name')).toBe('Bitte nennen Sie Ihren Namen.');
  expect(hand.problem('E-Mail-Adresse')).toBe('Bitte nennen Sie Ihre E-Mail-Adresse; dorthin geht die Bestätigung.');
  expect(server.sent).toEqual([]);
});

test('a parent helps themselves or selects a child of this club; people of another club are not offered', async () => {
  const { server, hand, onDone } = open(userOf('reader'));
  server.on(helperSignUpContract.signUp, answer('confirmed', 'Achtung: Das überschneidet sich um 10 Minuten mit „Aufbau“.'));
  await hand.reads('Wer hilft?');
  const options = [...hand.field('Wer hilft?').querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(options).toEqual(['Vera Vogel (ich)', 'Kim Vogel']);
  await hand.choose('Wer hilft?', 'Kim Vogel');
  await hand.press('Dienst übernehmen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(onDone).toHaveBeenCalledWith('Danke! Sie sind eingetragen. Achtung: Das überschneidet sich um 10 Minuten mit „Aufbau“.');
  expect(server.sent[0]?.body).toMatchObject({ personId: childId, name: '', email: '' });
  await hand.choose('Wer hilft?', 'Vera Vogel (ich)');
  await hand.press('Dienst übernehmen');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(server.sent[1]?.body).toMatchObject({ personId: null });
});

test.each<[string, Partial<ShiftView>, string | undefined, string]>([
  ['a shift with room', { filled: 1 }, undefined, 'Dienst übernehmen'],
  ['a full one', { filled: 2 }, undefined, 'Auf die Ersatzliste'],
  ['the place of somebody who looks for relief', { filled: 2 }, otherId, 'Ablösen'],
])('%s: the button names the effect', async (_what, changes, relieves, button) => {
  const { server, hand, onDone } = open(null, shiftOf(changes), relieves);
  server.on(helperSignUpContract.signUp, answer('standby'));
  await hand.fill('Name', 'Jo Muster');
  await hand.fill('E-Mail-Adresse', 'jo@example.org');
  await hand.press(button);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ relieves: relieves ?? null });
});

test('only a guest has to confirm the age for a shift, since birth dates of known people are stored', async () => {
  const guest = open(null, shiftOf({ ageMin: 16 }));
  expect(guest.hand.field('Ich bin am Tag des Dienstes mindestens 16 Jahre alt.').checked).toBe(false);
});

test('a signed-in user with known people does not have to confirm the age', async () => {
  const { hand } = open(userOf('reader'), shiftOf({ ageMin: 16 }));
  await hand.reads('Wer hilft?');
  expect(() => hand.field('Ich bin am Tag des Dienstes mindestens 16 Jahre alt.')).toThrow();
});

test('a refusal is shown above the button, and the input is kept', async () => {
  const { server, hand, onDone } = open(null);
  server.on(helperSignUpContract.signUp, () => refuse('duty-overlaps'));
  await hand.fill('Name', 'Jo Muster');
  await hand.fill('E-Mail-Adresse', 'jo@example.org');
  await hand.press('Dienst übernehmen');
  await waitFor(() => expect(hand.refusal()).toBeDefined());
  expect(hand.field('Name').value).toBe('Jo Muster');
  expect(onDone).not.toHaveBeenCalled();
});

function answer(state: AssignmentState, warning = '') {
  return { state, token: null, warning };
}

function open(user: User | null, shift: ShiftView = shiftOf(), relieves?: string) {
  const people = [
    ownPersonOf({ id: selfId, firstname: 'Vera', relation: 'self' }),
    ownPersonOf({ id: childId }),
    ownPersonOf({ id: otherId, firstname: 'Ole', club: 'SCB' }),
  ];
  const server = signIn(user).on(peopleContract.mine, people);
  const onDone = vi.fn<(words: string) => void>();
  const hand = show(<TakeShiftForm shift={shift} list={list} relieves={relieves} onDone={onDone} onCancel={vi.fn()} />);
  return { server, hand, onDone };
}
