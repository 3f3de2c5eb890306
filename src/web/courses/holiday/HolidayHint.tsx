import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import classes from './holiday.module.css';
import { currentRoundsQuery } from './queries.ts';

/** Links to the rounds that allocate the seats of some offers; renders nothing if there are none. */
export function HolidayHint({ courseIds }: { courseIds: readonly string[] }) {
  const { data } = useQuery(currentRoundsQuery());
  const rounds = data?.filter((round) => courseIds.some((id) => round.courseIds.includes(id))) ?? [];
  return rounds.map(({ id, name, phase, wishesUntil }) => (
    <p key={id} className={classes['offer']}>
      <span>
        <a href={`/holiday/${id}`}>{name}</a>
        {phase === 'open' ? `: Wünsche bis ${germanDate(wishesUntil)}` : ': alle Wünsche und Plätze'}
      </span>
    </p>
  ));
}
