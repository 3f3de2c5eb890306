import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { EventView } from '#shared/events/events.ts';
import type { event } from './table.ts';

export type EventRow = typeof event.$inferSelect;

/** The number of seats held and of persons waiting for an event. */
type SeatCount = { occupied: number; waiting: number };

/** The seats of a locked event; counted under the lock and updated with every change. */
export type EventSeats = SeatCount & {
  write: Write;
  settings: Settings;
  actor: { userId?: string | undefined; name: string };
  event: EventRow;
};

/** The port from events to enrolments, implemented by a higher layer (endpoints.ts). */
export type EventRegistrations = {
  /** The counts by event id, in the scope of their clubs; events without enrolments are omitted. */
  counts: (tx: Transaction, ids: readonly string[]) => Promise<Map<string, SeatCount>>;
  /** The enrolment phase for a member of the event's club. */
  memberPhase: (row: EventRow, seats: { free: number | null; waiting: number }) => NonNullable<EventView['phase']>;
  /** How one can pay a club for something at these prices, as a German sentence; empty if it is free. In the scope of the club. */
  waysToPay: (tx: Transaction, club: ClubName, prices: readonly number[]) => Promise<string>;
  /** Calls `check` and then `work` with the row of the event locked; freed seats are offered to the waiting list. */
  withSeats: <T>(
    needs: Pick<EventSeats, 'write' | 'settings' | 'actor'>,
    eventId: string,
    check: (row: EventRow) => void,
    work: (seats: EventSeats) => Promise<T>,
  ) => Promise<T>;
  /** Queues changes of one event before they take a database connection. */
  inLine: <T>(eventId: string, work: () => Promise<T>) => Promise<T>;
  /** Ends all enrolments of a cancelled event; each participant gets one e-mail. Returns the number of enrolments. */
  annulEnrolments: (seats: EventSeats) => Promise<number>;
  /** Sends a message to all participants, once per key. Returns the number of recipients. */
  notifyParticipants: (seats: EventSeats, message: { key: string; subject: string; text: string }) => Promise<number>;
};
