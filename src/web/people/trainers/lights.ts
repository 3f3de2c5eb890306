import type { ClearanceLight } from '#shared/people/clearances.ts';
import type { ProofLight } from '#shared/people/trainers/trainerProofs.ts';

/** The colour of a proof's state. */
export const proofTones: { readonly [light in ProofLight]: 'good' | 'waiting' | 'bad' | 'quiet' } = {
  over: 'bad',
  soon: 'waiting',
  valid: 'good',
  renewed: 'quiet',
};

/** The colour of a certificate's state. */
export const clearanceTones = {
  barred: 'bad',
  missing: 'bad',
  overdue: 'bad',
  soon: 'waiting',
  valid: 'good',
  ended: 'quiet',
} as const satisfies { [light in ClearanceLight]: string };
