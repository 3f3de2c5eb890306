import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id } from '#shared/kernel/fields.ts';

/** The annual tax-free allowances, across all clubs: for trainers (§ 3 no. 26 EStG) and for other volunteers (no. 26a). */
export const allowanceKinds = ['trainer', 'honorary'] as const;
export type AllowanceKind = (typeof allowanceKinds)[number];

/** The German names of the allowances, with their sections of the EStG. */
export const allowanceKindNames: { readonly [kind in AllowanceKind]: string } = {
  trainer: 'Freibetrag für Übungsleitungen',
  honorary: 'Freibetrag für das Ehrenamt',
};

const cents = z.int().min(0).max(100_000_000);
const year = z.int().min(2000).max(2200);
const knownVersion = z.int().min(0).max(2_147_483_647).describe('0 if nothing is declared yet.');

/** A declaration for a year: the amount used elsewhere, and whether this club may see the total of the other clubs. */
export const declarationInput = z.strictObject({
  elsewhereCents: cents.describe('Tax-free payments in cents received outside of this installation.'),
  countsOtherClubs: z
    .boolean()
    .describe('Whether this club may count payments of the other clubs of this installation; only the person can allow it.'),
});

/** The used part of an allowance in cents; of other clubs only the total. */
export const allowanceUse = z.object({
  personId: id,
  kind: z.enum(allowanceKinds),
  year,
  limitCents: cents,
  hereCents: cents.describe('Approved hour sheets of this club, in cents.'),
  otherClubsCents: cents.describe('Approved hour sheets of the other clubs of this installation, in cents, if the person allowed it.'),
  ...declarationInput.shape,
  version: knownVersion,
});
export type AllowanceUse = z.infer<typeof allowanceUse>;

type Sums = Pick<AllowanceUse, 'limitCents' | 'hereCents' | 'otherClubsCents' | 'elsewhereCents'>;

/** The used amount in cents, including an additional one. */
export function usedCents({ hereCents, otherClubsCents, elsewhereCents }: Sums, addedCents = 0): number {
  return hereCents + otherClubsCents + elsewhereCents + addedCents;
}

/** The used share in whole percent, rounded down; 100 for a limit of 0. */
export function usedPercent(use: Sums, addedCents = 0): number {
  return use.limitCents === 0 ? 100 : Math.floor((100 * usedCents(use, addedCents)) / use.limitCents);
}

/** The percentages at which the approver is warned: near the limit, and at the limit. */
const warnings = { near: 80, reached: 100 } as const;
export type AllowanceWarning = keyof typeof warnings;

/** The warning for an additional payment; undefined below the first threshold. */
export function allowanceWarning(use: Sums, addedCents = 0): AllowanceWarning | undefined {
  const percent = usedPercent(use, addedCents);
  if (percent >= warnings.reached) return 'reached';
  return percent >= warnings.near ? 'near' : undefined;
}

const limit = z.object({ kind: z.enum(allowanceKinds), year, cents });
export type AllowanceLimit = z.infer<typeof limit>;

/** The annual limit of an allowance, set by a super. */
export const limitInput = z.strictObject({ kind: z.enum(allowanceKinds), year, cents: cents.min(1, 'Mindestens ein Cent.') });

const declared = { personId: id, kind: z.enum(allowanceKinds), year: z.coerce.number().pipe(year) };

/** The annual limits, and the declarations of amounts used elsewhere. */
export const allowancesContract = {
  declare: endpoint(
    { access: 'trainerFiles.declare' },
    {
      method: 'PUT',
      path: '/people/{personId}/allowances/{kind}/{year}',
      summary: 'Erklärung zum Freibetrag eines Jahres',
      description: 'Made by the person, or by the board from a paper declaration. Only the person can allow `countsOtherClubs`.',
      example: { elsewhereCents: 60_000, countsOtherClubs: false, version: 0 },
    },
  )
    .input(declarationInput.extend({ ...declared, version: knownVersion }))
    .output(done),
  limits: endpoint(
    { access: 'allowanceLimits.manage' },
    { method: 'GET', path: '/allowance-limits', summary: 'Freibeträge nach Jahr' },
  ).output(z.array(limit)),
  setLimit: endpoint(
    { access: 'allowanceLimits.manage' },
    {
      method: 'PUT',
      path: '/allowance-limits/{kind}/{year}',
      summary: 'Freibetrag ab einem Jahr festlegen',
      description: 'Applies until a later year has its own limit.',
      example: { cents: 330_000 },
    },
  )
    .input(limitInput.extend({ year: declared.year }))
    .output(done),
  removeLimit: endpoint(
    { access: 'allowanceLimits.manage' },
    {
      method: 'DELETE',
      path: '/allowance-limits/{kind}/{year}',
      summary: 'Freibetrag eines Jahres löschen',
      description: 'The limit of the previous year with one applies again. The first limit cannot be deleted (`not-ready`).',
      refuses: ['not-ready'],
    },
  )
    .input(z.strictObject({ kind: declared.kind, year: declared.year }))
    .output(done),
};
