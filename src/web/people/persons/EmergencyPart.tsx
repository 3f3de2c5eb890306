import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fullName } from '#shared/kernel/fullName.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { wayHomeNames } from '#shared/people/wayHome.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { ownPeopleQuery } from '../parts/ownPeopleQuery.ts';
import classes from './emergency.module.css';
import { EmergencyForm } from './EmergencyForm.tsx';

/** The emergency contacts of the viewer and the persons they act for (/profile). */
export function EmergencyPart() {
  const query = useQuery(ownPeopleQuery());
  const { data: people } = query;
  if (!people) return <Loading query={query} />;
  if (people.length === 0) return null;
  const lacking = people.filter(({ emergencyContactPhone }) => !emergencyContactPhone);
  return (
    <RowPart
      id="notfall"
      title="Notfallkontakte"
      state={lacking.length > 0 ? `Eine Nummer fehlt: ${lacking.map(({ firstname }) => firstname).join(', ')}` : 'Überall eingetragen'}
      isWaiting={lacking.length > 0}
      lead="Wen ruft die Übungsleitung an, wenn etwas passiert, und wer holt ab? Sie sieht das auf der Liste ihrer Gruppe, auch ohne Netz."
    >
      <ul className={classes['contacts']}>
        {people.map((one) => (
          <Contact key={one.id} of={one} />
        ))}
      </ul>
    </RowPart>
  );
}

function Contact({ of }: { of: OwnPerson }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen)
    return (
      <li>
        <EmergencyForm of={of} onDone={() => setIsOpen(false)} />
      </li>
    );
  const action = of.emergencyContactPhone ? 'Ändern' : 'Eintragen';
  return (
    <li>
      <div className={classes['contact']}>
        <span>
          <strong>{fullName(of)}</strong>
          {linesOf(of).map((words) => (
            <span key={words} className={classes['line']}>
              {words}
            </span>
          ))}
        </span>
        <Button variant="default" onClick={() => setIsOpen(true)} aria-label={`${action}: Notfallkontakt von ${fullName(of)}`}>
          {action}
        </Button>
      </div>
    </li>
  );
}

/** One line per contact, and the way home. */
function linesOf(of: OwnPerson): string[] {
  const first = { name: of.emergencyContactName, phone: of.emergencyContactPhone };
  const contacts = [first, ...of.emergencyOthers]
    .filter(({ phone }) => phone)
    .map(({ name, phone }) => [name, phone].filter(Boolean).join(', '));
  const home = of.goesHome === 'unknown' ? '' : [wayHomeNames[of.goesHome], of.collectors].filter(Boolean).join(': ');
  return [...(contacts.length > 0 ? contacts : ['Noch keine Nummer']), ...(home ? [home] : [])];
}
