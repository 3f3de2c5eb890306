import { z } from 'zod';
import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, version } from '#shared/kernel/fields.ts';

/** The kinds of proofs of trainers. */
export const proofKinds = ['licence', 'firstAid', 'codeOfConduct'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** The German names of the kinds. */
export const proofKindNames: { readonly [kind in ProofKind]: string } = {
  licence: 'Lizenz',
  firstAid: 'Erste-Hilfe-Kurs',
  codeOfConduct: 'Verhaltenskodex unterschrieben',
};

/** The states of a proof, the most urgent first. */
export const proofLights = ['over', 'soon', 'valid', 'renewed'] as const;
export type ProofLight = (typeof proofLights)[number];
/** States in which a proof is valid and not superseded. */
export const holdingProofs: readonly ProofLight[] = ['soon', 'valid'];

/** The German names of the states. */
export const proofLightNames: { readonly [light in ProofLight]: string } = {
  over: 'Abgelaufen',
  soon: 'Läuft bald ab',
  valid: 'Gültig',
  renewed: 'Erneuert',
};

/** The number of days before its expiry from which a proof must be renewed. */
export const proofSoonDays = 90;

/** The state of a proof on a day. A proof without an end date is valid; a renewed one is no longer checked for expiry. */
export function proofLight({ validTo, isRenewed }: { validTo: LocalDate | ''; isRenewed: boolean }, day: LocalDate): ProofLight {
  if (isRenewed) return 'renewed';
  if (validTo === '') return 'valid';
  if (validTo < day) return 'over';
  return validTo <= addDays(day, proofSoonDays) ? 'soon' : 'valid';
}

/** A proof as entered by the board. */
export const proofInput = z
  .strictObject({
    kind: z.enum(proofKinds),
    name: line(80).default('').describe('The name of the licence, e.g. "Trainer C Breitensport"; required for licences.'),
    number: line(40).default(''),
    issuedBy: line(80).default(''),
    validFrom: localDate.describe('The day on which it was issued, attended or signed.'),
    validTo: localDate.or(z.literal('')).default('').describe('The last day of validity; empty for unlimited.'),
  })
  .refine(({ kind, name }) => kind !== 'licence' || name !== '', { path: ['name'], message: 'Bitte die Lizenz benennen.' })
  .refine(({ validFrom, validTo }) => validTo === '' || validTo >= validFrom, {
    path: ['validTo'],
    message: 'Das Ende liegt vor dem Beginn.',
  });

const proof = z.object({
  ...proofInput.shape,
  id,
  personId: id,
  light: z.enum(proofLights),
  isReported: z.boolean().describe('Entered by the person and not yet confirmed by the board.'),
  paper: z.string().describe('The path of the file uploaded with a licence; empty for none.'),
  version,
});
export type TrainerProof = z.infer<typeof proof>;

/** The path of the uploaded licence in the account's folder; only licences have a file. */
export const proofPaper = z.object({ paper: z.string().max(400).default('') });

const example = {
  kind: 'licence',
  name: 'Trainer C Breitensport',
  number: '',
  issuedBy: 'Landessportbund',
  validFrom: '2024-03-01',
  validTo: '2028-12-31',
};

/** Licences, first aid certificates and codes of conduct of trainers. */
export const trainerProofsContract = {
  list: endpoint(
    { access: 'trainerFiles.manage' },
    {
      method: 'GET',
      path: '/trainer-proofs',
      summary: 'Lizenzen und Nachweise der Übungsleitenden',
      description: 'Sorted by expiry, earliest first; at most 2,000.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(proof)),
  create: endpoint(
    { access: 'trainerFiles.manage' },
    {
      method: 'POST',
      path: '/people/{personId}/trainer-proofs',
      summary: 'Nachweis eintragen',
      refuses: ['in-progress', 'key-reused'],
      example,
    },
  )
    .input(proofInput.safeExtend({ personId: id }))
    .output(proof),
  update: endpoint(
    { access: 'trainerFiles.manage' },
    { method: 'PUT', path: '/trainer-proofs/{id}', summary: 'Nachweis ändern', example: { ...example, version: 1 } },
  )
    .input(proofInput.safeExtend({ id, version }))
    .output(proof),
  delete: endpoint({ access: 'trainerFiles.manage' }, { method: 'DELETE', path: '/trainer-proofs/{id}', summary: 'Nachweis löschen' })
    .input(z.strictObject({ id }))
    .output(done),
  confirm: endpoint(
    { access: 'trainerFiles.manage' },
    {
      method: 'POST',
      path: '/trainer-proofs/{id}/confirmation',
      summary: 'Bestätigen, dass ein selbst eingetragener Nachweis vorlag',
      refuses: ['wrong-state', 'conflict'],
      example: { version: 1 },
    },
  )
    .input(z.strictObject({ id, version }))
    .output(proof),
  report: endpoint(
    { access: 'trainerFiles.correctOwn' },
    {
      method: 'POST',
      path: '/people/{personId}/trainer-proofs/own',
      summary: 'Eigenen Nachweis eintragen',
      description: 'For persons who lead an offer or already have a file. The entry is marked for the board as not confirmed.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example,
    },
  )
    .input(proofInput.safeExtend({ ...proofPaper.shape, personId: id }))
    .output(proof),
  correct: endpoint(
    { access: 'trainerFiles.correctOwn' },
    {
      method: 'PUT',
      path: '/trainer-proofs/{id}/own',
      summary: 'Eigenen Nachweis berichtigen',
      description: 'Marks the entry for the board as not confirmed.',
      example: { ...example, version: 1 },
    },
  )
    .input(proofInput.safeExtend({ ...proofPaper.shape, id, version }))
    .output(proof),
  reporters: endpoint(
    { access: 'trainerFiles.readOwn' },
    { method: 'GET', path: '/trainer-proofs/mine/people', summary: 'Für wen ich eigene Nachweise eintragen kann' },
  ).output(z.array(z.object({ personId: id, club: clubName }))),
  mine: endpoint(
    { access: 'trainerFiles.readOwn' },
    { method: 'GET', path: '/trainer-proofs/mine', summary: 'Eigene Lizenzen und Nachweise' },
  ).output(z.array(proof)),
};
