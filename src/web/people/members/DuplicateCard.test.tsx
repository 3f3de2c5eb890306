import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { memberLinksContract, mergedFields, type DuplicateCandidate, type DuplicatePair } from '#shared/people/memberLinks.ts';
import type { AccountAccess } from '#shared/people/access.ts';
import { keysOf, recordOf } from '#shared/kernel/keys.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { DuplicateCard } from './DuplicateCard.tsx';

const real = '6a0d1f8e-3f0c-4d7d-9a01-000000000001';
const claimed = '6a0d1f8e-3f0c-4d7d-9a01-000000000002';
const mother: AccountAccess = {
  userId: '6a0d1f8e-3f0c-4d7d-9a01-00000000000a',
  name: 'Rita Vogel',
  email: 'rita@example.org',
  relation: 'guardian',
  isVerified: true,
  since: '2024-02-01T09:00:00.000Z',
};
const stranger: AccountAccess = {
  userId: '6a0d1f8e-3f0c-4d7d-9a01-00000000000b',
  name: 'Sven Fremd',
  email: 'sven@example.org',
  relation: 'guardian',
  isVerified: false,
  since: '2026-11-20T09:00:00.000Z',
};
const tick = 'Sven Fremd (sven@example.org), Elternteil';

test('beside a guardian no account is selected: the proposed merge grants no access', async () => {
  const { server, hand } = open({ present: [mother], gaining: [stranger], proposed: [] });
  await hand.reads('Rita Vogel (rita@example.org), Elternteil, seit 01.02.2024');
  await hand.reads('Eigene Angabe, nicht geprüft, seit 20.11.2026');
  expect(hand.field(tick).checked).toBe(false);
  await hand.press('Zusammenführen …');
  await hand.reads(/Neuen Zugang bekommt niemand\./);
  await hand.press('Zusammenführen');
  await waitFor(() => expect(server.sent.map(({ body }) => body)).toMatchObject([{ otherId: claimed, allowed: [] }]));
});

test('selected accounts are named again in the confirmation, and get access', async () => {
  const { server, hand } = open({ present: [mother], gaining: [stranger], proposed: [] });
  await hand.tick(tick);
  await hand.press('Zusammenführen …');
  await hand.reads(/Neuen Zugang bekommt: Sven Fremd\./);
  await hand.press('Zusammenführen');
  await waitFor(() => expect(server.sent.map(({ body }) => body)).toMatchObject([{ allowed: [stranger.userId] }]));
});

test('without a guardian the account that entered the child is preselected, and can be unselected', async () => {
  const { server, hand } = open({ present: [], gaining: [stranger], proposed: [stranger.userId] });
  expect(hand.field(tick).checked).toBe(true);
  await hand.tick(tick);
  await hand.press('Zusammenführen …');
  await hand.reads(/Neuen Zugang bekommt niemand\./);
  await hand.press('Zusammenführen');
  await waitFor(() => expect(server.sent.map(({ body }) => body)).toMatchObject([{ allowed: [] }]));
});

test.each([
  ['a stranger entered', { present: [mother], gaining: [stranger], proposed: [] }, []],
  ['the only account entered', { present: [], gaining: [stranger], proposed: [stranger.userId] }, ['emergencyContactPhone']],
])('a record that %s fills a gap of the other one only if its access is proposed', async (_who, access, taken) => {
  const { server, hand } = open(access, { emergencyContactPhone: '0171 1234567' });
  await hand.press('Zusammenführen …');
  await hand.press('Zusammenführen');
  await waitFor(() => expect(server.sent.map(({ body }) => body)).toMatchObject([{ taken }]));
});

test('an outdated list is refused with a message', async () => {
  const { server, hand } = open({ present: [], gaining: [stranger], proposed: [] });
  server.on(memberLinksContract.merge, () => refuse('conflict'));
  await hand.press('Zusammenführen …');
  await hand.reads(/Neuen Zugang bekommt niemand\./);
  await hand.press('Zusammenführen');
  await hand.reads('Das wurde inzwischen geändert. Bitte laden Sie neu.');
});

function open(access: DuplicatePair['access'], values: Partial<DuplicateCandidate['fields']> = {}) {
  const server = signIn(userOf('admin')).on(memberLinksContract.merge, { personId: real });
  const pair: DuplicatePair = { first: candidate(real, 'G-1'), second: candidate(claimed, null, values), reason: 'same', access };
  return { server, hand: show(<DuplicateCard pair={pair} />) };
}

function candidate(id: string, memberNo: string | null, values: Partial<DuplicateCandidate['fields']> = {}): DuplicateCandidate {
  const known: { readonly [field: string]: string } = { firstname: 'Lina', lastname: 'Vogel', birthDate: '2015-03-04', ...values };
  const fields = recordOf(keysOf(mergedFields), (field) => known[field] ?? '');
  return { id, fields, memberNo, participations: 0, accounts: 1, version: 1 };
}
