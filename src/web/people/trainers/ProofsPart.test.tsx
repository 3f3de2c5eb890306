import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { trainerProofsContract, type TrainerProof } from '#shared/people/trainers/trainerProofs.ts';
import { licenceKindsContract } from '#shared/people/trainers/licenceKinds.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ProofsPart } from './ProofsPart.tsx';

const choice = [{ id: '8d7a8a31-5b7c-4c57-8d0f-000000000011', name: 'Trainer C Breitensport' }];

const licence: TrainerProof = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000009',
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000002',
  kind: 'licence',
  name: 'Trainer C Breitensport',
  number: '4711',
  issuedBy: 'LSB',
  validFrom: '2024-01-01',
  validTo: '2026-12-01',
  light: 'soon',
  isReported: false,
  paper: '',
  version: 2,
};

test('each proof shows its origin, its expiry and its state', async () => {
  signIn(userOf('admin'));
  const hand = show(<ProofsPart personId={licence.personId} proofs={[licence]} />);
  await hand.reads('LSB · Nr. 4711 · vom 01.01.2024 · bis 01.12.2026');
  await hand.reads('Läuft bald ab');
});

test('a licence requires its name; a first-aid course asks for no number and is sent without one', async () => {
  const server = signIn(userOf('admin'))
    .on(licenceKindsContract.list, choice)
    .on(trainerProofsContract.create, { ...licence, kind: 'firstAid', name: '', number: '' });
  const hand = show(<ProofsPart personId={licence.personId} proofs={[]} />);
  await hand.press('Nachweis eintragen');
  await hand.press('Speichern');
  expect(hand.problem('Lizenz')).toBe('Bitte die Lizenz benennen.');
  await hand.choose('Was?', 'Erste-Hilfe-Kurs');
  expect(() => hand.field('Nummer')).toThrow('no field');
  await hand.fill('Vom', '02.03.2026');
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({ kind: 'firstAid', validFrom: '2026-03-02', validTo: '' });
});

test('a correction is sent with the version that was read', async () => {
  const server = signIn(userOf('admin')).on(licenceKindsContract.list, choice).on(trainerProofsContract.update, licence);
  const hand = show(<ProofsPart personId={licence.personId} proofs={[licence]} />);
  await hand.press('Ändern: Trainer C Breitensport');
  await hand.fill('Gültig bis', '31.12.2030');
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent).toMatchObject([{ method: 'PUT', body: { validTo: '2030-12-31', version: 2 } }]));
});

test('a proof entered by the person is marked, and one click confirms that the board saw it', async () => {
  const reported = { ...licence, isReported: true };
  const server = signIn(userOf('admin')).on(trainerProofsContract.confirm, licence);
  const hand = show(<ProofsPart personId={licence.personId} proofs={[reported]} />);
  await hand.reads('Selbst eingetragen, noch nicht gesehen');
  await hand.press('Gesehen: Trainer C Breitensport');
  await hand.reads('Der Nachweis ist bestätigt.');
  expect(server.sent).toEqual([{ method: 'POST', address: `/trainer-proofs/${licence.id}/confirmation`, body: { version: 2 } }]);
});
