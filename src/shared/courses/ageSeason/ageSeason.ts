import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, exportFormat } from '#shared/kernel/fields.ts';

/** The decisions about a person whose age no longer matches the group. */
export const ageDecisions = ['kept', 'moved', 'ended'] as const;
export type AgeDecision = (typeof ageDecisions)[number];

/** The German names of the decisions, as the end of a sentence about the person. */
export const ageDecisionNames: { readonly [decision in AgeDecision]: string } = {
  kept: 'bleibt mit Ausnahme',
  moved: 'wechselt',
  ended: 'endet',
};

/** A group that the person could move to. */
const ageChoice = z.object({
  courseId: id,
  title: z.string(),
  free: z.int().nullable().describe('The number of free seats; null without a limit.'),
});

/** A person whose age does not match their permanent group. */
const ageRow = z.object({
  id: id.describe('The id of the enrolment.'),
  personId: id,
  firstname: z.string(),
  lastname: z.string(),
  birthYear: z.int(),
  courseId: id,
  courseTitle: z.string(),
  reason: z.enum(['too_old', 'too_young']),
  words: z.string(),
  choices: z.array(ageChoice).describe('Suitable groups of the department, those with free seats first.'),
  toldAt: z.iso.datetime().nullable().describe('The time at which the family was asked; null if it was not.'),
  decision: z
    .object({ kind: z.enum(ageDecisions), reason: z.string(), words: z.string(), by: z.string(), at: z.iso.datetime() })
    .nullable()
    .describe('The decision for this season; null if there is none.'),
});
export type AgeRow = z.infer<typeof ageRow>;

const ageList = z.object({
  season: z.int(),
  seasonWords: z.string(),
  day: z.string().describe('The reference day for ages.'),
  isAhead: z.boolean().describe('Whether the season has not started yet.'),
  lastDay: z.string().describe('The proposed last day for people who do not stay.'),
  rows: z.array(ageRow),
});
export type AgeList = z.infer<typeof ageList>;

/** The maximum number of persons moved in one request. */
export const ageBatchAtMost = 50;

/** A decision by staff: an exception requires a reason, a move requires the new group. */
export const ageDecisionInput = z
  .strictObject({
    decision: z.enum(ageDecisions),
    reason: line(300).default(''),
    courseId: id.optional(),
    day: localDate.optional().describe('moved: the first day in the new group; ended: the last day.'),
  })
  .refine(({ decision, reason }) => decision !== 'kept' || reason.length > 0, {
    path: ['reason'],
    message: 'Bitte sagen Sie, warum die Ausnahme gilt.',
  })
  .refine(({ decision, courseId }) => decision !== 'moved' || courseId !== undefined, {
    path: ['courseId'],
    message: 'Bitte wählen Sie eine Gruppe.',
  })
  .refine(({ decision, day }) => decision === 'kept' || day !== undefined, { path: ['day'], message: 'Bitte einen Tag angeben.' });

const one = { id };
const of = { club: clubName.optional() };
const refuses = ['wrong-state', 'already-registered', 'waiting-list-full'] as const;

/** Persons whose age no longer or not yet matches their permanent group, and the decisions about them. */
export const ageSeasonContract = {
  list: endpoint(
    { access: 'participants.update' },
    {
      method: 'GET',
      path: '/age-season',
      summary: 'Wen seine Gruppe dem Alter nach nicht mehr passt',
      description: 'The list of the next season from 60 days before it starts, otherwise of the current one. Ages count on `day`.',
    },
  )
    .input(z.strictObject(of))
    .output(ageList),
  decide: endpoint(
    { access: 'participants.update' },
    {
      method: 'POST',
      path: '/age-season/{id}/decision',
      summary: 'Entscheiden: bleibt, wechselt oder endet',
      description:
        'kept: requires a reason and applies to this season; moved: from `day`, on the waiting list if the group is full; ended: on `day`. The family is notified.',
      refuses,
      example: { decision: 'kept', reason: 'Hilft bei den Jüngeren mit' },
    },
  )
    .input(ageDecisionInput.safeExtend(one))
    .output(done),
  accept: endpoint(
    { access: 'participants.update' },
    {
      method: 'POST',
      path: '/age-season/proposals',
      summary: 'Für mehrere den Vorschlag übernehmen',
      description:
        'Moves each person to the first suitable group on the given day. Persons without one are listed in `failed` with the reason.',
      refuses,
      example: { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], day: '2027-08-01' },
    },
  )
    .input(z.strictObject({ ...of, ids: z.array(id).min(1).max(ageBatchAtMost), day: localDate }))
    .output(z.object({ moved: z.int(), failed: z.array(z.object({ id, name: z.string(), why: z.string() })) })),
  reopen: endpoint(
    { access: 'participants.update' },
    { method: 'POST', path: '/age-season/{id}/reopen', summary: 'Eine Ausnahme zurücknehmen', refuses: ['wrong-state'] },
  )
    .input(z.strictObject(one))
    .output(done),
  export: endpoint(
    { access: 'participants.export', fresh: true },
    { method: 'GET', path: '/age-season/export', summary: 'Die Liste des Saisonwechsels als CSV oder XLSX' },
  )
    .input(z.strictObject({ ...of, format: exportFormat.default('csv') }))
    .output(z.file()),
};
