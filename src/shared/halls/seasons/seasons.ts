import { z } from 'zod';
import { localOf } from '#shared/kernel/calendar.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, instant, line, localDate, localTime, paragraphs, requiredLine, version } from '#shared/kernel/fields.ts';
import { holderNotice } from '../notices/holderNotices.ts';
import { holidayModes } from '../holidays.ts';
import { defaultSeasonRules, seasonRules } from './seasonRules.ts';
import { seasonStates } from './seasonStates.ts';

const window = z
  .strictObject({
    weekday: z.int().min(1).max(7),
    opens: localTime,
    closes: localTime,
    onlyClass: z.int().min(1).max(5).nullable().default(null).describe('The lowest admitted priority class; null for all.'),
  })
  .refine(({ opens, closes }) => closes > opens, { path: ['closes'], message: 'Das Ende muss nach dem Beginn liegen.' });
export type SeasonWindow = z.output<typeof window>;

/** Refuses overlapping windows of one day: an hour would count twice, and its group would be ambiguous. */
const apart = (windows: readonly SeasonWindow[], context: z.RefinementCtx): void => {
  for (const [at, one] of windows.entries()) {
    const other = windows
      .slice(0, at)
      .find(({ weekday, opens, closes }) => weekday === one.weekday && opens < one.closes && one.opens < closes);
    if (!other) continue;
    const message = `Überschneidet sich mit ${other.opens}–${other.closes} Uhr.`;
    context.addIssue({ code: 'custom', path: [at, 'weekday'], message });
  }
};

const fields = {
  name: requiredLine(80),
  startsOn: localDate,
  endsOn: localDate,
  wishesFrom: instant,
  wishesUntil: instant,
  criteria: paragraphs(8000).default(''),
  rules: seasonRules.default(defaultSeasonRules),
  holidayMode: z.enum(holidayModes).default('skip_both'),
  facilities: z
    .array(z.strictObject({ facilityId: id, windows: z.array(window).max(60).superRefine(apart) }))
    .max(60)
    .default([])
    .describe('The halls to allocate, with their windows; by default the opening hours.'),
};
const input = z.strictObject(fields);
const inOrder = (
  values: Pick<z.output<typeof input>, 'startsOn' | 'endsOn' | 'wishesFrom' | 'wishesUntil'>,
  context: z.RefinementCtx,
): void => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (values.endsOn < values.startsOn) refuse('endsOn', 'Der letzte Tag darf nicht vor dem ersten liegen.');
  else if (Date.parse(values.endsOn) - Date.parse(values.startsOn) > 400 * 86_400_000) refuse('endsOn', 'Höchstens 400 Tage.');
  if (Date.parse(values.wishesUntil) <= Date.parse(values.wishesFrom)) refuse('wishesUntil', 'Das Ende muss nach dem Beginn liegen.');
  else if (!isBeforeSeason(values.wishesUntil, values.startsOn)) refuse('wishesUntil', wishesTooLate);
};

/** The refusal of wishes that would still be accepted in the running season. */
export const wishesTooLate = 'Die Wünsche müssen vor dem ersten Tag der Saison enden.';

/** Whether the wishes end before the first day of their season. */
export function isBeforeSeason(wishesUntil: string | Date, startsOn: string): boolean {
  return localOf(new Date(wishesUntil)).date < startsOn;
}

/** A season, as entered by the manager of the halls. */
export const seasonInput = input.superRefine(inOrder);
export type SeasonInput = z.output<typeof seasonInput>;

/** A weekly hour of the current plan; of other organisations only the holder. */
const heldHour = z.object({ weekday: z.int(), startTime: z.string(), endTime: z.string(), unitIds: z.array(id), holder: z.string() });
export type HeldHour = z.infer<typeof heldHour>;

/** A season as visible to the user. */
export const seasonView = z.object({
  id,
  managerClub: clubName,
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  wishesFrom: z.string(),
  wishesUntil: z.string(),
  objectionsUntil: z.string().nullable(),
  phase: z.enum(seasonStates),
  criteria: z.string(),
  instruction: z.string().describe('The note below each printed allotment.'),
  rules: seasonRules,
  holidayMode: z.enum(holidayModes),
  stepMinutes: z.int(),
  facilities: z.array(
    z.object({
      facilityId: id,
      name: z.string(),
      units: z.array(z.object({ id, label: z.string() })),
      bufferMinutes: z.int(),
      windows: z.array(window),
      held: z.array(heldHour).describe('The present holders, while the season is being decided.'),
    }),
  ),
  isManaged: z.boolean().describe('Whether the viewer plans the season.'),
  isAccepting: z.boolean().describe('Whether wishes are accepted now.'),
  published: z.object({ done: z.int(), of: z.int() }),
  isHeld: z.boolean().describe('Whether the publication is paused.'),
  version,
});
export type Season = z.infer<typeof seasonView>;

/**
 * The instruction on legal remedies printed below each allocation; written by the manager, since it may be an
 * administrative act or a contract.
 */
export const seasonInstruction = z.strictObject({ id, version, instruction: paragraphs(4000) });

/** The transition of a season to its next phase. */
export const seasonStep = z.strictObject({
  id,
  version,
  to: z.enum(seasonStates),
  reason: line(500).default(''),
  wishesUntil: instant.optional().describe('Only for reopening the wishes.'),
  objectionsUntil: instant.optional().describe('For the consultation: the last day for objections, at least seven days ahead.'),
  name: line(80).default('').describe('For publishing: the name of the season, as a confirmation.'),
  seen: line(64).default('').describe('For publishing: `seen` of the dry run; fails if the result has changed.'),
});

const example = {
  name: 'Winter 2027/28',
  startsOn: '2027-10-01',
  endsOn: '2028-03-31',
  wishesFrom: '2027-05-01T06:00:00Z',
  wishesUntil: '2027-06-30T21:59:00Z',
  criteria: 'Schulen vor Jugend vor Erwachsenen.',
  facilities: [],
};

/** Hall seasons (/admin/seasons): planned by the managers of the halls, visible to the clubs. */
export const seasonsContract = {
  list: endpoint({ access: 'seasons.read' }, { method: 'GET', path: '/seasons', summary: 'Saisons der Hallenvergabe' }).output(
    z.array(seasonView),
  ),
  read: endpoint({ access: 'seasons.read' }, { method: 'GET', path: '/seasons/{id}', summary: 'Eine Saison' })
    .input(z.strictObject({ id }))
    .output(seasonView),
  notices: endpoint(
    { access: 'seasons.plan' },
    {
      method: 'GET',
      path: '/seasons/{id}/notices',
      summary: 'Wer zu einer Saison benachrichtigt wurde',
      description: 'The delivery state of each mail, and whether its link was opened.',
    },
  )
    .input(z.strictObject({ id }))
    .output(z.array(holderNotice)),
  create: endpoint(
    { access: 'seasons.plan' },
    { method: 'POST', path: '/seasons', summary: 'Saison anlegen', refuses: ['in-progress', 'key-reused'], example },
  )
    .input(seasonInput)
    .output(seasonView),
  update: endpoint(
    { access: 'seasons.plan' },
    {
      method: 'PUT',
      path: '/seasons/{id}',
      summary: 'Saison ändern',
      description:
        'From the planning phase on the season is frozen. While wishes are accepted, no hall may be part of another open season (409 not-ready).',
      refuses: ['wrong-state', 'not-ready'],
      example: { ...example, version: 1 },
    },
  )
    .input(input.extend({ id, version }).superRefine(inOrder))
    .output(seasonView),
  instruct: endpoint(
    { access: 'seasons.plan' },
    {
      method: 'PUT',
      path: '/seasons/{id}/instruction',
      summary: 'Text unter den Zuteilungen ändern',
      description: 'Possible in every phase.',
      example: { version: 1, instruction: 'Gegen diese Zuteilung kann binnen eines Monats Widerspruch erhoben werden.' },
    },
  )
    .input(seasonInstruction)
    .output(seasonView),
  advance: endpoint(
    { access: 'seasons.plan', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/seasons/{id}/phase',
      summary: 'In die nächste Phase gehen',
      description: 'Fails with 409 (not-ready) and the missing data.',
      refuses: ['wrong-state', 'not-ready', 'in-progress', 'key-reused'],
      example: { to: 'open', version: 1 },
    },
  )
    .input(seasonStep)
    .output(seasonView),
  hold: endpoint(
    { access: 'seasons.plan' },
    {
      method: 'POST',
      path: '/seasons/{id}/publication/hold',
      summary: 'Veröffentlichung anhalten oder fortsetzen',
      description: 'The hall in progress is completed; the others wait.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { isHeld: true },
    },
  )
    .input(z.strictObject({ id, isHeld: z.boolean() }))
    .output(seasonView),
};
