import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionContract } from '#shared/accounts/identity.ts';
import { draftKey } from '#web/lib/kept/drafts.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { SignOutButton } from './SignOutButton.tsx';

const vera = userOf('admin');
const own = draftKey(vera.id, 'circular');
const ofOther = draftKey('9d5a1f5e-7f3c-4c3e-9a53-1d2f3a4b5c6e', 'circular');
const asked = vi.spyOn(globalThis, 'confirm');

afterEach(() => {
  asked.mockReset();
  localStorage.clear();
});

function open() {
  const server = signIn(vera);
  server.on(sessionContract.signOut, { ok: true });
  return { server, hand: show(<SignOutButton />) };
}

test('signing out asks about unsaved drafts, and then deletes them from the device', async () => {
  localStorage.setItem(own, '{"at":"","values":{"subject":"Vertraulich"}}');
  localStorage.setItem(ofOther, 'x');
  asked.mockReturnValue(true);
  const { server, hand } = open();
  await hand.press('Ausloggen');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(asked).toHaveBeenCalledWith('Ein Text ist noch nicht gespeichert. Er wird auf diesem Gerät gelöscht. Trotzdem ausloggen?');
  await waitFor(() => expect(localStorage.getItem(own)).toBeNull());
  expect(localStorage.getItem(ofOther)).toBe('x');
});

test('a user who prefers to save first stays signed in, and nothing is lost', async () => {
  localStorage.setItem(own, 'x');
  asked.mockReturnValue(false);
  const { server, hand } = open();
  await hand.press('Ausloggen');
  expect(asked).toHaveBeenCalledTimes(1);
  expect([server.sent, localStorage.getItem(own)]).toEqual([[], 'x']);
});

test('without drafts there is no question', async () => {
  const { server, hand } = open();
  await hand.press('Ausloggen');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(asked).not.toHaveBeenCalled();
});
