import { useState } from 'react';
import { timesInWords } from '#shared/kernel/calendar.ts';
import type { HelperListView, OwnAssignment } from '#shared/helpers/helperListShapes.ts';
import { assignmentStateNames, hoursInWords, assignmentSets } from '#shared/helpers/helperListWords.ts';
import { formatTime } from '#web/lib/format.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { plainButton, PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import classes from './shifts.module.css';
import { useHelperSignUp } from './queries.ts';
import { dayOf, taskOf } from './words.ts';

type AssignmentCardProps = {
  assignment: OwnAssignment;
  /** The helper list, if another shift of it may be chosen. */ list?: HelperListView;
};

/** One of the viewer's assignments with its state and actions. */
export function AssignmentCard({ assignment, list }: AssignmentCardProps) {
  const { answer } = useHelperSignUp();
  const [isSure, setIsSure] = useState(false);
  const [target, setTarget] = useState('');
  const act = (action: 'confirm' | 'leave' | 'seekRelief' | 'keep') => answer.mutate({ token: assignment.token, action });
  const others = (list?.shifts ?? []).filter(({ id, filled, needed }) => id !== assignment.shift.id && filled < needed);
  const canChange = assignment.canLeave && assignment.state === 'confirmed' && assignment.list.state === 'open';
  return (
    <div className={classes['card']}>
      <h3 className={classes['cardTitle']}>
        {list ? (
          taskOf(assignment.shift)
        ) : (
          <a href={`/helpers/${assignment.list.token}?dienst=${assignment.token}`}>{taskOf(assignment.shift)}</a>
        )}
      </h3>
      <p className={classes['quiet']}>
        {assignment.list.title} · {dayOf(assignment.shift)}, {timesInWords(assignment.shift)}
        {assignment.shift.place && ` · ${assignment.shift.place}`}
      </p>
      <p>
        {assignment.name}: <strong>{assignment.list.state === 'cancelled' ? 'Abgesagt' : assignmentStateNames[assignment.state]}</strong>
        {assignment.position !== null && `, Platz ${assignment.position}`}
        {assignment.creditedMinutes !== null && assignment.state === 'done' && `, ${hoursInWords(assignment.creditedMinutes)}`}
        {assignment.seeksRelief && ' · Ablösung gesucht'}
      </p>
      {assignment.state === 'unverified' && assignment.holdExpiresAt && (
        <>
          <p>Noch nicht bestätigt. Das geht bis {formatTime(assignment.holdExpiresAt)} Uhr.</p>
          <PlainButton look="main" disabled={answer.isPending} onClick={() => act('confirm')}>
            Dienst bestätigen
          </PlainButton>
        </>
      )}
      {canChange && list && others.length > 0 && (
        <div className={classes['actions']}>
          <PlainSelect
            label="In einen anderen Dienst wechseln"
            value={target}
            onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          >
            <option value="">Bitte wählen</option>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {taskOf(one)}, {dayOf(one)}, {timesInWords(one)}
              </option>
            ))}
          </PlainSelect>
          <PlainButton
            disabled={target === '' || answer.isPending}
            onClick={() =>
              answer.mutate(
                { token: assignment.token, action: 'move', shiftId: target },
                { onSuccess: ({ token }) => location.assign(`/helpers/${assignment.list.token}?dienst=${token}`) },
              )
            }
          >
            Wechseln
          </PlainButton>
        </div>
      )}
      <div className={classes['actions']}>
        {assignmentSets.serving.includes(assignment.state) && (
          <a className={plainButton()} href={`/feeds/helpers/${assignment.token}.ics`}>
            In den Kalender
          </a>
        )}
        {canChange && (
          <PlainButton disabled={answer.isPending} onClick={() => act(assignment.seeksRelief ? 'keep' : 'seekRelief')}>
            {assignment.seeksRelief ? 'Doch behalten' : 'Ablösung suchen'}
          </PlainButton>
        )}
        {assignment.canLeave && assignment.state !== 'unverified' && !isSure && (
          <PlainButton onClick={() => setIsSure(true)}>Abgeben …</PlainButton>
        )}
        {assignment.canLeave && isSure && (
          <>
            <PlainButton look="main" disabled={answer.isPending} onClick={() => act('leave')}>
              Ja, abgeben
            </PlainButton>
            <PlainButton onClick={() => setIsSure(false)}>Behalten</PlainButton>
          </>
        )}
      </div>
      <Refusal error={answer.error} />
    </div>
  );
}
