import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, requiredLine, version, localDate } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { allowanceUse } from '#shared/people/trainers/allowances.ts';

/** The states of an hour sheet with their German words. */
export const hourSheetStates = {
  draft: 'Entwurf',
  submitted: 'Eingereicht',
  approved: 'Freigegeben',
  rejected: 'Zurückgegeben',
  exported: 'Zur Zahlung',
  paid: 'Bezahlt',
} as const;

export type HourSheetState = keyof typeof hourSheetStates;

/** The names of the states of an hour sheet. */
export const hourSheetStateNames = keysOf(hourSheetStates);

const states = (...of: HourSheetState[]): readonly HourSheetState[] => of;

/** Sets of states that rules depend on. */
export const hourSheetSets = {
  /** With the trainer: not counted yet. */
  unsubmitted: states('draft', 'rejected'),
  /** The board may decide, or revoke its decision. */
  decidable: states('submitted', 'approved'),
  /** The trainer may edit it again. */
  reopenable: states('submitted', 'rejected'),
  /** Approved: paid, and counted towards a tax-free allowance. */
  decided: states('approved', 'exported', 'paid'),
  /** Approved and not paid. */
  payable: states('approved', 'exported'),
  /** Submitted and not paid. */
  unpaid: states('submitted', 'approved', 'exported'),
};

const cents = z.int();
const minutes = z.int().min(1, 'Mindestens eine Minute.').max(960, 'Höchstens 16 Stunden.');

const hourEntry = z.object({
  sessionId: id.nullable().describe('The held session; null for entries added manually.'),
  day: localDate,
  minutes,
  activity: requiredLine(120),
  participants: z.int().nullable(),
  note: line(200),
});

export type HourEntry = z.infer<typeof hourEntry>;

const hourSheet = z.object({
  id,
  club: clubName,
  personId: id,
  trainer: z.string(),
  department: z.string(),
  from: localDate,
  to: localDate,
  state: z.enum(hourSheetStateNames),
  minutes: z.int(),
  rateCents: cents.nullable().describe('The rate in cents per 60 minutes, frozen on submission; null if there is none.'),
  cents: cents.nullable(),
  rejectReason: z.string(),
  submittedAt: z.iso.datetime().nullable(),
  approvedBy: z.string(),
  payout: z.string().describe('The payout run that pays or paid the sheet; empty if there is none.'),
  version,
});

export type HourSheet = z.infer<typeof hourSheet>;

const fullSheet = hourSheet.extend({
  isOwn: z.boolean(),
  allowance: allowanceUse.nullable().describe('The tax-free allowance used by the sheet, not including the sheet; null if there is none.'),
  entries: z.array(hourEntry),
});

export type FullHourSheet = z.infer<typeof fullSheet>;

/** Past dates of a quarter that are on no sheet yet. */
const hourProposal = z.object({
  departmentId: id.nullable(),
  department: z.string(),
  from: localDate,
  to: localDate,
  sessions: z.int(),
  minutes: z.int(),
});

export type HourProposal = z.infer<typeof hourProposal>;

const trainerRate = z.object({
  id,
  department: z.string(),
  trainer: z.string(),
  centsPerHour: cents,
  validFrom: localDate,
});

export type TrainerRate = z.infer<typeof trainerRate>;

/** The lines of a sheet as saved by its author. */
export const savedEntries = z.strictObject({
  entries: z.array(hourEntry.extend({ participants: z.int().min(0).max(10_000, 'Höchstens 10.000.').nullable() }).strict()).max(400),
});

/** The hourly rate from a day on. */
const rateInput = z.strictObject({
  departmentId: id.nullable(),
  personId: id.nullable(),
  centsPerHour: z.int().min(0).max(50_000, 'Höchstens 500 Euro.'),
  validFrom: localDate,
});

const one = z.strictObject({ id, version });
const item = '/hour-sheets/{id}';

/** Trainers' hour sheets, proposed from past dates: draft, submit, approve, export. */
export const hoursContract = {
  own: endpoint({ access: 'hourSheets.submit' }, { method: 'GET', path: '/hour-sheets/own', summary: 'Meine Stundennachweise' }).output(
    z.object({
      isLinked: z.boolean().describe('Whether the account is linked to a person of the club, who can lead courses.'),
      sheets: z.array(hourSheet),
      proposals: z.array(hourProposal),
      allowances: z.array(allowanceUse).describe('The tax-free allowances of this year, including all submitted sheets.'),
    }),
  ),
  allowances: endpoint(
    { access: 'trainerFiles.manage' },
    { method: 'GET', path: '/people/{personId}/allowances', summary: 'Freibeträge einer Person in diesem Jahr' },
  )
    .input(z.strictObject({ personId: id }))
    .output(z.array(allowanceUse)),
  create: endpoint(
    { access: 'hourSheets.submit' },
    {
      method: 'POST',
      path: '/hour-sheets',
      summary: 'Stundennachweis aus gehaltenen Terminen anlegen',
      refuses: ['not-ready', 'conflict', 'in-progress', 'key-reused'],
      example: { departmentId: null, from: '2026-10-01' },
    },
  )
    .input(z.strictObject({ departmentId: id.nullable(), from: localDate.describe('The first day of a quarter.') }))
    .output(fullSheet),
  read: endpoint({ access: 'hourSheets.submit' }, { method: 'GET', path: item, summary: 'Stundennachweis' })
    .input(z.strictObject({ id }))
    .output(fullSheet),
  save: endpoint(
    { access: 'hourSheets.submit' },
    {
      method: 'PUT',
      path: `${item}/entries`,
      summary: 'Stunden eines Entwurfs speichern',
      refuses: ['wrong-state'],
      example: {
        version: 1,
        entries: [{ sessionId: null, day: '2026-10-05', minutes: 90, activity: 'Turnier', participants: 12, note: '' }],
      },
    },
  )
    .input(one.extend(savedEntries.shape))
    .output(fullSheet),
  submit: endpoint(
    { access: 'hourSheets.submit' },
    {
      method: 'POST',
      path: `${item}/submission`,
      summary: 'Stundennachweis einreichen',
      refuses: ['wrong-state', 'not-ready'],
      example: { version: 1 },
    },
  )
    .input(one)
    .output(fullSheet),
  reopen: endpoint(
    { access: 'hourSheets.submit' },
    {
      method: 'POST',
      path: `${item}/draft`,
      summary: 'Wieder bearbeiten',
      description: 'For a rejected sheet, or a submitted one without a decision.',
      refuses: ['wrong-state'],
      example: { version: 2 },
    },
  )
    .input(one)
    .output(fullSheet),
  remove: endpoint({ access: 'hourSheets.submit' }, { method: 'DELETE', path: item, summary: 'Entwurf löschen', refuses: ['wrong-state'] })
    .input(z.strictObject({ id }))
    .output(done),
  list: endpoint({ access: 'hourSheets.approve' }, { method: 'GET', path: '/hour-sheets', summary: 'Stundennachweise des Vereins' })
    .input(z.strictObject({ club: clubName.optional(), state: z.enum(hourSheetStateNames).optional() }))
    .output(z.array(hourSheet)),
  decide: endpoint(
    { access: 'hourSheets.approve' },
    {
      method: 'POST',
      path: `${item}/decision`,
      summary: 'Freigeben oder zurückgeben',
      description: 'Nobody can decide on their own sheet. An approved sheet can be returned until it is exported or in a payout run.',
      refuses: ['wrong-state'],
      example: { version: 2, isApproved: true, reason: '' },
    },
  )
    .input(one.extend({ isApproved: z.boolean(), reason: line(300).default('') }))
    .output(fullSheet),
  exportFile: endpoint(
    { access: 'charges.manage', fresh: true },
    {
      method: 'POST',
      path: '/hour-sheets/export',
      summary: 'Freigegebene Nachweise als CSV zur Zahlung',
      description: 'Sets the sheets to being paid. Repeating it returns the sheets that are being paid again.',
      example: {},
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.file()),
  setPaid: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/hour-sheets/paid',
      summary: 'Als bezahlt vermerken',
      refuses: ['wrong-state'],
      example: { items: [{ id: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', version: 4 }] },
    },
  )
    .input(z.strictObject({ items: z.array(one).min(1).max(200) }))
    .output(done),
  rates: endpoint({ access: 'hourSheets.approve' }, { method: 'GET', path: '/trainer-rates', summary: 'Stundensätze' })
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(trainerRate)),
  addRate: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/trainer-rates',
      summary: 'Stundensatz festlegen',
      description: 'For a person, a department or the whole club. The most specific rate that is valid on the last day of a sheet applies.',
      refuses: ['conflict'],
      example: { departmentId: null, personId: null, centsPerHour: 1250, validFrom: '2026-01-01' },
    },
  )
    .input(rateInput)
    .output(done),
  removeRate: endpoint({ access: 'charges.manage' }, { method: 'DELETE', path: '/trainer-rates/{id}', summary: 'Stundensatz löschen' })
    .input(z.strictObject({ id }))
    .output(done),
};
