import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { invitationsContract, type SharedAccess } from '#shared/people/invitations.ts';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ownPersonOf } from '#test/web/people.ts';
import { refuse } from '#test/web/server.ts';
import { SharedAccessPart } from './SharedAccessPart.tsx';

const [selfId, childId, invitationId] = ['1', '2', '3'].map((end) => `9c1d2e3f-4a5b-4c6d-8e7f-00000000000${end}`) as [
  string,
  string,
  string,
];

test('a parent sees who may act for a child, and invites the other parent, who gets no access before accepting', async () => {
  const { server, hand } = open();
  const invited = { id: invitationId, email: 'ben@example.org', relation: 'guardian' as const, expiresAt: '2027-02-01T10:00:00.000Z' };
  server.on(invitationsContract.create, { ...shared, invitations: [invited] });
  await hand.reads('Sie (Elternteil), Opa Otto (Beauftragt)');
  await hand.press('Einladen: Kim Vogel');
  await hand.fill('E-Mail des anderen Elternteils', 'ben@example.org');
  await hand.press('Einladung senden');
  await hand.reads('Die Einladung an ben@example.org ist unterwegs.');
  expect(server.sent).toEqual([
    { method: 'POST', address: `/people/${childId}/invitations`, body: { email: 'ben@example.org', relation: 'guardian' } },
  ]);
  expect(() => hand.field('E-Mail des anderen Elternteils')).toThrow();
});

test('a young adult is invited to an account of their own', async () => {
  const { server, hand } = open(young);
  server.on(invitationsContract.create, shared);
  await hand.reads('Sie (Elternteil), Opa Otto (Beauftragt)');
  await hand.press('Einladen: Kim Vogel');
  await hand.choose('Wen laden Sie ein?', 'Kim, mit eigenem Konto');
  await hand.fill('E-Mail', 'kim@example.org');
  await hand.press('Einladung senden');
  await hand.reads('Die Einladung an kim@example.org ist unterwegs.');
  expect(server.sent[0]?.body).toEqual({ email: 'kim@example.org', relation: 'self' });
});

test('a child too young for an own account is not offered one: only the other parent can be invited', async () => {
  const { hand } = open();
  await hand.press('Einladen: Kim Vogel');
  hand.field('E-Mail des anderen Elternteils');
  expect(() => hand.field('Wen laden Sie ein?')).toThrow();
});

test('an invalid address is not sent; one with access already is refused with a message, and the form stays open', async () => {
  const { server, hand } = open();
  await hand.reads('Sie (Elternteil), Opa Otto (Beauftragt)');
  await hand.press('Einladen: Kim Vogel');
  await hand.fill('E-Mail des anderen Elternteils', 'ben@');
  await hand.press('Einladung senden');
  expect(hand.problem('E-Mail des anderen Elternteils')).toBeDefined();
  expect(server.sent).toEqual([]);
  server.on(invitationsContract.create, () => refuse('already-registered'));
  await hand.fill('E-Mail des anderen Elternteils', 'ben@example.org');
  await hand.press('Einladung senden');
  await waitFor(() => expect(hand.refusal()).toBeDefined());
  expect(hand.field('E-Mail des anderen Elternteils').value).toBe('ben@example.org');
});

test('an invitation is withdrawn', async () => {
  const invited = { id: invitationId, email: 'ben@example.org', relation: 'guardian' as const, expiresAt: '2027-02-01T10:00:00.000Z' };
  const { server, hand } = open({ ...shared, invitations: [invited] });
  server.on(invitationsContract.withdraw, { ok: true });
  await hand.reads('Eingeladen: ben@example.org, gilt bis 01.02.2027');
  await hand.press('Einladung an ben@example.org zurückziehen');
  await hand.reads('Die Einladung an ben@example.org gilt nicht mehr.');
  expect(server.sent).toEqual([{ method: 'DELETE', address: `/invitations/${invitationId}`, body: null }]);
});

const shared: SharedAccess = {
  accounts: [
    { name: 'Vera Vogel', relation: 'guardian', isMe: true },
    { name: 'Opa Otto', relation: 'delegate', isMe: false },
  ],
  invitations: [],
  relations: ['guardian'],
};
const young: SharedAccess = { ...shared, relations: ['guardian', 'self'] };

function open(access: SharedAccess = shared) {
  const people = [ownPersonOf({ id: selfId, firstname: 'Vera', relation: 'self' }), ownPersonOf({ id: childId })];
  const server = signIn(userOf('reader')).on(peopleContract.mine, people).on(invitationsContract.list, access);
  return { server, hand: show(<SharedAccessPart />, 'zugang') };
}
