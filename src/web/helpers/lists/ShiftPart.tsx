import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { timesInWords } from '#shared/kernel/calendar.ts';
import type { HelperView, HelperListView, ShiftView } from '#shared/helpers/helperListShapes.ts';
import { assignmentStateNames, hoursInWords, assignmentSets, helperListSets } from '#shared/helpers/helperListWords.ts';
import { useNow } from '#web/lib/useNow.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { AssignForm } from './AssignForm.tsx';
import classes from './helperLists.module.css';
import { useListMutations } from './queries.ts';
import { creditOf } from './words.ts';

type ShiftPartProps = { shift: ShiftView; list: HelperListView; onEdit: (() => void) | undefined };

/** One shift for the board: its seats, its helpers, and afterwards who attended. */
export function ShiftPart({ shift, list, onEdit }: ShiftPartProps) {
  const nowMs = useNow();
  const [isAssigning, setIsAssigning] = useState(false);
  const isOver = Date.parse(shift.startsAt) < nowMs;
  const gap = Math.max(0, shift.needed - shift.filled);
  return (
    <article className={classes['shift']} data-gap={gap > 0}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>
          {shift.area && `${shift.area}: `}
          {shift.task}
        </Text>
        <Text size="sm">
          {timesInWords(shift)}
          {shift.place && ` · ${shift.place}`}
          {shift.ageMin !== null && ` · ab ${shift.ageMin}`}
          {shift.responsibleClub && ` · ${shift.responsibleClub}`}
        </Text>
      </Group>
      <Progress
        className="no-print"
        value={(100 * Math.min(shift.filled, shift.needed)) / shift.needed}
        size="sm"
        aria-label={`Besetzung: ${shift.task}, ${timesInWords(shift)}`}
      />
      <Text size="sm">
        {shift.filled} von {shift.needed}
        {gap > 0 && `, es ${gap === 1 ? 'fehlt noch 1' : `fehlen noch ${gap}`}`}
        {shift.standby > 0 && `, ${shift.standby} auf der Ersatzliste`}
      </Text>
      <ul className={classes['helpers']}>
        {shift.helpers.map((helper) => (
          <HelperRow key={helper.id} helper={helper} shift={shift} list={list} isOver={isOver} />
        ))}
        {Array.from({ length: gap }, (_, index) => (
          <li key={`free-${index}`} className={classes['free']}>
            frei
          </li>
        ))}
      </ul>
      <Group className="no-print" gap="xs">
        {helperListSets.staffed.includes(list.state) && (
          <Button variant="default" onClick={() => setIsAssigning(!isAssigning)}>
            Jemanden eintragen
          </Button>
        )}
        {onEdit && (
          <Button variant="subtle" aria-label={`Dienst ändern: ${shift.task}, ${timesInWords(shift)}`} onClick={onEdit}>
            Ändern
          </Button>
        )}
      </Group>
      {isAssigning && <AssignForm shift={shift} club={list.club} onDone={() => setIsAssigning(false)} />}
    </article>
  );
}

type HelperRowProps = { helper: HelperView; shift: ShiftView; list: HelperListView; isOver: boolean };

function HelperRow({ helper, shift, list, isOver }: HelperRowProps) {
  const { promote, takeOff, settle } = useListMutations();
  const { name, state, id } = helper;
  const settleAs = (as: 'done' | 'no_show') =>
    settle.mutate({ id: list.id, rows: [{ id, state: as, minutes: as === 'done' ? creditOf(shift) : 0 }] }, { onError: notifyProblem });
  const canSettle = isOver && assignmentSets.settleable.includes(state) && helperListSets.shown.includes(list.state);
  return (
    <li className={classes['helper']}>
      <span>
        {name}
        {state !== 'confirmed' && ` · ${assignmentStateNames[state]}`}
        {state === 'done' && helper.creditedMinutes !== null && `, ${hoursInWords(helper.creditedMinutes)}`}
        {helper.seeksRelief && ' · sucht Ablösung'}
        {helper.phone && ` · ${helper.phone}`}
        {helper.comment && ` · ${helper.comment}`}
      </span>
      <Group className="no-print" gap={4}>
        {canSettle && (
          <>
            <Button variant={state === 'done' ? 'filled' : 'default'} onClick={() => settleAs('done')} aria-label={`${name} war da`}>
              War da
            </Button>
            <Button variant={state === 'no_show' ? 'filled' : 'default'} onClick={() => settleAs('no_show')} aria-label={`${name} fehlte`}>
              Fehlte
            </Button>
          </>
        )}
        {!isOver && state === 'standby' && (
          <Button variant="default" onClick={() => promote.mutate(id, { onError: notifyProblem })} aria-label={`${name} nachrücken lassen`}>
            Nachrücken
          </Button>
        )}
        {!isOver && (
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={`${name} austragen`}
            onClick={() =>
              confirm({
                title: 'Austragen?',
                text: `${name} bekommt darüber eine Mail.`,
                action: 'Austragen',
                onConfirm: () => takeOff.mutate(id, { onError: notifyProblem, onSuccess: () => notify(`${name} ist ausgetragen.`) }),
              })
            }
          >
            <Icon name="x" size={18} />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}
