import { expect, test } from 'vitest';
import { phaseWords } from './phaseWords.ts';

const free = { kind: 'free', text: 'Plätze frei', action: 'register' } as const;
const paused = { kind: 'paused', text: 'Anmeldung zurzeit nicht möglich', action: 'none' } as const;

test.each([
  ['a club that takes enrolments says how many seats are free', { club: 'RWA', phase: free, free: 3 }, 'noch 3 Plätze'],
  ['one seat is told apart', { club: 'RWA', phase: free, free: 1 }, 'noch 1 Platz'],
  ['seats without a limit are not counted', { club: 'RWA', phase: free, free: null }, 'Plätze frei'],
  ['a club without online enrolments leads to itself', { club: 'SCB', phase: free, free: 3 }, 'Anmeldung direkt beim Verein'],
  ['but nobody is led to an offer that is paused', { club: 'SCB', phase: paused, free: 3 }, 'Anmeldung zurzeit nicht möglich'],
] as const)('%s', (_name, offer, words) => {
  expect(phaseWords(offer)).toBe(words);
});
