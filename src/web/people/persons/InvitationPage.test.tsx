import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sessionContract } from '#shared/accounts/identity.ts';
import { invitationsContract, type ShownInvitation } from '#shared/people/invitations.ts';
import { showAtAddress, signIn } from '#test/web/page.tsx';
import { Page } from './InvitationPage.tsx';

const token = 'einladung-einladung-einladung';
const invitation = {
  person: 'Kim Vogel',
  club: 'RWA',
  invitedBy: 'Vera Vogel',
  relation: 'guardian',
  email: 'nils@example.org',
} as const;
const password = 'sieben-bunte-Baelle';

test('who is invited by an address whose name nobody knows enters name and password, and needs no further mail', async () => {
  const { server, hand } = await open({ accountName: '' });
  server.on(invitationsContract.openAccount, () => {
    server.on(invitationsContract.read, { ...invitation, accountName: null, state: 'accepted' });
    return { ok: true as const };
  });
  await hand.fill('Vorname', 'Nils');
  await hand.fill('Nachname', 'Neu');
  await hand.fill('Passwort wählen', password);
  await hand.press('Konto anlegen');
  await hand.reads('Sie handeln jetzt auch für Kim Vogel.');
  expect(server.sent[0]?.body).toEqual({ password, name: { firstname: 'Nils', lastname: 'Neu' } });
});

test('a known name is shown, and only a password is asked for', async () => {
  const { server, hand } = await open({ accountName: 'Nils Neu' });
  server.on(invitationsContract.openAccount, { ok: true });
  await hand.fill('Passwort wählen', password);
  expect(() => hand.field('Vorname')).toThrow();
  await hand.press('Konto anlegen');
  await waitFor(() => expect(server.sent[0]?.body).toEqual({ password }));
});

test('an address with an account leads to the sign-in', async () => {
  const { hand } = await open({ accountName: null });
  await hand.reads('Einloggen');
  expect(() => hand.field('Passwort wählen')).toThrow();
});

async function open(change: Partial<ShownInvitation>) {
  const server = signIn(null)
    .on(invitationsContract.read, { ...invitation, accountName: '', state: 'open', ...change })
    .on(sessionContract.read, { user: null });
  const hand = await showAtAddress(<Page />, `/invitation/${token}`, '/invitation/$token');
  await hand.reads('Auch für Kim Vogel handeln?');
  return { server, hand };
}
