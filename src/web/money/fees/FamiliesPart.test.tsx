import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { feeFamiliesContract, type FamilyProposal, type FeeFamilyView } from '#shared/money/fees/feeFamilies.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { FamiliesPart } from './FamiliesPart.tsx';

const [familyId, ayseId, emreId] = ['1', '2', '3'].map((end) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`) as [string, string, string];

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

test('a proposal becomes a family with one tap, from the beginning of the year', async () => {
  const proposal: FamilyProposal = {
    basis: 'payer',
    name: 'Yilmaz',
    payerPersonId: ayseId,
    payer: 'Ayşe Yilmaz',
    members: [
      { personId: ayseId, name: 'Ayşe Yilmaz' },
      { personId: emreId, name: 'Emre Yilmaz' },
    ],
  };
  const { server, hand } = await open({ proposals: [proposal] });
  server.on(feeFamiliesContract.create, { made: 1 });
  await hand.reads('Ayşe Yilmaz zahlt schon für alle.');
  await hand.press('Familie Yilmaz anlegen');
  await hand.reads('Die Familie ist angelegt.');
  const members = [ayseId, emreId].map((personId) => ({ personId, from: '2026-01-01', to: null }));
  expect(server.sent[0]?.body).toEqual({ club: 'RWA', families: [{ name: 'Yilmaz', payerPersonId: ayseId, members }] });
});

test('a member leaves the family on a day; server errors are shown, and the input is kept', async () => {
  const { server, hand } = await open({ rows: [family()] });
  server.on(feeFamiliesContract.update, () => refuse('invalid-input', { members: 'Gehört schon zu einer anderen Familie.' }));
  await hand.press('Yilmaz');
  await hand.fill('2. bis', '30.06.2027');
  await hand.press('Speichern');
  await hand.reads('Gehört schon zu einer anderen Familie.');
  expect(hand.field('2. bis').value).toBe('30.06.2027');
  expect(server.sent[0]?.body).toMatchObject({
    version: 4,
    members: [
      { personId: ayseId, to: null },
      { personId: emreId, to: '2027-06-30' },
    ],
  });
});

test('a family without a payer is not sent', async () => {
  const { server, hand } = await open();
  await hand.press('Familie anlegen');
  await hand.fill('Name der Familie', 'Yilmaz');
  await hand.press('Speichern');
  await hand.reads('Bitte auswählen, wer zahlt.');
  expect(server.sent).toEqual([]);
});

async function open({ rows = [], proposals = [] }: { rows?: FeeFamilyView[]; proposals?: FamilyProposal[] } = {}) {
  const server = signIn(userOf('admin'));
  server.on(feeFamiliesContract.list, { rows, total: rows.length });
  server.on(feeFamiliesContract.proposals, proposals);
  const hand = await showAtAddress(<FamiliesPart club="RWA" />);
  await waitFor(() => hand.button('Familie anlegen'));
  return { server, hand };
}

function family(): FeeFamilyView {
  return {
    id: familyId,
    club: 'RWA',
    name: 'Yilmaz',
    payerPersonId: ayseId,
    payer: 'Ayşe Yilmaz',
    members: [
      { personId: ayseId, name: 'Ayşe Yilmaz', from: '2026-01-01', to: null },
      { personId: emreId, name: 'Emre Yilmaz', from: '2026-01-01', to: null },
    ],
    version: 4,
  };
}
