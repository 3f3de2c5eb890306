import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { useParams } from '@tanstack/react-router';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { isGone } from '#web/lib/call/failure.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { HolidayHint } from '../holiday/HolidayHint.tsx';
import { enrolmentQuery } from '../offers/queries.ts';
import classes from '../offers/course.module.css';
import { AboutOffer } from './AboutOffer.tsx';
import { EnrolmentCard } from './EnrolmentCard.tsx';

// Sessions come once the seat is sure.
const LinkSessions = lazyPart(async () => (await import('../replies/LinkSessions.tsx')).LinkSessions, null);
const LinkNumber = lazyPart(async () => (await import('../replies/LinkNumber.tsx')).LinkNumber, null);

type EnrolmentPageProps = {
  /** What a link opens that belongs to no enrolment. */ otherwise: (token: string) => ReactNode;
};

/** One enrolment behind the link in a mail, without an account (/registration/{token}). */
export function EnrolmentPage({ otherwise }: EnrolmentPageProps) {
  const { token = '' } = useParams({ strict: false });
  const query = useQuery(enrolmentQuery(token));
  const { data, error } = query;
  const isUnknown = isGone(error);
  return (
    <>
      <PageTitle title="Meine Anmeldung" />
      {data && (
        <div className={classes['alone']}>
          <EnrolmentCard registration={data} />
        </div>
      )}
      {data?.state === 'confirmed' && data.target.kind === 'course' && <LinkNumber token={token} />}
      {data?.target.kind === 'course' && <HolidayHint courseIds={[data.target.id]} />}
      {data?.about && !enrolmentSets.ended.includes(data.state) && <AboutOffer target={data.target} about={data.about} />}
      {data?.state === 'confirmed' && <LinkSessions token={token} />}
      {!data && !isUnknown && <Loading query={query} />}
      {!data && isUnknown && otherwise(token)}
    </>
  );
}
