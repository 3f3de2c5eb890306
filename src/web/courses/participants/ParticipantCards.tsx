import { Group, Text } from '@mantine/core';
import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { ParticipantMenu } from './ParticipantMenu.tsx';
import { callTo, detailsOf, paidOf, stateOf, toneOf, untilOf } from './participantWords.ts';
import classes from './participants.module.css';

type ParticipantCardsProps = {
  label: string;
  rows: readonly ListedParticipant[];
  /** All undefined at events. */ list: Partial<Pick<StaffedList, 'course' | 'sessionsHeld' | 'payments'>>;
  mayEdit: boolean;
};

/** The participants as cards for phones, with their actions. */
export function ParticipantCards({ label, rows, list: { course, sessionsHeld, payments }, mayEdit }: ParticipantCardsProps) {
  return (
    <ul className={classes['people']} aria-label={label}>
      {rows.map((one) => (
        <li key={one.id} className={classes['one']}>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <div className={classes['stack']}>
              <span className={classes['name']}>{listedName(one)}</span>
              <StateMark tone={toneOf(one)} wraps>
                {stateOf(one)}
              </StateMark>
              {paidOf(one, payments) && <span className={classes['quiet']}>{paidOf(one, payments)}</span>}
              {untilOf(one) && <span className={classes['quiet']}>{untilOf(one)}</span>}
            </div>
            {mayEdit && <ParticipantMenu one={one} course={course} />}
          </Group>
          <span className={classes['quiet']}>
            {detailsOf(one)}
            {sessionsHeld !== undefined && sessionsHeld > 0 && ` · anwesend ${one.present} von ${sessionsHeld}`}
          </span>
          {one.staffNote && <Text size="sm">Notiz: {one.staffNote}</Text>}
          {one.phone && (
            <a href={callTo(one.phone)} className={classes['call']}>
              {one.phone}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
