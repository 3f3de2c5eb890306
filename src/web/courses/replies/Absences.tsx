import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { absenceReasonNames } from '#shared/courses/replyStates.ts';
import type { OwnAbsence } from '#shared/courses/replies.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { AbsenceForm } from './AbsenceForm.tsx';
import classes from './replies.module.css';
import { myAbsencesQuery, useReplyMutations } from './queries.ts';

/** The family's absences, with a form to add one. */
export function Absences() {
  const { data = [] } = useQuery(myAbsencesQuery());
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {data.length > 0 && (
        <ul className={classes['rows']}>
          {data.map((one) => (
            <AbsenceRow key={one.id} absence={one} />
          ))}
        </ul>
      )}
      {!isOpen && <PlainButton onClick={() => setIsOpen(true)}>Abwesend von … bis …</PlainButton>}
      {isOpen && <AbsenceForm onDone={() => setIsOpen(false)} />}
    </>
  );
}

function AbsenceRow({ absence: { id, firstname, from, to, reason, note } }: { absence: OwnAbsence }) {
  const { deleteAbsence } = useReplyMutations();
  const days = from === to ? `am ${germanDate(from)}` : `vom ${germanDate(from)} bis ${germanDate(to)}`;
  return (
    <li className={classes['row']}>
      <p className={classes['what']}>
        <strong>{firstname}</strong> ist {days} abwesend ({absenceReasonNames[reason]}){note && `: ${note}`}
      </p>
      <PlainButton
        aria-label={`Zurücknehmen: ${firstname} ${days}`}
        disabled={deleteAbsence.isPending}
        onClick={() => deleteAbsence.mutate(id)}
      >
        Zurücknehmen
      </PlainButton>
      <Refusal error={deleteAbsence.error} />
    </li>
  );
}
