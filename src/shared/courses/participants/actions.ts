import { z } from 'zod';
import { id, line, localDate, requiredLine, version } from '#shared/kernel/fields.ts';
import { priceCategories } from '../courseWords.ts';

// Actions of staff on one enrolment: the shapes of the endpoints, also used by the forms.
const reason = line(300).default('');

/** A decision by staff on a request or an enrolment on the waiting list. */
export const decisionInput = z.strictObject({ id, action: z.enum(['confirm', 'reject', 'offer']), reason });

/** A new position on the waiting list, from 1; the reason is required. */
export const rankInput = z.strictObject({ id, position: z.int().min(1).max(10_000), reason: requiredLine(300) });

/** The replacement of a participant by another person of the club. */
export const replacementInput = z.strictObject({ id, personId: id });

/** A move to another course; between permanent groups with a start date. */
export const moveInput = z.strictObject({
  id,
  courseId: id,
  from: localDate
    .optional()
    .describe('Between permanent groups: the first day in the new group; without it the move takes effect at once.'),
});

/** A cancellation by staff, with or without the current fee, or with a last day in a permanent group. */
export const cancellationInput = z.strictObject({
  id,
  withFee: z.boolean(),
  reason,
  leavesOn: localDate.optional().describe('Permanent groups: the last day; without it the seat ends at once.'),
});

/** The internal note on an enrolment, with the version that the edit is based on. */
export const noteInput = z.strictObject({ id, note: line(500), version });

/** A change of an enrolment's price category, with the version that the edit is based on. */
export const priceInput = z.strictObject({ id, priceCategory: z.enum(priceCategories), version });
