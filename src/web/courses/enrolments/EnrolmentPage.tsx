import { useQuery } from '@tanstack/react-query';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { useParams } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { CallError } from '#web/lib/call/call.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { enrolmentQuery } from '../offers/queries.ts';
import { LinkSessions } from '../replies/LinkSessions.tsx';
import classes from '../offers/course.module.css';
import { AboutOffer } from './AboutOffer.tsx';
import { EnrolmentCard } from './EnrolmentCard.tsx';

/** One enrolment behind the link in a mail, without an account (/registration/{token}). */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const query = useQuery(enrolmentQuery(token));
  const { data, error } = query;
  const isUnknown = error instanceof CallError && error.status === 404;
  return (
    <>
      <PageTitle title="Meine Anmeldung" />
      {data && (
        <div className={classes['alone']}>
          <EnrolmentCard registration={data} />
        </div>
      )}
      {data?.about && !enrolmentSets.ended.includes(data.state) && <AboutOffer target={data.target} about={data.about} />}
      {data?.state === 'confirmed' && <LinkSessions token={token} />}
      {!data && !isUnknown && <Loading query={query} />}
      {!data && isUnknown && (
        <EmptyState icon="link-off" title="Dieser Link führt zu keiner Anmeldung.">
          <p>Bitte öffnen Sie den Link aus der neuesten Mail.</p>
        </EmptyState>
      )}
    </>
  );
}
