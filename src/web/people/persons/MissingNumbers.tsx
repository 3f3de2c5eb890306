import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isMinor } from '#shared/kernel/age.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { today } from '#web/lib/berlinDay.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { ownPeopleQuery } from '../parts/ownPeopleQuery.ts';
import classes from './emergency.module.css';
import { EmergencyForm } from './EmergencyForm.tsx';

/**
 * Children without an emergency contact, with a link to add one; once a season it also asks whether existing numbers
 * are still valid. Renders nothing if there is nothing to ask.
 */
export function MissingNumbers() {
  const { data = [] } = useQuery(ownPeopleQuery());
  const lacking = data.filter(({ birthDate, emergencyContactPhone }) => isMinor(birthDate, today()) && !emergencyContactPhone);
  const old = data.filter(({ asksEmergency }) => asksEmergency);
  if (lacking.length + old.length === 0) return null;
  return (
    <PagePart title="Für den Notfall">
      <ul className={classes['contacts']}>
        {lacking.map((one) => (
          <Lacking key={one.id} of={one} />
        ))}
        {old.map((one) => (
          <StillRight key={one.id} of={one} />
        ))}
      </ul>
    </PagePart>
  );
}

function Lacking({ of }: { of: OwnPerson }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      {isOpen ? (
        <EmergencyForm of={of} onDone={() => setIsOpen(false)} />
      ) : (
        <div className={classes['contact']}>
          <strong>Notfallnummer fehlt: {of.firstname}</strong>
          <PlainButton onClick={() => setIsOpen(true)} aria-label={`Notfallnummer eintragen: ${of.firstname}`}>
            Eintragen
          </PlainButton>
        </div>
      )}
    </li>
  );
}

function StillRight({ of }: { of: OwnPerson }) {
  const { id, firstname, emergencyContactName: name, emergencyContactPhone: phone } = of;
  const [isOpen, setIsOpen] = useState(false);
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => api.people.confirmEmergency({ id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['people', 'mine'] }),
  });
  if (isOpen)
    return (
      <li>
        <EmergencyForm of={of} onDone={() => setIsOpen(false)} />
      </li>
    );
  return (
    <li>
      <div className={classes['contact']}>
        <span>
          Stimmt die Notfallnummer von {firstname} noch?
          <br />
          <strong>{[name, phone].filter(Boolean).join(', ')}</strong>
        </span>
        <span className={classes['buttons']}>
          <PlainButton disabled={confirm.isPending} onClick={() => confirm.mutate()} aria-label={`Ja, stimmt: ${firstname}`}>
            Ja, stimmt
          </PlainButton>
          <PlainButton onClick={() => setIsOpen(true)} aria-label={`Ändern: Notfallnummer von ${firstname}`}>
            Ändern
          </PlainButton>
        </span>
      </div>
      {confirm.error && <p role="alert">{failureText(confirm.error)}</p>}
    </li>
  );
}
