import { cancelFee } from '#shared/courses/cancellation.ts';
import { today } from '#server/people/persons/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { AnyPlaces, ParticipationRow } from './counting.ts';
import { changeState } from './states.ts';

/** Signs somebody off at his own wish: with the fee of the day, and only where people may do it themselves. */
export async function cancelOwn(places: AnyPlaces, row: ParticipationRow): Promise<void> {
  if (row.state === 'cancelled') return;
  if (row.state === 'confirmed' && !maySignOff(places)) throw new Problem('wrong-state');
  await cancel(places, row, { withFee: true });
}

/** Signs somebody off. A fee stands only against a place that one had, never against waiting. */
export async function cancel(
  places: AnyPlaces,
  row: ParticipationRow,
  { withFee, reason }: { withFee: boolean; reason?: string },
): Promise<void> {
  const isCommitted = row.state === 'confirmed';
  const fee = withFee && isCommitted && 'course' in places ? cancelFee(places.course, row.priceCents ?? 0, today()) : 0;
  await changeState(places, row.id, 'cancelled', {
    reason,
    set: { cancelledAt: now(), cancelReason: reason || null, cancelFeeCents: fee },
  });
}

/** From a course where it allows it, from an event until its deadline, else until it begins. */
function maySignOff(places: AnyPlaces): boolean {
  if ('course' in places) return places.course.isSelfCancel;
  return now() <= (places.event.cancelUntil ?? places.event.startsAt);
}
