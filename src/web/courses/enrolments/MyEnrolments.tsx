import { useQuery } from '@tanstack/react-query';
import classes from '../offers/course.module.css';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { myEnrolmentsQuery } from '../offers/queries.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { EnrolmentCard } from './EnrolmentCard.tsx';

type MyEnrolmentsProps = {
  /** Omits past enrolments, or all that need no answer; default neither. */
  onlyOpen?: boolean | 'answers';
};

/** The enrolments of the viewer and their children, expiring offers first; a part of /me and /myClub. */
export function MyEnrolments({ onlyOpen = false }: MyEnrolmentsProps) {
  const query = useQuery(myEnrolmentsQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const states = onlyOpen === 'answers' ? enrolmentSets.answerable : enrolmentSets.active;
  const shown = data.filter(({ state, undoUntil, swap }) => !onlyOpen || undoUntil !== null || swap !== null || states.includes(state));
  if (shown.length === 0) return onlyOpen ? null : <p className={classes['quiet']}>Noch keine Anmeldungen.</p>;
  return (
    <div className={classes['cards']}>
      {shown.map((one) => (
        <EnrolmentCard key={one.id} registration={one} />
      ))}
    </div>
  );
}
