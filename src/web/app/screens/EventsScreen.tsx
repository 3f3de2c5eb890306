import { EventsPage } from '#web/events/EventsPage.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const EventSignUp = lazyPart(async () => (await import('./EventSignUp.tsx')).EventSignUp);

/** /events: composes the events with the enrolment form of courses. */
export function Page() {
  return <EventsPage SignUp={EventSignUp} />;
}
