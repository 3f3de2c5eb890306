import { cancelFee } from '#shared/courses/cancellation.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { AnySeats, EnrolmentRow } from './counting.ts';
import { changeState } from './states.ts';

/** Signs somebody off at their own wish: with the fee of the day, and only where people may do it themselves. */
export async function cancelOwn(seats: AnySeats, row: EnrolmentRow): Promise<void> {
  if (row.state === 'cancelled') return;
  if (row.state === 'confirmed' && !maySignOff(seats)) throw new Problem('wrong-state');
  await cancel(seats, row, { withFee: true });
}

/** Signs somebody off. A fee stands only against a seat that one had, never against waiting. */
export async function cancel(
  seats: AnySeats,
  row: EnrolmentRow,
  { withFee, reason }: { withFee: boolean; reason?: string },
): Promise<void> {
  const isCommitted = row.state === 'confirmed';
  const fee = withFee && isCommitted && 'course' in seats ? cancelFee(seats.course, row.priceCents ?? 0, today()) : 0;
  await changeState(seats, row.id, 'cancelled', {
    reason,
    set: { cancelledAt: now(), cancelReason: reason || null, cancelFeeCents: fee },
  });
}

/** From a course where it allows it, from an event until its deadline, else until it begins. */
function maySignOff(seats: AnySeats): boolean {
  if ('course' in seats) return seats.course.isSelfCancel;
  return now() <= (seats.event.cancelUntil ?? seats.event.startsAt);
}
