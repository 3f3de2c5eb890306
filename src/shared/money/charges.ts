import { z } from 'zod';
import {
  chargeHitches,
  chargeMethods,
  chargeOrders,
  chargeSources,
  chargeStates,
  chosenChargeStates,
  listedStates,
} from './chargeWords.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, pageOf, pageQuery, requiredLine, exportLook, version, localDate } from '#shared/kernel/fields.ts';

const state = z.enum(chargeStates);
const method = z.enum(chargeMethods);
const cents = z.int();

/** One charge as shown to the board. */
export const listedCharge = z.object({
  id,
  reference: z.string(),
  name: z.string().describe('The person charged for, or the organisation.'),
  payer: z.string(),
  isOrganisation: z.boolean().describe('Whether the payer is an organisation.'),
  courseId: id.nullable(),
  courseTitle: z.string(),
  source: z.enum(chargeSources),
  label: z.string(),
  cents,
  settledCents: cents.describe('The paid, offset or waived amount; the rest is open.'),
  waivedCents: cents.describe('The waived part of the amount.'),
  deferredUntil: z.string().nullable().describe('Not collected and not dunned until this day; null without a deferral.'),
  dunningLevel: z.int().nullable().describe('The current dunning level; 0 is a reminder, null for none.'),
  payerId: id,
  splitOf: id.nullable().describe('The original charge, if this one is an installment.'),
  refundedCents: cents.describe('The refunded amount, including pending refunds.'),
  dueOn: z.string(),
  method,
  state,
  paidOn: z.string().nullable(),
  reason: z.string(),
  version,
});

export type ListedCharge = z.infer<typeof listedCharge>;

/** The sum that one payer owes of some charges. */
const owingPayer = z.object({
  payerId: id,
  payer: z.string(),
  count: z.int(),
  openCents: cents,
  overdueCents: cents,
  oldestDueOn: z.string(),
});
export type OwingPayer = z.infer<typeof owingPayer>;

/** A proposed charge. */
const proposedCharge = z.object({
  participationId: id,
  courseId: id.nullable().describe('Null for an event.'),
  courseTitle: z.string().describe('The title of the course or event.'),
  name: z.string(),
  payer: z.string(),
  source: z.enum(['course', 'event', 'cancel_fee']),
  period: z.string(),
  cents,
  note: z.string(),
  method,
  mandate: z.string().nullable().describe('The reference of the mandate for the collection; null without one.'),
});

export type ProposedCharge = z.infer<typeof proposedCharge>;

/** A proposed refund, or a charge to cancel: the course was cancelled, a seat was given up, or a session fell out. */
const proposedRefund = z.object({
  chargeId: id,
  reference: z.string(),
  name: z.string(),
  label: z.string(),
  paidCents: cents,
  cents,
  reason: z.string(),
  kind: z.enum(['refund', 'cancel']),
  version,
});

export type ProposedRefund = z.infer<typeof proposedRefund>;

/** A charge as shown to its payer, who pays for themselves, their children or others, and to persons for whom somebody else pays. */
const ownCharge = z.object({
  id,
  reference: z.string(),
  club: clubName,
  name: z.string(),
  label: z.string(),
  cents,
  settledCents: cents.describe('The paid or waived amount; the rest is open.'),
  dueOn: z.string(),
  deferredUntil: z.string().nullable(),
  method,
  state,
  paidOn: z.string().nullable(),
  splitOf: id.nullable().describe('The original charge, if this one is an installment.'),
  isMine: z.boolean().describe('Whether the caller or a person whom they act for pays; otherwise account and accountReference are null.'),
  payerName: z.string().describe('The name of the payer; empty if another club knows the payer.'),
  account: z.object({ name: z.string(), iban: z.string() }).nullable().describe("The club's account for transfers; null if it is not set."),
  accountReference: z.string().nullable().describe('The reference for transferring all open amounts at once; null if there is none.'),
});

export type OwnCharge = z.infer<typeof ownCharge>;

const scope = {
  club: clubName.optional().describe('Must be the own club; present for consistency.'),
  courseId: id.optional(),
};
const filter = {
  state: z.enum(listedStates).optional(),
  method: method.optional(),
  source: z.enum(chargeSources).optional(),
  dueFrom: localDate.optional(),
  dueTo: localDate.optional(),
  departmentId: id.optional().describe('Fees of the department and charges of its courses.'),
  level: z.coerce.number().int().min(0).max(3).optional().describe('The dunning level.'),
  hitch: z
    .enum(chargeHitches)
    .optional()
    .describe('A problem: no usable mandate, a dunning stop, or a claim that expires by the end of the year.'),
  centsFrom: z.coerce.number().int().min(0).max(100_000_000).optional().describe('The minimum of the absolute amount in cents.'),
  centsTo: z.coerce.number().int().min(0).max(100_000_000).optional(),
  order: z.enum(chargeOrders).default('latest'),
  search: line(100).optional().describe('Matches a part of a name or of the reference.'),
};
/** The query of a list of charges. */
export const listedCharges = { ...scope, ...filter };
const filterShape = z.object({ courseId: scope.courseId, ...filter });

/** The filter and the order of a list of charges. */
export type ChargeFilter = z.input<typeof filterShape>;

const item = z.strictObject({ id, version });

/** A refund of a paid charge: from 1 cent to 1,000,000 €, with the reason. */
export const refundInput = item.extend({ cents: z.int().min(1).max(100_000_000), reason: requiredLine(200) });

/** A deferral and its reason; without a day the original due day applies again. */
const deferralInput = item.extend({ until: localDate.nullable(), reason: line(200).default('') });

/** Billing (/admin/courseStat) and the payers' own view of it. */
export const chargesContract = {
  preview: endpoint(
    { access: 'charges.manage', answerMs: 10_000 },
    {
      method: 'GET',
      path: '/charges/preview',
      summary: 'Was abzurechnen und zu erstatten wäre',
      description: 'Read-only. For recurring prices all months, quarters or years that began by `day`, oldest first.',
    },
  )
    .input(z.strictObject({ ...scope, day: localDate.optional() }))
    .output(
      z.object({
        charges: z.array(proposedCharge),
        toCheck: z.array(proposedCharge).describe('Earlier periods that were never charged; they are charged only if selected by staff.'),
        refunds: z.array(proposedRefund),
        isCut: z.boolean().describe('Whether the lists are truncated.'),
      }),
    ),
  make: endpoint(
    { access: 'charges.manage', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/charges',
      summary: 'Forderungen erstellen',
      description: 'Recomputes the charges and creates each of them once, even for repeated and concurrent requests.',
      refuses: ['in-progress', 'key-reused'],
      example: { dueOn: '2026-12-15', excluded: [] },
    },
  )
    .input(
      z.strictObject({
        ...scope,
        day: localDate.optional(),
        dueOn: localDate,
        participationIds: z.array(id).max(2000).optional().describe('Only these enrolments; without it all.'),
        excluded: z
          .array(z.strictObject({ participationId: id, period: line(10).optional().describe('Only this one.'), reason: requiredLine(200) }))
          .max(500)
          .default([]),
      }),
    )
    .output(
      z.object({ made: z.int(), excluded: z.int(), cents, skipped: z.int().describe('The number of charges that existed already.') }),
    ),
  list: endpoint({ access: 'charges.manage' }, { method: 'GET', path: '/charges', summary: 'Forderungen und Erstattungen' })
    .input(
      z.strictObject({
        ...listedCharges,
        ...pageQuery,
      }),
    )
    .output(
      z.object({
        rows: z.array(listedCharge),
        next: z.string().nullable(),
        totals: z
          .object({
            openCents: cents,
            paidCents: cents,
            overdueCents: cents,
            refundedCents: cents,
            lastPaidOn: z.string().nullable().describe('The last incoming payment of the club, unfiltered.'),
          })
          .nullable()
          .describe('The totals of all matching charges; only on the first page, otherwise null.'),
      }),
    ),
  payers: endpoint(
    { access: 'charges.manage' },
    { method: 'GET', path: '/charges/payers', summary: 'Wer wie viel schuldet, je Zahler zusammen' },
  )
    .input(z.strictObject({ ...listedCharges, ...pageQuery }))
    .output(pageOf(owingPayer)),
  setState: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/charges/state',
      summary: 'Als bezahlt, offen, erlassen oder storniert vermerken',
      description: 'Changes all items or none.',
      refuses: ['wrong-state'],
      example: { items: [{ id: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', version: 1 }], to: 'paid', paidOn: '2026-11-20' },
    },
  )
    .input(
      z.strictObject({
        items: z.array(item).min(1).max(200),
        to: z.enum(chosenChargeStates),
        paidOn: localDate.optional(),
        method: method.exclude(['sepa', 'free']).optional().describe('The payment method, if it differs from the charge.'),
        reason: line(200).default(''),
      }),
    )
    .output(z.array(listedCharge)),
  refund: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/charges/{id}/refunds',
      summary: 'Erstattung anlegen',
      description: 'Creates a separate row. The sum of all refunds is at most the paid amount.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { cents: 1000, reason: 'Termin ausgefallen', version: 1 },
    },
  )
    .input(refundInput)
    .output(listedCharge),
  waive: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/charges/{id}/waivers',
      summary: 'Ganz oder zum Teil erlassen',
      description: 'At most the open amount. Charges in collection cannot be waived.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { cents: 1000, reason: 'Härtefall', version: 1 },
    },
  )
    .input(refundInput)
    .output(listedCharge),
  defer: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/charges/{id}/deferral',
      summary: 'Stunden oder die Stundung aufheben',
      description: 'Neither collected nor overdue until that day, at most 36 months; null ends it. The payer gets a mail.',
      refuses: ['wrong-state'],
      example: { until: '2027-03-01', reason: 'Nach Rücksprache', version: 1 },
    },
  )
    .input(deferralInput)
    .output(listedCharge),
  export: endpoint(
    { access: 'charges.manage', fresh: true, answerMs: 10_000 },
    {
      method: 'GET',
      path: '/charges/export',
      summary: 'Forderungen als CSV oder XLSX',
      description: 'All charges of the list with the same filter.',
    },
  )
    .input(z.strictObject({ ...listedCharges, ...exportLook }))
    .output(z.file()),
  mine: endpoint(
    { access: 'charges.read' },
    { method: 'GET', path: '/charges/mine', summary: 'Was ich und meine Kinder bezahlen müssen und bezahlt haben' },
  ).output(z.array(ownCharge)),
};
