import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { OperationalView, OwnDuty } from '#shared/helpers/operationalShapes.ts';
import { assignmentStateNames, hoursInWords } from '#shared/helpers/operationalWords.ts';
import { formatTime } from '#web/lib/format.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import classes from './helping.module.css';
import { useHelping } from './queries.ts';
import { dayOf, taskOf, timesOf } from './words.ts';

type DutyCardProps = {
  duty: OwnDuty;
  /** The list that it belongs to, where another duty may be chosen. */ list?: OperationalView;
};

/** One own duty: where it stands, and what its helper can do about it. */
export function DutyCard({ duty, list }: DutyCardProps) {
  const { answer } = useHelping();
  const [isSure, setIsSure] = useState(false);
  const [target, setTarget] = useState('');
  const deed = (action: 'confirm' | 'leave' | 'seekRelief' | 'keep') => answer.mutate({ token: duty.token, action });
  const others = (list?.shifts ?? []).filter(({ id, filled, needed }) => id !== duty.shift.id && filled < needed);
  const canChange = duty.canLeave && duty.state === 'confirmed' && duty.list.state === 'open';
  return (
    <div className={classes['card']}>
      <h3 className={classes['cardTitle']}>
        {list ? taskOf(duty.shift) : <a href={`/helpers/${duty.list.token}?dienst=${duty.token}`}>{taskOf(duty.shift)}</a>}
      </h3>
      <p className={classes['quiet']}>
        {duty.list.title} · {dayOf(duty.shift)}, {timesOf(duty.shift)}
        {duty.shift.place && ` · ${duty.shift.place}`}
      </p>
      <p>
        {duty.name}: <strong>{duty.list.state === 'cancelled' ? 'Abgesagt' : assignmentStateNames[duty.state]}</strong>
        {duty.position !== null && `, Platz ${duty.position}`}
        {duty.creditedMinutes !== null && duty.state === 'done' && `, ${hoursInWords(duty.creditedMinutes)}`}
        {duty.seeksRelief && ' · Ablösung gesucht'}
      </p>
      {duty.state === 'unverified' && duty.holdExpiresAt && (
        <>
          <p>Noch nicht bestätigt. Wir halten den Platz bis {formatTime(duty.holdExpiresAt)} Uhr frei.</p>
          <Button loading={answer.isPending} onClick={() => deed('confirm')}>
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
              ...others.map((one) => ({ value: one.id, label: `${taskOf(one)}, ${dayOf(one)}, ${timesOf(one)}` })),
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
                { token: duty.token, action: 'move', shiftId: target },
                { onSuccess: ({ token }) => location.assign(`/helpers/${duty.list.token}?dienst=${token}`) },
              )
            }
          >
            Wechseln
          </Button>
        </Group>
      )}
      <Group gap="xs">
        {['confirmed', 'done'].includes(duty.state) && (
          <Button component="a" variant="default" href={`/feeds/helpers/${duty.token}.ics`}>
            In den Kalender
          </Button>
        )}
        {canChange && (
          <Button variant="default" loading={answer.isPending} onClick={() => deed(duty.seeksRelief ? 'keep' : 'seekRelief')}>
            {duty.seeksRelief ? 'Doch behalten' : 'Ablösung suchen'}
          </Button>
        )}
        {duty.canLeave && duty.state !== 'unverified' && !isSure && (
          <Button variant="default" onClick={() => setIsSure(true)}>
            Abgeben …
          </Button>
        )}
        {duty.canLeave && isSure && (
          <>
            <Button color="red.9" loading={answer.isPending} onClick={() => deed('leave')}>
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
