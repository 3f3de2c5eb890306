import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { timesInWords } from '#shared/kernel/calendar.ts';
import type { OwnTrial } from '#shared/courses/trials/trials.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { formatDay } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { SignUp } from '../enrolments/SignUp.tsx';
import classes from '../offers/course.module.css';
import { offerOf } from '../offers/offer.ts';
import { coursePageQuery } from '../offers/queries.ts';
import { trialQuery, useTrialMutations } from './queries.ts';
import own from './trials.module.css';

/** One trial visit behind the link of its ticket: view or cancel it, and enrol afterwards (/trials/{token}). */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(trialQuery(token));
  return (
    <>
      <PageTitle title="Schnupperstunde" />
      {data && <Visit visit={data} token={token} />}
      {!data && !error && <Pending />}
      {!data && error && <NoVisit error={error} onRetry={() => void refetch()} />}
    </>
  );
}

function NoVisit({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isGone(error)) return <LoadProblem error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon="link-off" title="Dieser Link führt zu keiner Schnupperstunde.">
      <p>Bitte öffnen Sie den Link aus der neuesten Mail.</p>
    </EmptyState>
  );
}

function Visit({ visit, token }: { visit: OwnTrial; token: string }) {
  const { slug, title } = visit.course;
  const mayStay = visit.state === 'came' || visit.state === 'missed';
  const isFree = visit.state !== 'booked' || visit.isOff;
  return (
    <div className={own['parts']}>
      <section className={classes['card']}>
        <h2 className={classes['cardTitle']}>
          <a href={`/id/${slug}`}>{title}</a>
        </h2>
        <p>
          {visit.name} · <strong>{wordsOn(visit)}</strong>
        </p>
        <p>
          {formatDay(visit.startsAt)}, {timesInWords(visit)}
        </p>
        {visit.place && <p className={classes['quiet']}>{visit.place}</p>}
        {visit.state === 'booked' && !visit.isOff && <p className={classes['quiet']}>Kostenlos und unverbindlich.</p>}
        {visit.canCancel && <Cancel token={token} />}
        {isFree && visit.left > 0 && (
          <p>
            <a href={`/id/${slug}#schnuppern`}>{visit.state === 'came' ? 'Noch einmal schnuppern' : 'Anderen Termin wählen'}</a>
          </p>
        )}
      </section>
      {mayStay && <Stay visit={visit} />}
    </div>
  );
}

function wordsOn({ state, isOff }: OwnTrial): string {
  if (state === 'booked') return isOff ? 'fällt leider aus' : 'kommt zum Schnuppern';
  return { cancelled: 'abgesagt', came: 'war zum Schnuppern da', missed: 'vorbei' }[state];
}

function Cancel({ token }: { token: string }) {
  const { cancel } = useTrialMutations();
  const [isSure, setIsSure] = useState(false);
  if (!isSure)
    return (
      <span className={classes['more']}>
        <PlainButton onClick={() => setIsSure(true)}>Schnupperstunde absagen …</PlainButton>
      </span>
    );
  return (
    <div className={classes['buttons']}>
      <p>Der Platz geht dann an andere.</p>
      <PlainButton look="main" disabled={cancel.isPending} onClick={() => cancel.mutate(token)}>
        Schnupperstunde absagen
      </PlainButton>
      <PlainButton onClick={() => setIsSure(false)}>Doch nicht</PlainButton>
      <Refusal error={cancel.error} />
    </div>
  );
}

/** The enrolment form, prefilled from the trial. */
function Stay({ visit: { course, known } }: { visit: OwnTrial }) {
  const { data } = useQuery(coursePageQuery(course.slug));
  if (!data) return null;
  return <SignUp offer={offerOf(data)} start={known ?? undefined} />;
}
