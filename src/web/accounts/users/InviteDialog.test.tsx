import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { usersContract, type ListedUser } from '#shared/accounts/users.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { InviteDialog } from './InviteDialog.tsx';

test('a user is invited as a reader of the own club, unless another role is chosen', async () => {
  const { server, hand, onClose } = open('admin');
  server.on(usersContract.invite, ({ email }) => ({ ...invited, email }));
  await fill(hand);
  await hand.press('Einladen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/users',
      body: { firstname: 'Jo', lastname: 'Muster', email: 'Jo@Example.org', role: 'reader', club: 'RWA' },
    },
  ]);
  await hand.reads('Jo Muster ist eingeladen. Die Mail geht an jo@example.org.');
});

test('a superuser also selects the club', async () => {
  const { server, hand, onClose } = open('super');
  server.on(usersContract.invite, invited);
  await fill(hand);
  await hand.choose('Rolle', 'Vorstand');
  await hand.choose('Verein', 'SC Blautal');
  await hand.press('Einladen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({ role: 'admin', club: 'SCB' });
});

test('a board member invites into the own club only, and cannot grant a role above their own', async () => {
  const { hand } = open('admin');
  expect(() => hand.field('Verein')).toThrow();
  const names = await hand.choices('Rolle');
  expect(names).toContain('Vorstand');
  expect(names).not.toContain('Superuser');
});

test('each invalid field shows a German message, and nobody is invited', async () => {
  const { server, hand } = open('admin');
  await hand.fill('E-Mail', 'jo@example');
  await hand.press('Einladen');
  expect(hand.problem('Vorname')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Nachname')).toBe('Bitte ausfüllen.');
  expect(hand.problem('E-Mail')).toBe('Das ist keine gültige E-Mail-Adresse.');
  expect(document.activeElement).toBe(hand.field('Vorname'));
  expect(server.sent).toEqual([]);
});

test('an address in use is reported at its field, and the input is kept', async () => {
  const { server, hand, onClose } = open('admin');
  server.on(usersContract.invite, () => refuse('email-already-in-use'));
  await fill(hand);
  await hand.press('Einladen');
  await waitFor(() => expect(hand.problem('E-Mail')).toBe('Diese E-Mail-Adresse wird schon benutzt.'));
  expect(hand.refusal()).toBe('Bitte prüfen Sie die markierten Angaben.');
  expect(hand.field('Vorname').value).toBe('Jo');
  expect(onClose).not.toHaveBeenCalled();
});

test('a network failure is reported, and the invitation can be sent again', async () => {
  const { server, hand, onClose } = open('admin');
  server.on(usersContract.invite, () => refuse('unavailable'));
  await fill(hand);
  await hand.press('Einladen');
  await waitFor(() => expect(hand.refusal()).toBe('Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.'));
  server.on(usersContract.invite, invited);
  await hand.press('Einladen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent).toHaveLength(2);
});

test('the Enter key submits, only once while the request is pending', async () => {
  const { server, hand, onClose } = open('admin');
  const answered = Promise.withResolvers<void>();
  server.on(usersContract.invite, () => answered.promise.then(() => invited));
  await fill(hand);
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(hand.button('Einladen').disabled).toBe(true));
  await hand.press('Einladen');
  answered.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent).toHaveLength(1);
});

const invited: ListedUser = {
  ...userOf('reader'),
  firstname: 'Jo',
  lastname: 'Muster',
  fullName: 'Jo Muster',
  email: 'jo@example.org',
  isDisabled: false,
  isVerified: false,
  hasSecondFactor: false,
  isFactorResetAsked: false,
  version: 1,
};

function open(role: Role) {
  const viewer = userOf(role);
  const server = signIn(viewer);
  const onClose = vi.fn();
  return { server, onClose, hand: show(<InviteDialog viewer={viewer} isOpen onClose={onClose} />) };
}

async function fill(hand: ReturnType<typeof open>['hand']): Promise<void> {
  await hand.fill('Vorname', 'Jo');
  await hand.fill('Nachname', 'Muster');
  await hand.fill('E-Mail', 'Jo@Example.org');
}
