import { useState } from 'react';
import { timesInWords } from '#shared/kernel/calendar.ts';
import type { HelperListView, ShiftView } from '#shared/helpers/helperListShapes.ts';
import { assignmentStateNames } from '#shared/helpers/helperListWords.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { useNow } from '#web/lib/useNow.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from './shifts.module.css';
import { seatsInWords, taskOf } from './words.ts';

const TakeShiftForm = lazyPart(async () => (await import('./TakeShiftForm.tsx')).TakeShiftForm);

type ShiftRowProps = { shift: ShiftView; list: HelperListView };

/** One shift of a list: its task, its free seats, and the sign-up. */
export function ShiftRow({ shift, list }: ShiftRowProps) {
  const { user } = useAuth();
  const nowMs = useNow();
  const [isOpen, setIsOpen] = useState(false);
  const [told, setTold] = useState('');
  const own = shift.helpers.filter(({ isOwn }) => isOwn);
  const relief = shift.helpers.find(({ isOwn, seeksRelief }) => seeksRelief && !isOwn);
  const isFull = shift.filled >= shift.needed;
  const mayTake = list.state === 'open' && Date.parse(shift.endsAt) > nowMs;
  const verb = relief && isFull && user ? 'Ablösen' : isFull ? 'Auf die Ersatzliste' : 'Eintragen';
  return (
    <li className={classes['row']} data-full={isFull}>
      <div className={classes['head']}>
        <div>
          <strong>{taskOf(shift)}</strong>
          <div className={classes['quiet']}>
            {timesInWords(shift)}
            {shift.place && ` · ${shift.place}`}
            {shift.ageMin !== null && ` · ab ${shift.ageMin} Jahren`}
            {shift.responsibleClub && ` · zuständig: ${shift.responsibleClub}`}
          </div>
          {shift.note && <div className={classes['quiet']}>{shift.note}</div>}
        </div>
        {mayTake && !isOpen && (
          <PlainButton
            look={isFull && !relief ? 'quiet' : 'main'}
            aria-label={`${verb}: ${taskOf(shift)}, ${timesInWords(shift)}`}
            onClick={() => setIsOpen(true)}
          >
            {verb}
          </PlainButton>
        )}
      </div>
      <progress
        className={classes['filled']}
        value={Math.min(shift.filled, shift.needed)}
        max={shift.needed}
        aria-label={`Besetzung: ${taskOf(shift)}`}
      />
      <div className={classes['places']}>{seatsInWords(shift)}</div>
      {relief && <div className={classes['quiet']}>Hier sucht jemand Ablösung.</div>}
      {own.map((one) => (
        <div key={one.id} className={classes['own']}>
          {one.name}: {assignmentStateNames[one.state]}
          {one.token && (
            <>
              {' · '}
              <a href={`/helpers/${list.token}?dienst=${one.token}`}>Ändern oder abgeben</a>
            </>
          )}
        </div>
      ))}
      <output className={classes['told']}>{told}</output>
      {isOpen && (
        <TakeShiftForm
          shift={shift}
          list={list}
          relieves={isFull && user ? relief?.id : undefined}
          onDone={(words) => {
            setTold(words);
            setIsOpen(false);
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </li>
  );
}
