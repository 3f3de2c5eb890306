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

/** The amount of a levy, and the people it is charged to. */
const fields = z.strictObject({
  kind: z.enum(levyKinds),
  label: line(120).default('').describe('What it is for; of helper hours the server writes it.'),
  cents: z.int().min(0).max(100_000_000).default(0).describe('Of each person; helper hours cost what their rules say.'),
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
  year: z.int().min(2000).max(2199).nullable().default(null).describe('Whose helper hours are missing.'),
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

/** What the form and the server check. */
export const levyInput = fields.superRefine(check);
export type LevyInput = z.infer<typeof levyInput>;

const levyLine = z.object({
  forId: id.describe('The person for whom it is, or the organisation.'),
  name: z.string(),
  payer: z.string(),
  label: z.string(),
  cents,
  method: z.enum(chargeMethods),
  note: z.string().describe('What the board should know before, e.g. that the same was asked for already.'),
});
export type LevyLine = z.infer<typeof levyLine>;

const preview = z.object({
  hash: z.string(),
  count: z.int(),
  payers: z.int(),
  totalCents: cents,
  repeated: z.int().describe('People and organisations that have a charge with the same text.'),
  letters: z.array(z.string()).describe('Payers without an address for mail.'),
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
  lines: z.array(levyLine).describe('At most 200; `search` finds the others.'),
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
  told: z.int().describe('Payers who got a mail.'),
  letters: z.int().describe('Payers without an address of e-mail of whose charges something is left.'),
  postedOn: z.string().nullable().describe('When the letters to them went out.'),
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

/** Charges by hand, for one person, for many at once or for organisations, and missing helper hours (/admin/money/charges). */
export const leviesContract = {
  preview: endpoint(
    { ...access, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/levies/preview',
      summary: 'Von wem was gefordert würde',
      description: 'Computes only. A day that lies in a closed period is refused, and helper hours without a rule for them.',
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
      description: 'Computes anew; refused where the result is not the one that was shown. One mail for each payer.',
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
        'Tells the people and those who pay for them how many hours are missing and what they would cost, before anything is asked for. Each at most once a day.',
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
    .output(z.object({ told: z.int().describe('Mails.') })),
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
    description: 'With today; or that they are not, after all.',
    refuses: ['wrong-state'],
    example: { isPosted: true, version: 1 },
  })
    .input(z.strictObject({ id, isPosted: z.boolean(), version }))
    .output(levy),
  undo: endpoint(access, {
    method: 'POST',
    path: '/levies/{id}/undoing',
    summary: 'Alle Forderungen davon stornieren',
    description: 'Only while nothing of it is paid, waived or in collection. Who was told is told.',
    refuses: ['wrong-state', 'period-closed', ...repeatable],
    example: { reason: 'Irrtum', version: 1 },
  })
    .input(z.strictObject({ id, reason: requiredLine(200), version }))
    .output(levy),
};
