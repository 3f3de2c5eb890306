import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { formatDay, formatTime } from '#web/lib/format.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import classes from '../participants/participants.module.css';
import { datesQuery } from '../participants/queries.ts';

/** The dates of some days, the own ones first; a tap opens the attendance. */
export function DateList({ from, to, empty }: { from: string; to: string; empty: string }) {
  const { data, error, refetch } = useQuery(datesQuery(from, to));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  if (data.length === 0) return <Text>{empty}</Text>;
  return <Dates dates={data.toSorted((a, b) => Number(b.isMine) - Number(a.isMine) || a.startsAt.localeCompare(b.startsAt))} />;
}

/** Dates as big rows. Without `isLinked` they only tell. */
export function Dates({ dates, isLinked = true }: { dates: readonly TrainingDate[]; isLinked?: boolean }) {
  return (
    <ul className={classes['dates']}>
      {dates.map((one) => {
        const words = (
          <>
            <strong>{one.courseTitle}</strong>
            <span>
              {formatDay(one.startsAt)}, {formatTime(one.startsAt)}–{formatTime(one.endsAt)} {one.place}
            </span>
            {one.state === 'cancelled' && <span className={classes['bad']}>fällt aus: {one.reason}</span>}
            {isLinked && (
              <span className={classes['quiet']}>
                {one.marked} von {one.expected} anwesend{one.isMine && ' · meine Gruppe'}
                {one.substitute && ` · Vertretung: ${one.substitute}`}
              </span>
            )}
          </>
        );
        return (
          <li key={one.id}>
            {isLinked ? (
              <Link to="/admin/mobile/participantList" search={{ session: one.id }} className={classes['date']}>
                {words}
              </Link>
            ) : (
              <div className={classes['date']}>{words}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
