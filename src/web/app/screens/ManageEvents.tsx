import { MyBookings } from '#web/halls/own/MyBookings.tsx';
import { EventParticipants } from '#web/courses/participants/EventParticipants.tsx';
import { ManageEventsPage } from '#web/events/ManageEventsPage.tsx';

/** /admin/events: the dates of one feature, the bookings and the people of others, on one page. */
export function Page() {
  return <ManageEventsPage Bookings={MyBookings} Participants={EventParticipants} />;
}
