import type { ListedParticipant } from '#shared/courses/enrolmentShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { CallLinks } from './CallLinks.tsx';
import { openDetailsOf } from './participantWords.ts';
import classes from './participants.module.css';

/** Emergency numbers as cards with phone links. */
export function EmergencyCards({ label, rows }: { label: string; rows: readonly ListedParticipant[] }) {
  return (
    <ul className={classes['people']} aria-label={label}>
      {rows.map((one) => (
        <li key={one.id} className={classes['one']}>
          <span className={classes['name']}>{fullName(one)}</span>
          <span className={classes['quiet']}>{openDetailsOf(one)}</span>
          <CallLinks of={one} />
        </li>
      ))}
    </ul>
  );
}
