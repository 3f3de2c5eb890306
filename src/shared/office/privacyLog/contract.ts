import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, localTime, paragraphs, version } from '#shared/kernel/fields.ts';
import { askedRights, caseKinds, caseOutcomes, caseStates, caseStepKinds, caseWays, outcomesWithReason } from './words.ts';

const fields = {
  kind: z.enum(caseKinds),
  asked: z.enum(askedRights).nullable().describe('The right that is exercised; null for breaches.'),
  cameBy: z.enum(caseWays),
  knownOn: localDate.describe('The day on which the club became aware; the deadline starts then.'),
  knownTime: localTime.describe('Only used for breaches; the deadline of a request counts in whole days.'),
  personId: id.nullable().describe('The requester; null for breaches and for requesters unknown to the club.'),
  concerns: line(300).describe('The data subjects, as far as they are not persons known to the club.'),
  text: paragraphs(4000).min(1),
};

/** A data breach or a request of a data subject, validated by form and server. */
export const caseInput = z.strictObject(fields).superRefine(checkCase);

function checkCase({ kind, asked, personId, concerns }: z.output<z.ZodObject<typeof fields>>, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (kind === 'request' && asked === null) refuse('asked', 'Bitte wählen.');
  if (concerns !== '') return;
  if (kind === 'breach') refuse('concerns', 'Bitte angeben, wen es betrifft.');
  else if (personId === null) refuse('concerns', 'Bitte oben die Person wählen oder hier sagen, wer fragt.');
}

/** A measure taken on a case, as a log entry. */
export const caseStepInput = z.strictObject({ text: paragraphs(2000).min(1) });

/** The extension of a request beyond one month. */
export const extensionInput = z.strictObject({
  reason: paragraphs(1000).min(1),
  toldOn: localDate.describe('The day on which the requester was notified; within the first month (GDPR Art. 12(3)).'),
});

/** The closing of a case. */
export const closingInput = z
  .strictObject({
    outcome: z.enum(caseOutcomes, 'Bitte wählen.').describe('Must be valid for the kind of the case.'),
    outcomeOn: localDate.describe('The day of the report, answer or decision.'),
    outcomeText: paragraphs(1000),
  })
  .refine(({ outcome, outcomeText }) => outcomeText !== '' || !outcomesWithReason.includes(outcome), {
    path: ['outcomeText'],
    message: 'Bitte den Grund angeben.',
  });

const privacyCase = z.object({
  id,
  club: clubName,
  kind: z.enum(caseKinds),
  asked: z.enum(askedRights).nullable(),
  cameBy: z.enum(caseWays),
  knownAt: z.iso.datetime(),
  personId: id.nullable(),
  person: z.string().nullable().describe('The name of the person; null if there is none or they were erased.'),
  concerns: z.string(),
  text: z.string(),
  dueAt: z.iso.datetime().describe('The deadline.'),
  extension: z.object({ reason: z.string(), toldOn: z.iso.date() }).nullable(),
  state: z.enum(caseStates),
  outcome: z.enum(caseOutcomes).nullable(),
  outcomeOn: z.iso.date().nullable(),
  outcomeText: z.string(),
  closedAt: z.iso.datetime().nullable(),
  version,
});
export type PrivacyCase = z.infer<typeof privacyCase>;

const caseStep = z.object({ id, at: z.iso.datetime(), by: z.string(), kind: z.enum(caseStepKinds), text: z.string() });

const wholeCase = privacyCase.extend({ steps: z.array(caseStep).describe('In chronological order, at most 500.') });
export type WholeCase = z.infer<typeof wholeCase>;

const privacyLog = z.object({
  open: z.array(privacyCase).describe('Sorted by deadline, earliest first; at most 200.'),
  closed: z.array(privacyCase).describe('Latest first, at most 200.'),
  settled: z
    .array(z.object({ id: z.int(), at: z.iso.datetime(), by: z.string(), what: z.string() }))
    .describe('Exports and erasures in the application during the last twelve months, latest first; at most 50.'),
});
export type PrivacyLog = z.infer<typeof privacyLog>;

const club = clubName.optional();
const repeatable = ['in-progress', 'key-reused'] as const;
const access = { access: 'privacyLog.manage' } as const;
const one = '/privacy/cases/{id}';
const example = {
  kind: 'request',
  asked: 'access',
  cameBy: 'letter',
  knownOn: '2026-11-20',
  knownTime: '00:00',
  personId: null,
  concerns: 'Paula Muster, Musterweg 1',
  text: 'Möchte wissen, was über sie gespeichert ist.',
};

/** The log of data breaches and requests (/admin/privacy; GDPR Art. 12, 33). */
export const privacyLogContract = {
  list: endpoint(access, { method: 'GET', path: '/privacy/cases', summary: 'Vorfälle und Anfragen zum Datenschutz' })
    .input(z.strictObject({ club }))
    .output(privacyLog),
  read: endpoint(access, { method: 'GET', path: one, summary: 'Ein Vorfall oder eine Anfrage' })
    .input(z.strictObject({ id }))
    .output(wholeCase),
  create: endpoint(access, {
    method: 'POST',
    path: '/privacy/cases',
    summary: 'Vorfall oder Anfrage eintragen',
    refuses: repeatable,
    example,
  })
    .input(caseInput.safeExtend({ club }))
    .output(wholeCase),
  update: endpoint(access, {
    method: 'PUT',
    path: one,
    summary: 'Vorfall oder Anfrage berichtigen',
    description: 'Only for open cases. Changes are recorded as a step.',
    refuses: ['wrong-state'],
    example: { ...example, version: 1 },
  })
    .input(caseInput.safeExtend({ id, version }))
    .output(wholeCase),
  addStep: endpoint(access, {
    method: 'POST',
    path: `${one}/steps`,
    summary: 'Schritt eintragen',
    description: 'Steps can be added to open and closed cases, and cannot be changed or deleted.',
    refuses: repeatable,
    example: { text: 'Passwörter geändert, Sitzungen beendet.' },
  })
    .input(caseStepInput.extend({ id }))
    .output(wholeCase),
  extend: endpoint(access, {
    method: 'POST',
    path: `${one}/extension`,
    summary: 'Frist einer Anfrage um zwei Monate verlängern',
    description: 'Once per request, while it is open.',
    refuses: ['wrong-state', ...repeatable],
    example: { reason: 'Unterlagen aus 20 Jahren sind zu sichten.', toldOn: '2026-11-22', version: 1 },
  })
    .input(extensionInput.extend({ id, version }))
    .output(wholeCase),
  close: endpoint(access, {
    method: 'POST',
    path: `${one}/closing`,
    summary: 'Vorfall oder Anfrage abschließen',
    refuses: ['wrong-state', ...repeatable],
    example: { outcome: 'fulfilled', outcomeOn: '2026-11-22', outcomeText: '', version: 1 },
  })
    .input(closingInput.safeExtend({ id, version }))
    .output(wholeCase),
  reopen: endpoint(access, {
    method: 'POST',
    path: `${one}/reopening`,
    summary: 'Abgeschlossenes wieder öffnen',
    refuses: ['wrong-state', ...repeatable],
    example: { version: 2 },
  })
    .input(z.strictObject({ id, version }))
    .output(wholeCase),
};
