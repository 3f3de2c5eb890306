import type { Write } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { answerFor, type OfferFollower } from '../bookings/decide.ts';
import type { BookingRow } from '../bookings/occupancy.ts';
import { lockBookingOf } from '../bookings/rows.ts';
import type { Speaker } from '../organisations/links.ts';
import { actorOf } from './hand.ts';

/** Hours of the organisation, to be given to others or taken again. */
export function hoursOf(speaker: Speaker, ids: readonly string[]) {
  return { ids, isTheirs: (row: BookingRow) => row.organisationId === speaker.organisation.id, by: actorOf(speaker) };
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
