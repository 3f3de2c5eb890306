import { expect, test } from 'vitest';
import { proofKinds, type ProofKind, type ProofLight } from './trainerProofs.ts';
import { endsSoon, isToRemind, missingProofs, type TrainerFile } from './files.ts';

const proof = (kind: ProofKind, light: ProofLight) => ({ kind, light, name: '', validTo: '2027-12-31', isReported: false });
const complete: TrainerFile = {
  personId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11',
  club: 'RWA',
  name: 'Muster, Tina',
  departments: [],
  offers: ['Yoga', 'Kinderturnen'],
  youthOffers: ['Kinderturnen'],
  light: 'valid',
  dueOn: '2029-01-01',
  isLastDayMissing: false,
  proofs: proofKinds.map((kind) => proof(kind, 'valid')),
  contract: null,
  allowances: [],
};

test('a trainer with complete proofs is not reminded', () => {
  expect([missingProofs(complete), endsSoon(complete), isToRemind(complete)]).toEqual([[], false, false]);
});

test('a proof that expires soon is still valid; one that is expired or replaced is not', () => {
  const lights: [ProofLight, boolean][] = [
    ['valid', true],
    ['soon', true],
    ['over', false],
    ['renewed', false],
  ];
  for (const [light, holds] of lights)
    expect([light, missingProofs({ proofs: [proof('licence', light)] }).includes('licence')]).toEqual([light, !holds]);
  expect(missingProofs({ proofs: [proof('licence', 'renewed'), proof('licence', 'valid')] })).not.toContain('licence');
});

test('trainers with expiring proofs or certificates are reminded; for a missing certificate only leaders of children', () => {
  const withOneSoon = complete.proofs.map((one) => (one.kind === 'licence' ? proof('licence', 'soon') : one));
  expect(isToRemind({ ...complete, proofs: withOneSoon })).toBe(true);
  expect(isToRemind({ ...complete, light: 'overdue' })).toBe(true);
  expect(isToRemind({ ...complete, light: 'missing' })).toBe(true);
  expect(isToRemind({ ...complete, light: 'missing', youthOffers: [] })).toBe(false);
});

test('one missing proof triggers a reminder, and each state of a certificate says whether it expires', () => {
  expect(isToRemind({ ...complete, proofs: complete.proofs.slice(1) })).toBe(true);
  expect(endsSoon({ ...complete, light: 'soon' })).toBe(true);
  expect(endsSoon({ ...complete, light: 'overdue' })).toBe(true);
  expect(endsSoon({ ...complete, proofs: [proof('licence', 'over')] })).toBe(true);
  expect(endsSoon({ ...complete, light: 'missing' })).toBe(false);
});
