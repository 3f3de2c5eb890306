import { z } from 'zod';

/** The phase of the enrolment in a course or an event, in words, and what one can do in it. */
export const offerPhase = z.object({
  kind: z.string(),
  text: z.string(),
  action: z.enum(['register', 'waitlist', 'external', 'none']),
});
