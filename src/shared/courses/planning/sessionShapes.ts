import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';
import { sessionStates } from '../sessionStates.ts';

/** A public session of a course. */
export const session = z.object({
  id,
  localDate: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  place: z.string(),
  state: z.enum(sessionStates),
  reason: z.string().nullable(),
});

/** The hall state of a session: to be booked on publication, booked, requested, or without a hall, with the reason. */
const hallState = z.object({
  facilityId: id,
  unitIds: z.array(id),
  bookingId: id.nullable().default(null).describe('The current booking or booking request; null if there is none.'),
  state: z.enum(['free', 'booked', 'requested', 'missing']),
  reason: z.string(),
  isClosed: z.boolean().describe('Whether the hall is missing because it was closed.'),
});
export type HallState = z.infer<typeof hallState>;

/** A session of a course, for staff. */
export const editedSession = session.extend({
  substitute: z.string().nullable(),
  presentCount: z.int().nullable(),
  hall: hallState.nullable(),
  mayReturn: z.boolean().describe('Whether the session was moved and can be moved back.'),
});
