import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { EventDetails } from '#shared/events/events.ts';
import { eventKindNames } from '#shared/events/eventKinds.ts';
import { euros } from '#shared/kernel/money.ts';
import { boot } from '#web/lib/boot.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useWindowTitle } from '#web/lib/windowTitle.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { ClubBand } from '#web/ui/plain/ClubBand.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { StoredPicture } from '#web/ui/files/StoredPicture.tsx';
import classes from './events.module.css';
import { eventQuery } from './queries.ts';
import { agesInWords, whenOf } from './words.ts';

/** One event with its details and the enrolment (/events?termin=…). */
export function EventPage({ id, SignUp }: { id: string; SignUp: ComponentType<{ event: EventDetails }> }) {
  const { data, error, refetch } = useQuery(eventQuery(id));
  useWindowTitle(data?.title, data?.club);
  if (error && !data)
    return isGone(error) ? (
      <EmptyState icon="calendar-off" title="Diesen Termin gibt es nicht (mehr).">
        <Link to="/events">Alle Termine</Link>
      </EmptyState>
    ) : (
      <LoadProblem error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Pending />;
  const facts: [string, string][] = [
    ['Wann', whenOf(data)],
    ['Ort', data.place],
    ['Alter', agesInWords(data)],
    ['Beitrag', data.priceCents > 0 ? euros(data.priceCents) : ''],
    ['Anmeldung', data.phase?.text ?? ''],
    ['Anmeldeschluss', data.closesAt ? formatDateTime(data.closesAt) : ''],
    [
      'Platz absagen',
      data.registration === 'none' ? '' : `kostenlos bis ${data.cancelUntil ? formatDateTime(data.cancelUntil) : 'zum Beginn'}`,
    ],
    ['Kontakt', data.contact],
  ];
  return (
    <article className={classes['page']}>
      <p className={classes['back']}>
        <Link to="/events">Alle Termine</Link>
      </p>
      <ClubBand club={data.club} what="Termin" />
      <PageTitle title={data.title}>
        {!data.isMembersOnly && (
          <a className={classes['subscribe']} href={`/feeds/events/${data.id}.ics`}>
            In den Kalender (iCal)
          </a>
        )}
      </PageTitle>
      <p className={classes['when']}>
        {data.state === 'cancelled' && <strong>Abgesagt · </strong>}
        {eventKindNames[data.kind]} · {boot.clubs[data.club].displayName}
        {data.isMembersOnly && ' · nur für Mitglieder'}
      </p>
      {data.image && (
        <StoredPicture path={data.image} alt={data.imageAlt} sizes="(max-width: 46rem) 100vw, 46rem" className={classes['picture']} />
      )}
      <dl className={classes['facts']}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {data.description && <p className={classes['text']}>{data.description}</p>}
      <SignUp event={data} />
    </article>
  );
}
