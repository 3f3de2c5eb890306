import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, line, localTime, requiredLine, version, exportLook } from '#shared/kernel/fields.ts';
import { ageGroups } from '../bookingStates.ts';
import { refusalCodes } from './explain.ts';
import { figures, figureSorts } from './figures.ts';
import { alternative, place } from './objections.ts';
import { objectionEndpoints } from './objectionEndpoints.ts';
import { dateChoice, dryRun } from './publication.ts';

/** The origins of a plan. */
export const planMakers = ['hand', 'draft', 'search', 'copy'] as const;

/** How an automatic proposal was found: the upper bound of its points, the hash of its input, and the duration in ms. */
export type PlanSearch = { bound: number; hash: string; ms: number };

const grant = z.object({
  id,
  wishId: id,
  organisationId: id,
  organisation: z.string(),
  groupName: z.string().nullable().describe('Only for the own organisation; the manager gets all.'),
  sport: z.string(),
  ageGroup: z.enum(ageGroups),
  ...place,
  isLocked: z.boolean(),
  isKept: z.boolean().describe('Whether it is the place that the group has had so far.'),
  reason: z.string(),
  points: z.int(),
  version,
});
export type Grant = z.infer<typeof grant>;

const refusal = z.object({
  wishId: id,
  organisationId: id,
  organisation: z.string(),
  groupName: z.string(),
  orderNo: z.int(),
  missing: z.int(),
  options: z.array(z.object({ option: z.int(), words: z.string(), code: z.enum(refusalCodes), sentences: z.array(z.string()) })),
  alternatives: z
    .array(alternative.extend({ at: z.int().describe('Its number among the free times that the refusal named.') }))
    .describe('What is still free of it.'),
});
export type Refusal = z.infer<typeof refusal>;

/** A plan as visible to the user. */
export const planView = z.object({
  id: id.nullable(),
  isWorking: z.boolean(),
  points: z.int(),
  improvements: z.int().describe('The number of refused wishes whose fulfilment would increase the published points.'),
  grants: z.array(grant),
  refusals: z.array(refusal).describe('Only for the own organisation; the manager gets all.'),
  figures: z.array(figures).describe('Minutes per week, counted per part of a hall.'),
  versions: z.array(
    z.object({
      id,
      number: z.int(),
      name: z.string(),
      madeBy: z.enum(planMakers),
      points: z.int(),
      grants: z.int(),
      reachedPercent: z.int().nullable().describe('The points in percent of an upper bound that no plan exceeds; null if unknown.'),
    }),
  ),
});
export type SeasonPlan = z.infer<typeof planView>;

const placeChoice = z.object({
  ...place,
  words: z.string(),
  points: z.int(),
  option: z.int().nullable(),
  obstacles: z.array(z.string()),
  isLocked: z.boolean().describe('Whether a locked time is in the way.'),
});
export type PlaceChoice = z.infer<typeof placeChoice>;

const lockReason = { isLocked: z.boolean().default(false), reason: line(300).default('') };

/** Changes of the working plan in one transaction: places that are removed, and places that are assigned. */
export const arrangement = z.strictObject({
  takes: z.array(z.strictObject({ id, version })).max(2000).default([]),
  gives: z
    .array(
      z
        .strictObject({
          wishId: id,
          facilityId: id,
          unitIds: place.unitIds,
          weekday: place.weekday,
          startTime: localTime,
          week: place.week,
          ...lockReason,
        })
        .refine(({ isLocked, reason }) => !isLocked || reason !== '', { path: ['reason'], message: 'Bitte einen Grund nennen.' }),
    )
    .max(2000)
    .default([]),
});

const one = z.strictObject({ id });
const grantId = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b13';
const examplePlace = { facilityId: grantId, unitIds: [grantId], weekday: 2, startTime: '17:00', week: 'every' };

/** The plan of a season: edited by hand and by the rules, announced with explanations, published as bookings. */
export const seasonPlansContract = {
  read: endpoint(
    { access: 'seasons.read', answerMs: 20_000 },
    {
      method: 'GET',
      path: '/seasons/{id}/plan',
      summary: 'Plan einer Saison',
      description: 'The manager gets the working plan; all others the sent plan, with the reasons of their own refusals.',
    },
  )
    .input(one)
    .output(planView),
  exportFigures: endpoint(
    { access: 'seasons.read', answerMs: 20_000 },
    {
      method: 'GET',
      path: '/seasons/{id}/plan/figures',
      summary: 'Wer wie viel bekommt, als CSV oder XLSX',
      description: 'The figures of the plan as the caller may see it.',
    },
  )
    .input(
      z.strictObject({ id, sort: z.enum(figureSorts).default('organisation'), descending: z.stringbool().default(false), ...exportLook }),
    )
    .output(z.file()),
  places: endpoint(
    { access: 'seasons.plan', answerMs: 20_000 },
    { method: 'GET', path: '/seasons/{id}/wishes/{wishId}/places', summary: 'Wo ein Wunsch stehen könnte' },
  )
    .input(z.strictObject({ id, wishId: id }))
    .output(z.array(placeChoice)),
  propose: endpoint(
    { access: 'seasons.plan', answerMs: 60_000 },
    {
      method: 'POST',
      path: '/seasons/{id}/proposals',
      summary: 'Vorschlag berechnen',
      description: 'Creates a separate version beside the working plan and keeps its locked times. Equal wishes give an equal plan.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(one)
    .output(planView),
  callOff: endpoint(
    { access: 'seasons.plan' },
    {
      method: 'POST',
      path: '/seasons/{id}/proposals/end',
      summary: 'Laufende Berechnung abbrechen',
      description: 'The waiting request returns the plan unchanged. Does nothing if no computation is running.',
    },
  )
    .input(one)
    .output(done),
  adopt: endpoint(
    { access: 'seasons.plan', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/seasons/{id}/plans/{planId}/adoption',
      summary: 'Fassung übernehmen',
      description: 'Replaces the working plan by this version.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(z.strictObject({ id, planId: id }))
    .output(planView),
  keep: endpoint(
    { access: 'seasons.plan', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/seasons/{id}/versions',
      summary: 'Fassung sichern',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { name: 'Nach der Sitzung' },
    },
  )
    .input(z.strictObject({ id, name: requiredLine(80) }))
    .output(planView),
  improve: endpoint(
    { access: 'seasons.plan', answerMs: 60_000 },
    {
      method: 'POST',
      path: '/seasons/{id}/improvements',
      summary: 'Verbesserungen übernehmen',
      description: 'Applies every exchange that increases the published points; locked times are kept.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(one)
    .output(planView),
  arrange: endpoint(
    { access: 'seasons.plan', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/seasons/{id}/arrangements',
      summary: 'Zeiten geben, verlegen und zurücknehmen',
      description: 'All or nothing. Removed times make room for granted ones. Fails with 409 if a place is occupied.',
      refuses: ['occupied', 'wrong-state', 'in-progress', 'key-reused'],
      example: { takes: [], gives: [{ wishId: grantId, ...examplePlace }] },
    },
  )
    .input(z.strictObject({ ...arrangement.shape, id }))
    .output(planView),
  version: endpoint(
    { access: 'seasons.plan', answerMs: 20_000 },
    { method: 'GET', path: '/seasons/{id}/plans/{planId}', summary: 'Zeiten einer Fassung' },
  )
    .input(z.strictObject({ id, planId: id }))
    .output(z.array(grant)),
  lock: endpoint(
    { access: 'seasons.plan', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/grants/{id}/lock',
      summary: 'Zeit festlegen oder lösen',
      description: 'A lock requires a reason, which is shown with the refusals that it causes.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { version: 1, isLocked: true, reason: 'Vertrag mit dem Schulamt' },
    },
  )
    .input(
      z
        .strictObject({ id, version, isLocked: z.boolean(), reason: line(300).default('') })
        .refine(({ isLocked, reason }) => !isLocked || reason !== '', { path: ['reason'], message: 'Bitte einen Grund nennen.' }),
    )
    .output(planView),
  dryRun: endpoint(
    { access: 'seasons.plan', answerMs: 60_000 },
    {
      method: 'GET',
      path: '/seasons/{id}/publication',
      summary: 'Veröffentlichung durchspielen',
      description: 'Read-only: the series to be created, the omitted dates, the series that end.',
      refuses: ['wrong-state'],
    },
  )
    .input(one)
    .output(dryRun),
  choose: endpoint(
    { access: 'seasons.plan', answerMs: 60_000 },
    {
      method: 'POST',
      path: '/seasons/{id}/publication/choices',
      summary: 'Festlegen, was mit belegten Terminen geschieht',
      description:
        'For dates of the plan that are occupied: omit the date, use another time or hall on that day, or cancel the single booking.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { choices: [{ grantId, date: '2027-11-02', action: 'displace' }] },
    },
  )
    .input(z.strictObject({ id, choices: z.array(dateChoice).min(1).max(500) }))
    .output(dryRun),
  ...objectionEndpoints,
};
