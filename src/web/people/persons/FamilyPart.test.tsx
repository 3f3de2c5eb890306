import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { personAccessContract } from '#shared/people/access.ts';
import { invitationsContract, type SharedAccess } from '#shared/people/invitations.ts';
import { memberLinksContract, type Family } from '#shared/people/memberLinks.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { FamilyPart } from './FamilyPart.tsx';

const [memberId, personId, userId] = ['1', '2', '3'].map((end) => `9d1d2e3f-4a5b-4c6d-8e7f-00000000000${end}`) as [string, string, string];

test('the board links an account by its address, as a parent unless it chooses otherwise', async () => {
  const { server, hand } = await open();
  server.on(memberLinksContract.link, family);
  await hand.fill('E-Mail des Kontos', 'eltern@example.org');
  await hand.press('Konto verknüpfen');
  await hand.reads('Das Konto ist verknüpft.');
  await waitFor(() => expect(hand.field('E-Mail des Kontos').value).toBe(''));
  await hand.fill('E-Mail des Kontos', 'kim@example.org');
  await hand.choose('Als', 'Eigenes Konto');
  expect(() => hand.field('Nachweis')).toThrow();
  await hand.press('Konto verknüpfen');
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent.map(({ address, body }) => [address, body])).toEqual([
    [`/members/${memberId}/family`, { email: 'eltern@example.org', relation: 'guardian', basis: 'board' }],
    [`/members/${memberId}/family`, { email: 'kim@example.org', relation: 'self', basis: 'board' }],
  ]);
});

test('without an address neither a link nor an invitation is sent, and the field says so; an existing link is reported there, too', async () => {
  const { server, hand } = await open();
  for (const button of ['Konto verknüpfen', 'Einladen']) await hand.press(button);
  await waitFor(() => expect(hand.problem('E-Mail des Kontos')).toBeDefined());
  expect(server.sent).toEqual([]);
  server.on(memberLinksContract.link, () => refuse('already-registered'));
  await hand.fill('E-Mail des Kontos', 'eltern@example.org');
  await hand.press('Konto verknüpfen');
  await waitFor(() => expect(hand.problem('E-Mail des Kontos')).toBeDefined());
  expect(hand.field('E-Mail des Kontos').value).toBe('eltern@example.org');
});

test('a person without an account is invited by mail, for the person and not for the membership', async () => {
  const { server, hand } = await open();
  server.on(invitationsContract.create, { accounts: [], invitations: [], relations: ['guardian'] });
  await hand.fill('E-Mail des Kontos', 'neu@example.org');
  await hand.press('Einladen');
  await hand.reads('Die Einladung an neu@example.org ist unterwegs.');
  expect(server.sent).toEqual([
    { method: 'POST', address: `/people/${personId}/invitations`, body: { email: 'neu@example.org', relation: 'guardian' } },
  ]);
});

test('no relation is offered that the age of the member excludes', async () => {
  const child = await open(undefined, ['guardian']);
  expect(() => child.hand.field('Als')).toThrow();
  cleanup();
  const grown = await open(undefined, ['self']);
  grown.server.on(invitationsContract.create, { accounts: [], invitations: [], relations: ['self'] });
  // A grown member without an account is invited at the address of the record.
  expect(grown.hand.field('E-Mail des Kontos').value).toBe('vera@example.org');
  await grown.hand.press('Einladen');
  await grown.hand.reads('Die Einladung an vera@example.org ist unterwegs.');
  expect(grown.server.sent[0]?.body).toEqual({ email: 'vera@example.org', relation: 'self' });
});

test('an unverified access is marked and verified with one click; a verified one has no such button', async () => {
  const claimed = await open({ state: 'claimed' });
  claimed.server.on(personAccessContract.verify, { ok: true });
  await claimed.hand.reads(/Elternteil – nicht bestätigt/);
  await claimed.hand.choose('Nachweis für Vera Vogel', 'Geburtsurkunde gesehen');
  await claimed.hand.press('Zugang von Vera Vogel bestätigen');
  await claimed.hand.reads('Der Zugang ist bestätigt.');
  expect(claimed.server.sent).toEqual([
    { method: 'POST', address: `/people/${personId}/access/${userId}/verify`, body: { basis: 'birthRecord' } },
  ]);
});

test('a verified access ends after a confirmation that names the consequences', async () => {
  const { server, hand } = await open({ state: 'verified', verifiedAt: '2026-01-12T10:00:00Z' });
  server.on(memberLinksContract.unlink, { ...family, accounts: [] });
  await hand.reads('Vera Vogel (vera@example.org), Elternteil – Geburtsurkunde gesehen, 12.01.2026');
  expect(() => hand.button('Zugang von Vera Vogel bestätigen')).toThrow();
  await hand.press('Verknüpfung mit Vera Vogel beenden');
  await hand.reads('Vera Vogel sieht dieses Mitglied dann nicht mehr und kann es nicht mehr anmelden.');
  expect(server.sent).toEqual([]);
  await hand.press('Beenden');
  await hand.reads('Die Verknüpfung ist beendet.');
  expect(server.sent).toEqual([{ method: 'DELETE', address: `/members/${memberId}/family/${userId}`, body: null }]);
});

const family: Family = { personId, accounts: [], relatives: [], payer: '', account: '' };

const seen = { basis: 'birthRecord' as const, verifiedAt: null };

type Account = Pick<Family['accounts'][number], 'state'> & { verifiedAt?: string };

async function open(account?: Account, relations: SharedAccess['relations'] = ['guardian', 'self']) {
  const accounts = account
    ? [{ userId, name: 'Vera Vogel', email: 'vera@example.org', relation: 'guardian' as const, ...seen, ...account }]
    : [];
  const server = signIn(userOf('admin'))
    .on(memberLinksContract.family, { ...family, accounts })
    .on(invitationsContract.list, { accounts: [], invitations: [], relations });
  const hand = show(<FamilyPart id={memberId} email="vera@example.org" />);
  await hand.reads('Angehörige und Zahler sind nicht eingetragen.');
  await waitFor(() => hand.button('Einladen'));
  return { server, hand };
}
