import type { ProofLight } from '#shared/people/trainerProofs.ts';

/** How a proof is marked by where it stands. */
export const proofTones: { readonly [light in ProofLight]: 'good' | 'waiting' | 'bad' | 'quiet' } = {
  over: 'bad',
  soon: 'waiting',
  valid: 'good',
  renewed: 'quiet',
};
