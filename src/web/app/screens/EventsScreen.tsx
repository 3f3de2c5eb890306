import { lazy } from 'react';
import { EventsPage } from '#web/events/EventsPage.tsx';

const EventSignUp = lazy(() => import('./EventSignUp.tsx').then((module) => ({ default: module.EventSignUp })));

/** /events: the dates of one feature with the way in of another. */
export function Page() {
  return <EventsPage SignUp={EventSignUp} />;
}
