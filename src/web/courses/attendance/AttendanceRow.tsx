import { absenceReasonNames, replyNames } from '#shared/courses/replyStates.ts';
import { attendanceSets, attendanceStateNames, type AttendanceState } from '#shared/courses/sessionStates.ts';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import { CallLinks } from '../participants/CallLinks.tsx';
import classes from '../participants/participants.module.css';

type Person = AttendanceSheet['people'][number];
type AttendanceRowProps = { of: Person; state: AttendanceState | null; isOff: boolean; onMark: (state: AttendanceState) => void };

/** One person of a list: the family's reply, emergency contacts, and three large buttons. */
export function AttendanceRow({ of: one, state, isOff, onMark }: AttendanceRowProps) {
  // The family's reply is shown like a mark until the trainer taps another one.
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

/** A child's way home; lists stored by an earlier version lack it. */
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
