import { useQuery } from '@tanstack/react-query';
import classes from '../offers/course.module.css';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { myRegistrationsQuery } from '../offers/queries.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RegistrationCard } from './RegistrationCard.tsx';

type MyRegistrationsProps = {
  /** Leaves out what is over, or all but what waits for an answer; default neither. */
  onlyOpen?: boolean | 'answers';
};

/** The own enrolments and those of the children, offers that run out first; a part of /profile, /me and /myClub. */
export function MyRegistrations({ onlyOpen = false }: MyRegistrationsProps) {
  const query = useQuery(myRegistrationsQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const states = onlyOpen === 'answers' ? enrolmentSets.answerable : enrolmentSets.active;
  const shown = data.filter(({ state, undoUntil }) => !onlyOpen || undoUntil !== null || states.includes(state));
  if (shown.length === 0) return onlyOpen ? null : <p className={classes['quiet']}>Noch keine Anmeldungen.</p>;
  return (
    <div className={classes['cards']}>
      {shown.map((one) => (
        <RegistrationCard key={one.id} registration={one} />
      ))}
    </div>
  );
}
