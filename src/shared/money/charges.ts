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

/** One charge as the board sees it. */
export const listedCharge = z.object({
  id,
  reference: z.string(),
  name: z.string().describe('For whom it is: a person, else the organisation that pays for itself.'),
  payer: z.string(),
  isOrganisation: z.boolean().describe('The payer is an organisation.'),
  courseId: id.nullable(),
  courseTitle: z.string(),
  source: z.enum(chargeSources),
  label: z.string(),
  cents,
  settledCents: cents.describe('What of it is paid, set off or waived; the rest is open.'),
  waivedCents: cents.describe('What of that the club forgoes.'),
  deferredUntil: z.string().nullable().describe('Until this day nobody collects it or reminds of it.'),
  dunningLevel: z.int().nullable().describe('How far dunning has come with it: 0 is a reminder.'),
  payerId: id,
  splitOf: id.nullable().describe('The charge of which it is an installment.'),
  refundedCents: cents.describe('What was or will be paid back of it.'),
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

/** A charge that could be made. */
const proposedCharge = z.object({
  participationId: id,
  courseId: id,
  courseTitle: z.string(),
  name: z.string(),
  payer: z.string(),
  source: z.enum(['course', 'cancel_fee']),
  period: z.string(),
  cents,
  note: z.string(),
  method,
  mandate: z.string().nullable().describe('The reference of the mandate by which it would be collected.'),
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

/** A charge as its payer sees it, for themselves, their children, or others that they pay for; and as those see it for whom somebody else pays. */
const ownCharge = z.object({
  id,
  reference: z.string(),
  club: clubName,
  name: z.string(),
  label: z.string(),
  cents,
  settledCents: cents.describe('What of it is paid or waived; the rest is to be paid.'),
  dueOn: z.string(),
  deferredUntil: z.string().nullable(),
  method,
  state,
  paidOn: z.string().nullable(),
  splitOf: id.nullable().describe('The charge of which it is an installment.'),
  isMine: z.boolean().describe('Paid by the viewer or somebody for whom they act; account and accountReference are there for them alone.'),
  payerName: z.string().describe('Who pays it; empty where another club knows them.'),
  account: z.object({ name: z.string(), iban: z.string() }).nullable().describe('Where to transfer it, once the club has said so.'),
  accountReference: z.string().nullable().describe('By which the payer transfers all that is open at once.'),
});

export type OwnCharge = z.infer<typeof ownCharge>;

const scope = {
  club: clubName.optional().describe('Only the own club; here for the same reading everywhere.'),
  courseId: id.optional(),
};
const filter = {
  state: z.enum(listedStates).optional(),
  method: method.optional(),
  source: z.enum(chargeSources).optional(),
  dueFrom: localDate.optional(),
  dueTo: localDate.optional(),
  departmentId: id.optional().describe('Fees of the department, and its courses.'),
  level: z.coerce.number().int().min(0).max(3).optional().describe('How far dunning has come.'),
  hitch: z.enum(chargeHitches).optional().describe('Of who pays: without a mandate that could be collected from, or not to be dunned.'),
  centsFrom: z.coerce.number().int().min(0).max(100_000_000).optional().describe('Whatever the sign.'),
  centsTo: z.coerce.number().int().min(0).max(100_000_000).optional(),
  order: z.enum(chargeOrders).default('latest'),
  search: line(100).optional().describe('Part of a name or of the reference.'),
};
/** What a list of charges asks for. */
export const listedCharges = { ...scope, ...filter };
const filterShape = z.object({ courseId: scope.courseId, ...filter });

/** What a list of charges is narrowed to, and its order. */
export type ChargeFilter = z.input<typeof filterShape>;

const item = z.strictObject({ id, version });

/** A refund of a paid charge: from 1 cent to 1,000,000 €, with the reason. */
export const refundInput = item.extend({ cents: z.int().min(1).max(100_000_000), reason: requiredLine(200) });

/** How long a charge is put off and why; without a day it is due as before. */
export const deferralInput = item.extend({ until: localDate.nullable(), reason: line(200).default('') });

/** Billing (/admin/courseStat) and the payers' own view of it. */
export const chargesContract = {
  preview: endpoint(
    { access: 'charges.manage', answerMs: 10_000 },
    {
      method: 'GET',
      path: '/charges/preview',
      summary: 'Was abzurechnen und zu erstatten wäre',
      description:
        'Computes only; nothing is written. Of repeated prices every month, quarter or year that has begun by the day, the oldest first.',
    },
  )
    .input(z.strictObject({ ...scope, day: localDate.optional() }))
    .output(
      z.object({
        charges: z.array(proposedCharge),
        toCheck: z
          .array(proposedCharge)
          .describe('Earlier periods that began and were never charged: listed, and made by nobody but the office.'),
        refunds: z.array(proposedRefund),
        isCut: z.boolean().describe('There is more than is listed.'),
      }),
    ),
  make: endpoint(
    { access: 'charges.manage', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/charges',
      summary: 'Forderungen erstellen',
      description: 'Computes anew and writes each charge once, however often and by however many it is asked for.',
      refuses: ['in-progress', 'key-reused'],
      example: { dueOn: '2026-12-15', excluded: [] },
    },
  )
    .input(
      z.strictObject({
        ...scope,
        day: localDate.optional(),
        dueOn: localDate,
        participationIds: z.array(id).max(2000).optional().describe('Only these; without them everybody.'),
        excluded: z
          .array(z.strictObject({ participationId: id, period: line(10).optional().describe('Only this one.'), reason: requiredLine(200) }))
          .max(500)
          .default([]),
      }),
    )
    .output(
      z.object({ made: z.int(), excluded: z.int(), cents, skipped: z.int().describe('Already charged, perhaps in this very moment.') }),
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
            lastPaidOn: z.string().nullable().describe('When money came to the club last, whatever the filter.'),
          })
          .nullable()
          .describe('Of the whole filter, on the first page.'),
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
      description: 'All of them or none.',
      refuses: ['wrong-state'],
      example: { items: [{ id: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', version: 1 }], to: 'paid', paidOn: '2026-11-20' },
    },
  )
    .input(
      z.strictObject({
        items: z.array(item).min(1).max(200),
        to: z.enum(chosenChargeStates),
        paidOn: localDate.optional(),
        method: method.exclude(['sepa', 'free']).optional().describe('How it was paid, where it differs.'),
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
      description: 'A row of its own; all refunds of a charge together are at most what was paid.',
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
      description: 'At most the rest; what is in collection cannot be waived.',
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
      description: 'Until that day it is neither collected nor overdue; the payer gets a mail. At most 36 months; null ends it.',
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
      description: 'Those that the list shows with the same filter.',
    },
  )
    .input(z.strictObject({ ...listedCharges, ...exportLook }))
    .output(z.file()),
  mine: endpoint(
    { access: 'charges.read' },
    { method: 'GET', path: '/charges/mine', summary: 'Was ich und meine Kinder bezahlen müssen und bezahlt haben' },
  ).output(z.array(ownCharge)),
};
