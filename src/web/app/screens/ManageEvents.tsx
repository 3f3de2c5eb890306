import { ManageEventsPage, prefetchTab } from '#web/events/ManageEventsPage.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const MyBookings = lazyPart(async () => (await import('#web/halls/own/MyBookings.tsx')).MyBookings);
const EventParticipants = lazyPart(async () => (await import('#web/courses/participants/EventParticipants.tsx')).EventParticipants);

export const prefetch = prefetchTab(async (...asked) => (await import('#web/halls/own/MyBookings.tsx')).prefetchOwnBookings(...asked));

/** /admin/events: composes the events with bookings and persons. */
export function Page() {
  return <ManageEventsPage Bookings={MyBookings} Participants={EventParticipants} />;
}
