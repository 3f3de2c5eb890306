import { Link } from '@tanstack/react-router';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { timeRange } from '#shared/kernel/calendar.ts';
import { formatDay } from '#web/lib/format.ts';
import classes from '../participants/participants.module.css';

/** Sessions as large rows. Without `isLinked` they are not links. */
export function Dates({ dates, isLinked = true }: { dates: readonly TrainingDate[]; isLinked?: boolean }) {
  return (
    <ul className={classes['dates']}>
      {dates.map((one) => {
        const words = (
          <>
            <strong>{one.courseTitle}</strong>
            <span>
              {formatDay(one.startsAt)}, {timeRange(one)}
              {one.place && ` · ${one.place}`}
            </span>
            {one.state === 'cancelled' && <span className={classes['bad']}>fällt aus: {one.reason}</span>}
            {isLinked && (
              <span className={classes['quiet']}>
                {countsOf(one)}
                {one.isMine && ' · meine Gruppe'}
                {one.substitute && ` · Vertretung: ${one.substitute}`}
              </span>
            )}
          </>
        );
        return (
          <li key={one.id}>
            {isLinked ? (
              <Link
                to="/admin/mobile/participantList"
                search={(before: { day?: string }) => ({ session: one.id, day: before.day })}
                className={classes['date']}
              >
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

/** Until the session ends and while nobody is marked, the expected number; otherwise the attendance. */
function countsOf({ expected, excused, trials, marked, endsAt }: TrainingDate): string {
  const said = `${excused > 0 ? ` · ${excused} entschuldigt` : ''}${trials > 0 ? ` · ${trials} zum Schnuppern` : ''}`;
  if (marked > 0 || Date.parse(endsAt) < Date.now()) return `${marked} von ${expected} anwesend${said}`;
  return `${excused > 0 ? `${expected - excused} von ${expected}` : expected} erwartet${said}`;
}
