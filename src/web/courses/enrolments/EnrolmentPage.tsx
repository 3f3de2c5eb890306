import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { enrolmentQuery } from '../offers/queries.ts';
import { LinkSessions } from '../replies/LinkSessions.tsx';
import classes from '../offers/course.module.css';
import { EnrolmentCard } from './EnrolmentCard.tsx';

/** One enrolment behind the link in a mail, without an account (/registration/{token}). */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const { data, error } = useQuery(enrolmentQuery(token));
  return (
    <>
      <h1>Meine Anmeldung</h1>
      {data && (
        <div className={classes['alone']}>
          <EnrolmentCard registration={data} />
        </div>
      )}
      {data?.state === 'confirmed' && <LinkSessions token={token} />}
      {!data && !error && <Pending />}
      {error && (
        <EmptyState icon="link-off" title="Dieser Link führt zu keiner Anmeldung.">
          <p>Bitte öffnen Sie den Link aus der neuesten Mail.</p>
        </EmptyState>
      )}
    </>
  );
}
