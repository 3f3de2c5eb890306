import { z } from 'zod';
import { id, localTime, paragraphs, requiredLine } from '#shared/kernel/fields.ts';
import { grantWeeks } from './placing.ts';
import { objectionAnswers, objectionStates } from './seasonStates.ts';

/** Where and when a wish stands in a plan. */
export const place = {
  facilityId: id,
  unitIds: z.array(id).min(1).max(24),
  weekday: z.int().min(1).max(7),
  startTime: localTime,
  endTime: localTime,
  week: z.enum(grantWeeks),
};

/** A free time that a refusal names. */
export const alternative = z.object({ ...place, words: z.string() });
/** A time that an organisation would take instead of what it asked for. */
export type ObjectionPlace = z.infer<typeof alternative>;

/** What was said against a result. */
export const objectionView = z.object({
  id,
  organisationId: id,
  organisation: z.string(),
  wishId: id.nullable(),
  groupName: z.string(),
  text: z.string(),
  place: alternative.nullable().describe('A free time that it would take.'),
  state: z.enum(objectionStates),
  answer: z.string(),
  createdAt: z.iso.datetime(),
});
export type Objection = z.infer<typeof objectionView>;

/** What an organisation says against its result. */
export const objectionInput = z.strictObject({
  wishId: id.nullable().default(null),
  alternative: z.int().min(0).max(2).nullable().default(null).describe('Which of the free times of its refusal it would take.'),
  text: paragraphs(2000).min(10, 'Bitte etwas ausführlicher.'),
});

/** The answer of the manager to an objection. */
export const objectionAnswer = z.strictObject({ state: z.enum(objectionAnswers), answer: requiredLine(2000) });
