import type { Write } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { answerFor, type OfferFollower } from '../bookings/decide.ts';
import type { BookingRow } from '../bookings/occupancy.ts';
import { lockBookingOf } from '../bookings/rows.ts';
import type { Speaker } from '../organisations/links.ts';
import { actorOf } from './hand.ts';

/** The selected hours of the organisation, to release or reclaim them. */
export function hoursOf(speaker: Speaker, ids: readonly string[]) {
  return { ids, isTheirs: (row: BookingRow) => row.organisationId === speaker.organisation.id, by: actorOf(speaker) };
}

/** Accepts or declines the manager's counter-offer, for the whole series. */
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
