import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { timesInWords } from '#shared/kernel/calendar.ts';
import type { HelperListView, OwnAssignment } from '#shared/helpers/helperListShapes.ts';
import { assignmentStateNames, hoursInWords, assignmentSets } from '#shared/helpers/helperListWords.ts';
import { formatTime } from '#web/lib/format.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import classes from './signUp.module.css';
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
          <Button loading={answer.isPending} onClick={() => act('confirm')}>
            Dienst bestätigen
          </Button>
        </>
      )}
      {canChange && list && others.length > 0 && (
        <Group gap="xs" align="flex-end" mb="xs">
          <NativeSelect
            label="In einen anderen Dienst wechseln"
            data={[
              { value: '', label: 'Bitte wählen' },
              ...others.map((one) => ({ value: one.id, label: `${taskOf(one)}, ${dayOf(one)}, ${timesInWords(one)}` })),
            ]}
            value={target}
            onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={target === ''}
            loading={answer.isPending}
            onClick={() =>
              answer.mutate(
                { token: assignment.token, action: 'move', shiftId: target },
                { onSuccess: ({ token }) => location.assign(`/helpers/${assignment.list.token}?dienst=${token}`) },
              )
            }
          >
            Wechseln
          </Button>
        </Group>
      )}
      <Group gap="xs">
        {assignmentSets.serving.includes(assignment.state) && (
          <Button component="a" variant="default" href={`/feeds/helpers/${assignment.token}.ics`}>
            In den Kalender
          </Button>
        )}
        {canChange && (
          <Button variant="default" loading={answer.isPending} onClick={() => act(assignment.seeksRelief ? 'keep' : 'seekRelief')}>
            {assignment.seeksRelief ? 'Doch behalten' : 'Ablösung suchen'}
          </Button>
        )}
        {assignment.canLeave && assignment.state !== 'unverified' && !isSure && (
          <Button variant="default" onClick={() => setIsSure(true)}>
            Abgeben …
          </Button>
        )}
        {assignment.canLeave && isSure && (
          <>
            <Button color="danger" loading={answer.isPending} onClick={() => act('leave')}>
              Ja, abgeben
            </Button>
            <Button variant="default" onClick={() => setIsSure(false)}>
              Behalten
            </Button>
          </>
        )}
      </Group>
      <FormProblem error={answer.error} />
    </div>
  );
}
