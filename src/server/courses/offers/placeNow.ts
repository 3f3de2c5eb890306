import { sql } from 'drizzle-orm';
import { booking } from '#server/halls/bookings/table.ts';
import { courseSession } from './table.ts';

/**
 * Where a session takes place as of now, in SQL: if a closure displaced its hall, that is said until the club moves the session or calls it
 * off; to give up the hall alone decides nothing about the session.
 */
export const placeNow = sql<string>`${courseSession.place} || case when exists (select 1 from ${booking}
  where ${booking.id} = ${courseSession.bookingId} and (${booking.state} = 'displaced' or ${booking.state} = 'cancelled' and ${booking.displacedBy} is not null)) then ' (gesperrt, neuer Ort folgt)' else '' end`;
