import { absenceReasonNames, replyNames } from '#shared/courses/replyStates.ts';
import { attendanceSets, attendanceStateNames, type AttendanceState } from '#shared/courses/sessionStates.ts';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import { CallLinks } from '../participants/CallLinks.tsx';
import classes from '../participants/participants.module.css';

type Person = AttendanceSheet['people'][number];
type AttendanceRowProps = { of: Person; state: AttendanceState | null; isOff: boolean; onMark: (state: AttendanceState) => void };

/** One person of a list: what the family said, whom to call, and three big buttons. */
export function AttendanceRow({ of: one, state, isOff, onMark }: AttendanceRowProps) {
  // What the family said stands as if it were marked, until the trainer taps something else.
  const shown = state ?? (one.reply === 'no' ? 'excused' : null);
  return (
    <li className={classes['one']}>
      <details>
        <summary className={classes['name']}>
          {one.name}
          <span className={classes['quiet']}>
            {one.age !== null && ` ${one.age} J.`}
            {one.hasHealthNote && ' · Hinweis'}
            {one.isTrial ? ' · Schnuppert' : state === 'trial' && ' · Probestunde'}
            {one.card && !one.card.isLacking && (one.card.left > 0 ? ` · Karte: noch ${one.card.left}` : ' · Karte leer')}
          </span>
          {one.card?.isLacking && state === 'present' && <span className={classes['said']}>Karte leer</span>}
          {(one.reply === 'no' || one.reply === 'late') && <span className={classes['said']}>{saidBy(one)}</span>}
        </summary>
        <CallLinks of={one} />
        {homeOf(one) && <p className={classes['home']}>{homeOf(one)}</p>}
      </details>
      <fieldset className={classes['toggles']} disabled={isOff}>
        <legend className="unseen">Anwesenheit von {one.name}</legend>
        {attendanceSets.chosen.map((choice) => (
          <button
            key={choice}
            type="button"
            className={classes['toggle']}
            data-state={choice}
            aria-pressed={shown === choice}
            onClick={() => onMark(choice)}
          >
            {choice === 'present' ? 'da' : attendanceStateNames[choice]}
          </button>
        ))}
      </fieldset>
    </li>
  );
}

/** How a child gets home; lists that a phone kept from before say nothing of it. */
function homeOf({ goesHome = 'unknown', collectors = '' }: Partial<Pick<Person, 'goesHome' | 'collectors'>>): string {
  if (goesHome === 'collected') return `Wird abgeholt${collectors && ` von: ${collectors}`}`;
  return goesHome === 'alone' ? 'Geht allein nach Hause' : collectors && `Abholen dürfen: ${collectors}`;
}

function saidBy({ reply, absenceReason, replyNote, isLateReply }: Person): string {
  const words = [
    absenceReason && absenceReason !== 'other' ? absenceReasonNames[absenceReason] : '',
    replyNote,
    isLateReply && 'spät gemeldet',
  ]
    .filter(Boolean)
    .join(', ');
  return `${replyNames[reply ?? 'yes']}${words && ` (${words})`}`;
}
