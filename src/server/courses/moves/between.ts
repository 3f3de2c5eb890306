import type { CourseRow, Seats, SeatsWrite } from '../enrolments/counting.ts';
import { inLine, withSeats } from '../enrolments/seats.ts';

/** The old and the new group of a change, both locked. */
export type Both = { source: Seats; target: Seats };

/** Locks two courses in the order of their ids, so that families changing in opposite directions cannot deadlock. */
export function withBoth<T>(
  needs: SeatsWrite,
  [fromId, toId]: readonly [string, string],
  check: (course: CourseRow) => void | Promise<void>,
  work: (both: Both) => Promise<T>,
): Promise<T> {
  const isFirst = fromId < toId;
  const [first, second] = isFirst ? [fromId, toId] : [toId, fromId];
  return withSeats(needs, first, check, (outer) =>
    withSeats(needs, second, check, (inner) => work(isFirst ? { source: outer, target: inner } : { source: inner, target: outer })),
  );
}

/** Queues in `inLine` for the course that `withBoth` locks first. Wrap the whole write in it. */
export function inLineOfBoth<T>([one, other]: readonly [string, string], work: () => Promise<T>): Promise<T> {
  return inLine(one < other ? one : other, work);
}
