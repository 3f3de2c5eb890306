import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import type { EventView } from '#shared/events/events.ts';
import type { event } from './table.ts';

export type EventRow = typeof event.$inferSelect;

/** How many seats of an event are held, and how many people wait. */
type SeatCount = { occupied: number; waiting: number };

/** The seats of one locked event, counted behind the lock and kept right with every change. */
export type EventSeats = SeatCount & {
  write: Write;
  settings: Settings;
  actor: { userId?: string | undefined; name: string };
  event: EventRow;
};

/** The port of events to their enrolments. It comes from a higher floor (endpoints.ts). */
export type EventRegistrations = {
  /** The counts by event, in the scope of their clubs; an event without enrolments is not in the answer. */
  counts: (tx: Transaction, ids: readonly string[]) => Promise<Map<string, SeatCount>>;
  /** The enrolment phase for a member of the event's club. */
  memberPhase: (row: EventRow, seats: { free: number | null; waiting: number }) => NonNullable<EventView['phase']>;
  /** Runs `work` behind the lock of the event's row, after `check`; freed seats are offered to the waiting list. */
  withSeats: <T>(
    needs: Pick<EventSeats, 'write' | 'settings' | 'actor'>,
    eventId: string,
    check: (row: EventRow) => void,
    work: (seats: EventSeats) => Promise<T>,
  ) => Promise<T>;
  /** Lets changes of one event wait in line before they take a connection. */
  inLine: <T>(eventId: string, work: () => Promise<T>) => Promise<T>;
  /** Ends all enrolments of a cancelled event; everybody gets one mail. Gives how many. */
  annulAll: (seats: EventSeats) => Promise<number>;
  /** Writes to everybody who is coming, once for each key. Gives to how many. */
  notifyParticipants: (seats: EventSeats, message: { key: string; subject: string; text: string }) => Promise<number>;
};
