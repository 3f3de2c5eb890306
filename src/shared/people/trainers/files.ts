import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, exportLook } from '#shared/kernel/fields.ts';
import { clearanceLights, standsUncovered } from '../clearances.ts';
import { holdingProofs, proofKinds, proofLights, type ProofKind } from './trainerProofs.ts';
import { allowanceKinds } from './allowances.ts';
import { contractKinds } from './contracts.ts';

const shownProof = z.object({
  kind: z.enum(proofKinds),
  name: z.string(),
  validTo: z.string(),
  light: z.enum(proofLights),
  isReported: z.boolean().describe('Entered by the person and not yet confirmed by the board.'),
});

/** A row of the list: a person who leads offers or has a recorded certificate. */
const trainerFile = z.object({
  personId: id,
  club: clubName,
  name: z.string(),
  departments: z.array(z.object({ id, name: z.string() })),
  offers: z.array(z.string()).describe('Current and future offers led by the person.'),
  youthOffers: z.array(z.string()).describe('Those of the offers that people under 18 may attend.'),
  light: z
    .enum(clearanceLights)
    .describe('The state of the certificate of good conduct; for heads of departments only `valid` or `missing`.'),
  dueOn: z.string().describe('The day on which a new certificate is due; empty if nothing is recorded, and for heads of departments.'),
  isLastDayMissing: z
    .boolean()
    .describe('Whether a certificate is recorded without a last day of duty although the person no longer leads an offer.'),
  proofs: z.array(shownProof),
  contract: z
    .object({ kind: z.enum(contractKinds), validTo: z.string() })
    .nullable()
    .describe('The contract that is valid today; null if there is none.'),
  allowances: z
    .array(z.object({ kind: z.enum(allowanceKinds), percent: z.int() }))
    .describe('The used share of this year’s tax-free allowances in percent.'),
});
export type TrainerFile = z.infer<typeof trainerFile>;

/** The kinds of proofs of which the trainer has no valid one today. */
export function missingProofs({ proofs }: Pick<TrainerFile, 'proofs'>): ProofKind[] {
  return proofKinds.filter((kind) => !proofs.some((one) => one.kind === kind && holdingProofs.includes(one.light)));
}

/** Whether a certificate or proof has expired or expires within 90 days. */
export function endsSoon({ light, proofs }: Pick<TrainerFile, 'light' | 'proofs'>): boolean {
  return light === 'soon' || light === 'overdue' || proofs.some((one) => one.light === 'soon' || one.light === 'over');
}

/** Whether a reminder is due: no valid certificate for offers with minors, or a proof that is missing or expiring. */
export function isToRemind(one: TrainerFile): boolean {
  return standsUncovered(one) || endsSoon(one) || missingProofs(one).length > 0;
}

const counted = z.object({
  club: clubName,
  leaders: z.int(),
  withMinors: z.int().describe('The number of trainers who lead offers that people under 18 may attend.'),
  covered: z.int().describe('The number of those with a valid certificate of good conduct.'),
  licensed: z.int().describe('The number of trainers with a licence that is valid today.'),
});
export type TrainerCounts = z.infer<typeof counted>;

const chosen = z.strictObject({ club: clubName.optional(), personIds: z.array(id).min(1).max(1000) });
const example = { personIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'] };

/** Trainers with their proofs. */
export const trainerFilesContract = {
  list: endpoint(
    { access: 'trainerFiles.list' },
    {
      method: 'GET',
      path: '/trainer-files',
      summary: 'Übungsleitende mit dem, was vorliegt',
      description: 'Most urgent first; at most 1,000. Heads of departments get those of their own departments.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(trainerFile)),
  exportChosen: endpoint(
    { access: 'trainerFiles.export', fresh: true },
    {
      method: 'POST',
      path: '/trainer-files/export',
      summary: 'Ausgewählte Übungsleitende als CSV oder XLSX',
      refuses: ['in-progress', 'key-reused'],
      example: { ...example, format: 'csv' },
    },
  )
    .input(chosen.extend(exportLook))
    .output(z.file()),
  remind: endpoint(
    { access: 'trainerFiles.manage' },
    {
      method: 'POST',
      path: '/trainer-files/reminders',
      summary: 'Übungsleitende an fehlende Nachweise erinnern',
      description: 'One mail per day and person, to trainers with missing or expiring proofs.',
      refuses: ['in-progress', 'key-reused'],
      example,
    },
  )
    .input(chosen)
    .output(
      z.object({
        reminded: z.int(),
        complete: z.int().describe('The number of trainers with complete proofs.'),
        unreachable: z.array(z.string()).describe('Names of trainers without an email address.'),
      }),
    ),
  counts: endpoint(
    { access: 'trainerFiles.counts' },
    {
      method: 'GET',
      path: '/trainer-files/counts',
      summary: 'Zahlen zu den Übungsleitenden aller Vereine',
      description: 'For the municipal sports association; returns counts without names.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(counted)),
};
