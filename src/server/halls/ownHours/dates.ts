import { inTurn, type Write } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import { answerFor, type OfferFollower } from '../bookings/decide.ts';
import { releaseHour } from '../bookings/hours.ts';
import { recordBooking } from '../bookings/record.ts';
import { lockBookingOf } from '../bookings/rows.ts';
import type { Speaker } from '../organisations/links.ts';
import { actorOf } from './hand.ts';

/** Gives hours of the organisation back; what has begun or is promised no longer is left out. Says of how many. */
export async function releaseOwn(write: Write, speaker: Speaker, bookingIds: readonly string[]): Promise<number> {
  // In one order for everybody, so that two who release do not wait for each other in a circle.
  const released = await inTurn([...new Set(bookingIds)].toSorted(), async (id) => {
    const { row, facility } = await lockBookingOf(write.tx, speaker.organisation.id, { id, scope: 'one' });
    if (row.state !== 'approved' || row.startsAt <= now()) return 0;
    const after = await releaseHour(write, row, facility);
    recordBooking(write, facility, after, 'bookings.cancel', 'Stunde freigegeben', undefined, actorOf(speaker));
    return 1;
  });
  return released.filter((one) => one === 1).length;
}

/** Takes or refuses what the manager proposes instead, for the whole series. */
export async function answerOwn(
  context: Context,
  write: Write,
  speaker: Speaker,
  { bookingId: id, isAccepted }: { bookingId: string; isAccepted: boolean },
  follow: OfferFollower,
): Promise<number> {
  const scope = 'all';
  const locked = await lockBookingOf(write.tx, speaker.organisation.id, { id, scope });
  return answerFor(context, write, { ...locked, viewer: {}, isAccepted, scope, by: actorOf(speaker) }, follow);
}
