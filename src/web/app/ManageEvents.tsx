import { MyBookings } from '#web/bookings/MyBookings.tsx';
import { ManageEventsPage } from '#web/events/ManageEventsPage.tsx';

/** /admin/events: the dates of one feature and the bookings of another, on one page. */
export function Page() {
  return <ManageEventsPage Bookings={MyBookings} />;
}
