import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id } from '#shared/kernel/fields.ts';

/** The tax-free amounts of a year, all clubs together: for leading (section 3 no. 26 EStG) and for any other office (no. 26a). */
export const allowanceKinds = ['trainer', 'honorary'] as const;
export type AllowanceKind = (typeof allowanceKinds)[number];

/** The German words for the tax-free amounts, with their section of the income tax act. */
export const allowanceKindNames: { readonly [kind in AllowanceKind]: string } = {
  trainer: 'Freibetrag für Übungsleitungen',
  honorary: 'Freibetrag für das Ehrenamt',
};

const cents = z.int().min(0).max(100_000_000);
const year = z.int().min(2000).max(2200);
const knownVersion = z.int().min(0).max(2_147_483_647).describe('0: nothing is declared yet.');

/** A declaration for a year: the amount used elsewhere, and whether this club may know the sum of the others. */
export const declarationInput = z.strictObject({
  elsewhereCents: cents.describe('What was paid without tax outside of this installation.'),
  countsOtherClubs: z.boolean().describe('Whether the sum of the other clubs of this installation counts here; only the person allows it.'),
});

/** How much of a tax-free amount is used up, in cents; of other clubs the sum alone. */
export const allowanceUse = z.object({
  personId: id,
  kind: z.enum(allowanceKinds),
  year,
  limitCents: cents,
  hereCents: cents.describe('Approved sheets of this club.'),
  otherClubsCents: cents.describe('Approved sheets of the other clubs of this installation, where the person allowed it.'),
  ...declarationInput.shape,
  version: knownVersion,
});
export type AllowanceUse = z.infer<typeof allowanceUse>;

type Sums = Pick<AllowanceUse, 'limitCents' | 'hereCents' | 'otherClubsCents' | 'elsewhereCents'>;

/** The used amount with an additional one. */
export function usedCents({ hereCents, otherClubsCents, elsewhereCents }: Sums, addedCents = 0): number {
  return hereCents + otherClubsCents + elsewhereCents + addedCents;
}

/** How many whole percent of the amount are used up. */
export function usedPercent(use: Sums, addedCents = 0): number {
  return use.limitCents === 0 ? 100 : Math.floor((100 * usedCents(use, addedCents)) / use.limitCents);
}

/** The percentages at which the approving viewer is warned: close to the amount, and at it. */
const warnings = { near: 80, reached: 100 } as const;
export type AllowanceWarning = keyof typeof warnings;

/** The warning before something more is paid; nothing while there is room. */
export function allowanceWarning(use: Sums, addedCents = 0): AllowanceWarning | undefined {
  const percent = usedPercent(use, addedCents);
  if (percent >= warnings.reached) return 'reached';
  return percent >= warnings.near ? 'near' : undefined;
}

const limit = z.object({ kind: z.enum(allowanceKinds), year, cents });
export type AllowanceLimit = z.infer<typeof limit>;

/** An amount as a super sets it. */
export const limitInput = z.strictObject({ kind: z.enum(allowanceKinds), year, cents: cents.min(1, 'Mindestens ein Cent.') });

const declared = { personId: id, kind: z.enum(allowanceKinds), year: z.coerce.number().pipe(year) };

/** The tax-free amounts by year, and what people say they used of them elsewhere. */
export const allowancesContract = {
  declare: endpoint(
    { access: 'trainerFiles.declare' },
    {
      method: 'PUT',
      path: '/people/{personId}/allowances/{kind}/{year}',
      summary: 'Erklärung zum Freibetrag eines Jahres',
      description: 'By the person, or by the board from paper; that other clubs count is allowed by the person alone.',
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
      description: 'It holds until a later year has another one.',
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
      description: 'The one of an earlier year holds again; the first one stays.',
      refuses: ['not-ready'],
    },
  )
    .input(z.strictObject({ kind: declared.kind, year: declared.year }))
    .output(done),
};
