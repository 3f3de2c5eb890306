import { EventsPage } from '#web/events/EventsPage.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const EventSignUp = lazyPart(async () => (await import('./EventSignUp.tsx')).EventSignUp);

/** /events: the dates of one feature with the way in of another. */
export function Page() {
  return <EventsPage SignUp={EventSignUp} />;
}
