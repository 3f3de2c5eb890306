import type { ClearanceLight } from '#shared/people/clearances.ts';
import type { ProofLight } from '#shared/people/trainerProofs.ts';

/** How a proof is marked by where it stands. */
export const proofTones: { readonly [light in ProofLight]: 'good' | 'waiting' | 'bad' | 'quiet' } = {
  over: 'bad',
  soon: 'waiting',
  valid: 'good',
  renewed: 'quiet',
};

/** How a certificate of good conduct is marked by where it stands. */
export const clearanceTones = {
  barred: 'bad',
  missing: 'bad',
  overdue: 'bad',
  soon: 'waiting',
  valid: 'good',
  ended: 'quiet',
} as const satisfies { [light in ClearanceLight]: string };
