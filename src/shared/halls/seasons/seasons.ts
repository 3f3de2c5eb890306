import { z } from 'zod';
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
    onlyClass: z.int().min(1).max(5).nullable().default(null).describe('The lowest priority class that is let in; null for all.'),
  })
  .refine(({ opens, closes }) => closes > opens, { path: ['closes'], message: 'Das Ende muss nach dem Beginn liegen.' });
export type SeasonWindow = z.output<typeof window>;

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
    .array(z.strictObject({ facilityId: id, windows: z.array(window).max(60) }))
    .max(60)
    .default([])
    .describe('Which halls are given, and when. Without windows those of the opening hours.'),
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
};

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
  instruction: z.string().describe('What stands below each allotment on paper.'),
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
      held: z.array(heldHour).describe('Who has it in the present plan, while the season is being decided.'),
    }),
  ),
  isManaged: z.boolean().describe('Whether the viewer plans it.'),
  isAccepting: z.boolean().describe('Whether wishes are taken now.'),
  published: z.object({ done: z.int(), of: z.int() }),
  isHeld: z.boolean().describe('The publication rests.'),
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
  wishesUntil: instant.optional().describe('When wishes are opened again.'),
  objectionsUntil: instant.optional().describe('For the consultation: at least seven days ahead.'),
  name: line(80).default('').describe('For publishing: the name of the season, typed.'),
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
      description: 'How far each mail came, and whether its link was opened.',
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
      description: 'From the planning on it is frozen. While wishes are taken no hall may stand in another open round (409 not-ready).',
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
      description: 'In every phase.',
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
      description: 'What is missing is named (409 not-ready).',
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
      description: 'The hall that is in work is finished; the others wait.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { isHeld: true },
    },
  )
    .input(z.strictObject({ id, isHeld: z.boolean() }))
    .output(seasonView),
};
