import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { trainerProofsContract, type TrainerProof } from '#shared/people/trainers/trainerProofs.ts';
import { licenceKindsContract } from '#shared/people/trainers/licenceKinds.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { MyProofs } from './MyProofs.tsx';

const personId = '8d7a8a31-5b7c-4c57-8d0f-000000000002';
const own: TrainerProof = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000009',
  personId,
  kind: 'firstAid',
  name: '',
  number: '',
  issuedBy: 'DRK',
  validFrom: '2024-01-01',
  validTo: '',
  light: 'valid',
  isReported: false,
  paper: '',
  version: 4,
};

const start = (proofs: TrainerProof[], isLeader = true) =>
  signIn(userOf('reader'))
    .on(trainerProofsContract.mine, proofs)
    .on(trainerProofsContract.reporters, isLeader ? [{ personId, club: 'RWA' as const }] : [])
    .on(licenceKindsContract.list, [{ id: own.id, name: 'Trainer C Breitensport' }]);

test('a user who leads nothing and has no file sees nothing', async () => {
  start([], false);
  show(<MyProofs />, 'nachweise');
  await waitFor(() => expect(screen.queryByText('Meine Lizenzen und Nachweise')).toBeNull());
});

test("a licence is selected, and sent as one's own", async () => {
  const server = start([]).on(trainerProofsContract.report, { ...own, isReported: true });
  const hand = show(<MyProofs />, 'nachweise');
  await hand.reads('Meine Lizenzen und Nachweise');
  await hand.press('Nachweis eintragen');
  await hand.press('Speichern');
  expect(hand.problem('Lizenz')).toBe('Bitte die Lizenz benennen.');
  await hand.choose('Lizenz', 'Trainer C Breitensport');
  await hand.fill('Vom', '02.03.2026');
  await hand.press('Speichern');
  await hand.reads('Der Nachweis ist gespeichert.');
  expect(server.sent).toMatchObject([
    {
      method: 'POST',
      address: `/people/${personId}/trainer-proofs/own`,
      body: { name: 'Trainer C Breitensport', validFrom: '2026-03-02', paper: '' },
    },
  ]);
});

test('a correction is sent with the version that was read, and unconfirmed proofs are marked', async () => {
  const server = start([{ ...own, isReported: true }]).on(trainerProofsContract.correct, own);
  const hand = show(<MyProofs />, 'nachweise');
  await hand.reads('Vom Vorstand noch nicht gesehen');
  await hand.press('Ändern: Erste-Hilfe-Kurs');
  await hand.fill('Ausgestellt von', 'Johanniter');
  await hand.press('Speichern');
  await hand.reads('Der Nachweis ist gespeichert.');
  expect(server.sent).toMatchObject([
    { method: 'PUT', address: `/trainer-proofs/${own.id}/own`, body: { issuedBy: 'Johanniter', version: 4 } },
  ]);
});
