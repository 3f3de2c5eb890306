import { z } from 'zod';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, line, localDate, pageOf, pageQuery, requiredLine, version } from '#shared/kernel/fields.ts';
import { memberKindNames } from '#shared/people/memberWords.ts';
import { chargeMethods } from '../chargeWords.ts';
import { payerLetters } from '../letters/contract.ts';
import { levyAudiences, levyKinds, levyMethods, levyStates } from './words.ts';

const cents = z.int();
const age = z.int().min(0).max(120).nullable().default(null);

/** The amount of a levy, and the persons it is charged to. */
const fields = z.strictObject({
  kind: z.enum(levyKinds),
  label: line(120).default('').describe('The purpose; set by the server for helper hours.'),
  cents: z.int().min(0).max(100_000_000).default(0).describe('The amount per person in cents; for helper hours determined by the rules.'),
  dueOn: localDate,
  taxSphere: z.enum(taxSpheres).default('ideal'),
  method: z.enum(levyMethods).default('auto'),
  whom: z.enum(levyAudiences),
  personIds: z.array(id).max(500).default([]),
  organisationIds: z.array(id).max(500).default([]),
  departmentId: id.nullable().default(null),
  memberKinds: z.array(z.enum(memberKindNames)).max(10).default([]),
  ageFrom: age,
  ageTo: age,
  year: z.int().min(2000).max(2199).nullable().default(null).describe('The year of the missing helper hours; required for `helper_hours`.'),
});

type Fields = z.infer<typeof fields>;

function check({ kind, label, cents: asked, whom, personIds, organisationIds, year }: Fields, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (kind === 'other' && label === '') refuse('label', 'Bitte sagen, wofür.');
  if (whom === 'people' && personIds.length === 0) refuse('personIds', 'Bitte mindestens eine Person auswählen.');
  if (whom === 'organisations' && organisationIds.length === 0) refuse('organisationIds', 'Bitte mindestens eine Organisation auswählen.');
  if (kind === 'helper_hours' && year === null) refuse('year', 'Bitte das Jahr angeben.');
  if (kind === 'other' && asked === 0) refuse('cents', 'Bitte ein Betrag über 0.');
  if (kind === 'helper_hours' && whom !== 'members') refuse('whom', 'Helferstunden werden von Mitgliedern gefordert.');
}

/** The input for a levy. */
export const levyInput = fields.superRefine(check);
export type LevyInput = z.infer<typeof levyInput>;

const levyLine = z.object({
  forId: id.describe('The id of the person or organisation.'),
  name: z.string(),
  payer: z.string(),
  label: z.string(),
  cents,
  method: z.enum(chargeMethods),
  note: z.string().describe('A hint for the board, e.g. that a charge with the same text exists.'),
});
export type LevyLine = z.infer<typeof levyLine>;

const preview = z.object({
  hash: z.string(),
  count: z.int(),
  payers: z.int(),
  totalCents: cents,
  repeated: z.int().describe('The number of people and organisations that already have a charge with the same text.'),
  letters: z.array(z.string()).describe('Payers without an email address.'),
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
  lines: z.array(levyLine).describe('At most 200; use `search` to find others.'),
});
export type LevyPreview = z.infer<typeof preview>;

const levy = z.object({
  id,
  kind: z.enum(levyKinds),
  label: z.string(),
  dueOn: z.string(),
  count: z.int(),
  excluded: z.int(),
  totalCents: cents,
  told: z.int().describe('The number of payers who got a mail.'),
  letters: z.int().describe('The number of payers without an email address who still owe something.'),
  postedOn: z.string().nullable().describe('The day on which the letters were sent; null if they were not.'),
  state: z.enum(levyStates),
  reason: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  version,
});
export type Levy = z.infer<typeof levy>;

const access = { access: 'charges.manage' } as const;
const repeatable = ['in-progress', 'key-reused'] as const;
const example = {
  kind: 'other',
  label: 'Trainingsanzug',
  cents: 4500,
  dueOn: '2027-03-01',
  whom: 'members',
  memberKinds: ['active'],
};
const excluded = z
  .array(z.strictObject({ forId: id, reason: requiredLine(200) }))
  .max(500)
  .default([]);

/** Charges entered by hand, for one person, for many at once or for organisations, and missing helper hours (/admin/money/charges). */
export const leviesContract = {
  preview: endpoint(
    { ...access, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/levies/preview',
      summary: 'Von wem was gefordert würde',
      description: 'Read-only. Fails for a day in a closed period, and for helper hours without a rule.',
      refuses: ['period-closed', 'not-ready'],
      example,
    },
  )
    .input(fields.extend({ search: line(100).default('') }).superRefine(check))
    .output(preview),
  book: endpoint(
    { ...access, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/levies',
      summary: 'Fordern',
      description:
        'Recomputes the charges. Fails with `changed-since-preview` if the result differs from the preview. Each payer gets one mail.',
      refuses: ['changed-since-preview', 'period-closed', 'not-ready', ...repeatable],
      example: { ...example, hash: 'x' },
    },
  )
    .input(fields.extend({ hash: requiredLine(100), excluded, tells: z.boolean().default(true) }).superRefine(check))
    .output(levy),
  remind: endpoint(
    { ...access, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/levies/reminders',
      summary: 'Fehlende Helferstunden per Mail ankündigen',
      description:
        'Notifies people and their payers of the missing hours and their price before anything is charged. At most one mail per day each.',
      refuses: ['changed-since-preview', 'period-closed', 'not-ready', ...repeatable],
      example: {
        kind: 'helper_hours',
        dueOn: '2027-03-01',
        whom: 'members',
        year: 2026,
        hash: 'x',
      },
    },
  )
    .input(fields.extend({ hash: requiredLine(100), excluded }).superRefine(check))
    .output(z.object({ told: z.int().describe('The number of mails.') })),
  list: endpoint(access, { method: 'GET', path: '/levies', summary: 'Was von Hand gefordert wurde, das Neueste zuerst' })
    .input(z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(20) }))
    .output(pageOf(levy)),
  letters: endpoint(
    { ...access, answerMs: 10_000 },
    { method: 'GET', path: '/levies/{id}/letters', summary: 'Bescheide über eine Forderung von Hand, die per Brief gehen' },
  )
    .input(z.strictObject({ id }))
    .output(payerLetters),
  postLetters: endpoint(access, {
    method: 'PUT',
    path: '/levies/{id}/letters',
    summary: 'Vermerken, dass die Briefe verschickt sind',
    description: 'Sets or clears today as the day on which the letters were sent.',
    refuses: ['wrong-state'],
    example: { isPosted: true, version: 1 },
  })
    .input(z.strictObject({ id, isPosted: z.boolean(), version }))
    .output(levy),
  undo: endpoint(access, {
    method: 'POST',
    path: '/levies/{id}/undoing',
    summary: 'Alle Forderungen davon stornieren',
    description: 'Possible only while nothing of it is paid, waived or in collection. Notifications are not revoked.',
    refuses: ['wrong-state', 'period-closed', ...repeatable],
    example: { reason: 'Irrtum', version: 1 },
  })
    .input(z.strictObject({ id, reason: requiredLine(200), version }))
    .output(levy),
};
