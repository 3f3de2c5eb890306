import { priorityOf } from '#shared/halls/bookingStates.ts';
import type { BookingRow } from './occupancy.ts';

/** What somebody books for, as they say it. */
export type Purpose = Pick<
  BookingRow,
  'title' | 'kind' | 'ageGroup' | 'expectedParticipants' | 'message' | 'contactPerson' | 'contactPhone'
>;

/** The purpose of a booking in the columns of its row. */
export function purposeOf({ title, kind, ageGroup, expectedParticipants, message, contactPerson, contactPhone }: Purpose) {
  return { title, kind, ageGroup, expectedParticipants, message, contactPerson, contactPhone, priority: priorityOf(kind, ageGroup) };
}
