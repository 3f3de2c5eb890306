import { z } from 'zod';
import { id, line, localDate, requiredLine, version } from '#shared/kernel/fields.ts';
import { priceCategories } from '../courseWords.ts';

// What staff do to one enrolment: the shapes of the endpoints, which the forms take too.
const reason = line(300).default('');

/** A decision of staff on a request or on a waiting enrolment. */
export const decisionInput = z.strictObject({ id, action: z.enum(['confirm', 'reject', 'offer']), reason });

/** Another position on the waiting list, from 1, always with a reason. */
export const rankInput = z.strictObject({ id, position: z.int().min(1).max(10_000), reason: requiredLine(300) });

/** A substitute for an enrolment: another person of the club. */
export const replacementInput = z.strictObject({ id, personId: id });

/** A move to another course; between permanent groups from a day on. */
export const moveInput = z.strictObject({
  id,
  courseId: id,
  from: localDate.optional().describe('From one permanent group into another from this day on; without a day at once.'),
});

/** A cancellation by staff, with or without the fee of the day, or with a last day in a permanent group. */
export const cancellationInput = z.strictObject({
  id,
  withFee: z.boolean(),
  reason,
  leavesOn: localDate.optional().describe('The last day in a permanent group; without one the seat ends at once.'),
});

/** The note of staff on an enrolment, with the version that the edit starts from. */
export const noteInput = z.strictObject({ id, note: line(500), version });

/** Another of the course's prices for an enrolment, with the version that the edit starts from. */
export const priceInput = z.strictObject({ id, priceCategory: z.enum(priceCategories), version });
