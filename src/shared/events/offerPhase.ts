import { z } from 'zod';

/** The phase of enrolment of a course or an event: its text, and the possible actions. */
export const offerPhase = z.object({
  kind: z.string(),
  text: z.string(),
  action: z.enum(['register', 'waitlist', 'external', 'none']),
});
