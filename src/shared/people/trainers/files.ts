import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, exportFormat } from '#shared/kernel/fields.ts';
import { clearanceLights, standsUncovered } from '../clearances.ts';
import { holdingProofs, proofKinds, proofLights, type ProofKind } from '../trainerProofs.ts';
import { allowanceKinds } from './allowances.ts';
import { contractKinds } from './contracts.ts';

const shownProof = z.object({
  kind: z.enum(proofKinds),
  name: z.string(),
  validTo: z.string(),
  light: z.enum(proofLights),
  isReported: z.boolean().describe('Written down by the person; the board has not seen it.'),
});

/** A row of the list: a person who leads offers or has a recorded certificate. */
const trainerFile = z.object({
  personId: id,
  club: clubName,
  name: z.string(),
  departments: z.array(z.object({ id, name: z.string() })),
  offers: z.array(z.string()).describe('What the person leads, now or later.'),
  youthOffers: z.array(z.string()).describe('Those of them that somebody under 18 may attend.'),
  light: z
    .enum(clearanceLights)
    .describe('Where the certificate of good conduct stands; a head of a department reads "valid" or "missing" alone.'),
  dueOn: z.string().describe('When a new certificate is due; empty while nothing is noted, and for heads of departments.'),
  isLastDayMissing: z
    .boolean()
    .describe('A certificate is noted without a last day of duty, and the person led and leads nothing any more.'),
  proofs: z.array(shownProof),
  contract: z
    .object({ kind: z.enum(contractKinds), validTo: z.string() })
    .nullable()
    .describe('What holds today.'),
  allowances: z.array(z.object({ kind: z.enum(allowanceKinds), percent: z.int() })).describe('How much of this year’s amounts is used up.'),
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
  withMinors: z.int().describe('Who leads offers that somebody under 18 may attend.'),
  covered: z.int().describe('Of those, for whom a certificate of good conduct holds.'),
  licensed: z.int().describe('Who can show a licence that is valid today.'),
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
      description: 'What is most urgent first; at most 1,000. Heads of departments read those of their own departments.',
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
    .input(chosen.extend({ format: exportFormat }))
    .output(z.file()),
  remind: endpoint(
    { access: 'trainerFiles.manage' },
    {
      method: 'POST',
      path: '/trainer-files/reminders',
      summary: 'Übungsleitende an fehlende Nachweise erinnern',
      description: 'One mail a day and person, to whoever has something to show.',
      refuses: ['in-progress', 'key-reused'],
      example,
    },
  )
    .input(chosen)
    .output(
      z.object({
        reminded: z.int(),
        complete: z.int().describe('Who has nothing to show.'),
        unreachable: z.array(z.string()).describe('Names of those without an address.'),
      }),
    ),
  counts: endpoint(
    { access: 'trainerFiles.counts' },
    {
      method: 'GET',
      path: '/trainer-files/counts',
      summary: 'Zahlen zu den Übungsleitenden aller Vereine',
      description: 'For the association of the town: numbers alone, nobody’s name.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(counted)),
};
