import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { AddParticipant } from './AddParticipant.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';

function open() {
  const server = signIn(userOf('editor'));
  const onClose = vi.fn();
  return { server, onClose, hand: show(<AddParticipant of="course" id={id} isOpen onClose={onClose} />) };
}

test('without a chosen person nothing is sent, and the field says what lacks', async () => {
  const { server, hand } = open();
  await hand.press('Anmelden');
  await screen.findByText('Bitte jemanden auswählen.');
  expect(server.sent).toEqual([]);
});

test.each([
  ['confirmed', 'Marie Kaiser ist dabei.'],
  ['waitlisted', 'Marie Kaiser steht auf der Warteliste.'],
] as const)('a new person who is %s is named with what became of it', async (state, words) => {
  const { server, hand, onClose } = open();
  server.on(enrolmentsContract.add, { id, state });
  await hand.user.click(screen.getByRole('tab', { name: 'Neue Person' }));
  await hand.fill('Vorname', 'Marie');
  await hand.fill('Nachname', 'Kaiser');
  await hand.press('Anmelden');
  await hand.reads(words);
  expect(onClose).toHaveBeenCalled();
});

test('a known person is typed at once, and named with what became of the enrolment', async () => {
  const { server, hand } = open();
  server.on(peopleContract.search, [
    { id, firstname: 'Jana', lastname: 'Bärder', birthDate: '1965-06-21', isMember: true, isClaimed: false },
  ]);
  server.on(enrolmentsContract.add, { id, state: 'confirmed' });
  await waitFor(() => expect(document.activeElement).toBe(hand.field('Person suchen')));
  await hand.user.keyboard('Bärder');
  await hand.user.click(await screen.findByRole('option', { hidden: true, name: /^Jana Bärder/ }));
  await hand.press('Anmelden');
  await hand.reads('Jana Bärder ist dabei.');
});
