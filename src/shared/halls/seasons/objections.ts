import { z } from 'zod';
import { id, localTime, paragraphs, requiredLine } from '#shared/kernel/fields.ts';
import { holderAnswerStates } from '../notices/holderNotices.ts';
import { grantWeeks } from './placing.ts';
import { objectionAnswers, objectionStates } from './seasonStates.ts';

/** The place and time of a wish in a plan. */
export const place = {
  facilityId: id,
  unitIds: z.array(id).min(1).max(24),
  weekday: z.int().min(1).max(7),
  startTime: localTime,
  endTime: localTime,
  week: z.enum(grantWeeks),
};

/** A free place suggested with a refusal. */
export const alternative = z.object({ ...place, words: z.string() });
/** A place that an organisation would accept instead of the requested one. */
export type ObjectionPlace = z.infer<typeof alternative>;

/** A place offered by the manager, in exchange for the wish's place on weekday `insteadOf` or in addition to its places (null). */
const counterOffer = alternative.extend({ insteadOf: z.int().min(1).max(7).nullable() });
export type CounterOffer = z.infer<typeof counterOffer>;

/** An objection to a result. */
export const objectionView = z.object({
  id,
  organisationId: id,
  organisation: z.string(),
  wishId: id.nullable(),
  groupName: z.string(),
  text: z.string(),
  place: alternative.nullable().describe('The free time that the organisation requests.'),
  state: z.enum(objectionStates),
  answer: z.string(),
  offer: counterOffer.nullable().describe('The counter-offer of the manager; part of the plan once it is accepted.'),
  offerAnswer: z.enum(holderAnswerStates).nullable(),
  reply: z.string().describe('The answer to the offer.'),
  createdAt: z.iso.datetime(),
});
export type Objection = z.infer<typeof objectionView>;

/** An objection as submitted by an organisation. */
export const objectionInput = z.strictObject({
  wishId: id.nullable().default(null),
  alternative: z
    .int()
    .min(0)
    .max(2)
    .nullable()
    .default(null)
    .describe('The index of the requested time among the free times of the refusal.'),
  text: paragraphs(2000).min(10, 'Bitte etwas ausführlicher.'),
});

/** The manager's answer to an objection. */
export const objectionAnswer = z.strictObject({ state: z.enum(objectionAnswers), answer: requiredLine(2000) });

/** The manager's counter-offer to an objection. */
export const offerInput = z.strictObject({
  place: z.strictObject({
    facilityId: id,
    unitIds: place.unitIds,
    weekday: place.weekday,
    startTime: localTime,
    week: place.week,
  }),
  insteadOf: z
    .int()
    .min(1)
    .max(7)
    .nullable()
    .default(null)
    .describe('The weekday of the time to be replaced; null for an additional time.'),
  answer: paragraphs(2000).default(''),
});
/** The organisation's reply to a counter-offer; acceptance assigns the place immediately. */
export const offerReply = z.strictObject({ answer: z.enum(holderAnswerStates), reply: paragraphs(500).default('') });

/** The state of a counter-offer in German. */
export function offerStateWords({ state, offerAnswer, reply }: Pick<Objection, 'state' | 'offerAnswer' | 'reply'>): string {
  if (offerAnswer === null) return state === 'open' ? 'wartet auf Antwort' : 'nicht beantwortet';
  if (offerAnswer === 'accepted') return state === 'open' ? 'angenommen, aber die Zeit war schon vergeben' : 'angenommen';
  return `abgelehnt${reply && `: ${reply}`}`;
}
