import { z } from 'zod';
import { id, localDate, localTime } from '#shared/kernel/fields.ts';

/** The resolutions of an occupied date when a plan is published. */
const dateActions = ['skip', 'displace', 'other'] as const;

const otherPlace = { facilityId: id, unitIds: z.array(id).min(1).max(24), startTime: localTime };

/** The manager's resolution of an occupied date of a place in the plan. */
export const dateChoice = z
  .strictObject({
    grantId: id,
    date: localDate,
    action: z.enum(dateActions),
    place: z.strictObject(otherPlace).optional().describe('Only for another time or hall on this day.'),
  })
  .refine(({ action, place }) => (action === 'other') === (place !== undefined), { path: ['place'], message: 'Bitte eine Zeit wählen.' });
export type DateChoice = z.output<typeof dateChoice>;

/** The same as stored with the place; dates without a resolution are skipped. */
export type StoredChoice =
  | { date: string; action: 'displace' }
  | { date: string; action: 'other'; place: NonNullable<DateChoice['place']> };

const conflict = z.object({
  grantId: id,
  date: z.string(),
  words: z.string(),
  holder: z.string().describe('The holder of the time.'),
  mayDisplace: z.boolean().describe('Whether the booking can be displaced: a single one of lower priority.'),
  others: z.array(z.object({ ...otherPlace, words: z.string() })).describe('Free alternatives on this day.'),
  action: z.enum(dateActions),
  place: z.object(otherPlace).optional(),
});
export type PublicationConflict = z.infer<typeof conflict>;

/** The result of a dry run of the publication. */
export const dryRun = z.object({
  halls: z.array(z.object({ facilityId: id, name: z.string(), series: z.int(), dates: z.int() })),
  skipped: z.array(z.object({ words: z.string(), date: z.string(), reason: z.string() })),
  conflicts: z.array(conflict).describe('Occupied dates, with the choice for each.'),
  ending: z.array(z.string()),
  undecided: z.array(z.string()).describe('The number of copied wishes that are neither confirmed nor withdrawn.'),
  seen: z.string().describe('Identifies the shown preview; required for publishing.'),
});
export type SeasonDryRun = z.infer<typeof dryRun>;
