import { useQuery } from '@tanstack/react-query';
import { type ComponentType } from 'react';
import { addDays } from '#shared/kernel/calendar.ts';
import type { EventDetails, EventView } from '#shared/events/events.ts';
import { eventKindNames, eventKinds } from '#shared/events/eventKinds.ts';
import { Link } from '@tanstack/react-router';
import { useAddressTexts } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { StoredPicture } from '#web/ui/files/StoredPicture.tsx';
import classes from './events.module.css';
import { eventsQuery } from './queries.ts';
import { whenOf } from './words.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Most visitors only see the list.
const EventPage = lazyPart(async () => (await import('./EventPage.tsx')).EventPage);

const aheadDays = 365;

/**
 * The events of the club, on GSV those of all clubs (/events), with a calendar to subscribe to; or one event. The
 * enrolment form is composed by the app.
 */
export function EventsPage({ SignUp }: { SignUp: ComponentType<{ event: EventDetails }> }) {
  const [{ termin }] = useAddressTexts();
  if (!termin) return <EventList />;
  return <EventPage key={termin} id={termin} SignUp={SignUp} />;
}

function EventList() {
  const from = today();
  const [{ kind: asked }, setAddress] = useAddressTexts();
  const kind = eventKinds.find((one) => one === asked);
  const query = useQuery(eventsQuery(from, addDays(from, aheadDays)));
  const { data } = query;
  const shown = data?.filter((one) => !kind || one.kind === kind);
  return (
    <>
      <PageTitle title="Termine">
        <a className={classes['subscribe']} href={`/feeds/clubs/${boot.club.name.toLowerCase()}.ics`}>
          Kalender abonnieren (iCal)
        </a>
      </PageTitle>
      <label className={classes['filter']}>
        Art
        <select value={kind ?? ''} onChange={(event) => setAddress({ kind: event.currentTarget.value })}>
          <option value="">Alle</option>
          {eventKinds.map((one) => (
            <option key={one} value={one}>
              {eventKindNames[one]}
            </option>
          ))}
        </select>
      </label>
      {!shown && <Loading query={query} />}
      {shown?.length === 0 && <EmptyState icon="calendar-off" title="Zurzeit ist kein Termin angekündigt." />}
      <ul className={classes['list']} aria-label="Termine">
        {shown?.map((one) => (
          <li key={one.id} id={one.id} className={classes['event']} data-cancelled={one.state === 'cancelled' || undefined}>
            {one.image && (
              <StoredPicture path={one.image} alt={one.imageAlt} sizes="(max-width: 40em) 100vw, 14rem" className={classes['thumb']} />
            )}
            <div className={classes['words']}>
              <Entry event={one} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ event }: { event: EventView }) {
  return (
    <>
      <h2 className={classes['title']}>
        <Link to="/events" search={{ termin: event.id }}>
          {event.title}
        </Link>
        {boot.club.name === 'GSV' && <span className={classes['club']}>{boot.clubs[event.club].displayName}</span>}
      </h2>
      <p className={classes['when']}>
        {event.state === 'cancelled' && <strong>Abgesagt: </strong>}
        {whenOf(event)}
        {event.place && ` · ${event.place}`}
      </p>
      {event.phase && event.state === 'published' && (
        <p className={classes['phase']} data-kind={event.phase.kind}>
          {event.phase.text}
          {event.phase.action !== 'none' && (
            <Link to="/events" search={{ termin: event.id }} aria-label={`Anmelden: ${event.title}`}>
              Anmelden
            </Link>
          )}
        </p>
      )}
      {event.description && <p className={classes['text']}>{event.description}</p>}
      {event.contact && <p className={classes['when']}>Kontakt: {event.contact}</p>}
    </>
  );
}
