import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';
import { sessionStates } from '../sessionStates.ts';

/** One date of a course as everybody sees it. */
export const session = z.object({
  id,
  localDate: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  place: z.string(),
  state: z.enum(sessionStates),
  reason: z.string().nullable(),
});

/** The hall state of a session: free to be booked on publication, booked, requested, or without a hall, and why. */
const hallState = z.object({
  facilityId: id,
  unitIds: z.array(id),
  bookingId: id.nullable().default(null).describe('What is booked or asked for at present.'),
  state: z.enum(['free', 'booked', 'requested', 'missing']),
  reason: z.string(),
});
export type HallState = z.infer<typeof hallState>;

/** One date of a course as staff see it. */
export const editedSession = session.extend({
  substitute: z.string().nullable(),
  presentCount: z.int().nullable(),
  hall: hallState.nullable(),
  mayReturn: z.boolean().describe('It was moved and can go back to where it was.'),
});
