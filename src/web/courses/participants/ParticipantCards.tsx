import { Group, Text } from '@mantine/core';
import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { ParticipantMenu } from './ParticipantMenu.tsx';
import { callTo, detailsOf, paidOf, stateOf, toneOf, untilOf } from './participantWords.ts';
import classes from './participants.module.css';

type ParticipantCardsProps = { label: string; rows: readonly ListedParticipant[]; mayEdit: boolean };

/** The participants of an event as cards for phones, with their actions. */
export function ParticipantCards({ label, rows, mayEdit }: ParticipantCardsProps) {
  return (
    <ul className={classes['people']} aria-label={label}>
      {rows.map((one) => (
        <li key={one.id} className={classes['one']}>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <ParticipantCard one={one} list={{}} />
            {mayEdit && <ParticipantMenu one={one} course={undefined} />}
          </Group>
        </li>
      ))}
    </ul>
  );
}

type ParticipantCardProps = {
  one: ListedParticipant;
  /** Empty at events. */ list: Partial<Pick<StaffedList, 'sessionsHeld' | 'payments'>>;
};

/** A participant on a phone, with the number to call. */
export function ParticipantCard({ one, list: { sessionsHeld, payments } }: ParticipantCardProps) {
  return (
    <div className={classes['stack']}>
      <span className={classes['name']}>{listedName(one)}</span>
      <StateMark tone={toneOf(one)} wraps>
        {stateOf(one)}
      </StateMark>
      {paidOf(one, payments) && <span className={classes['quiet']}>{paidOf(one, payments)}</span>}
      {untilOf(one) && <span className={classes['quiet']}>{untilOf(one)}</span>}
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
    </div>
  );
}
