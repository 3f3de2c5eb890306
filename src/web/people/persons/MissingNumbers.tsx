import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isMinor } from '#shared/kernel/age.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { today } from '#web/lib/berlinDay.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { ownPeopleQuery } from '../requests/requestQueries.ts';
import classes from '../members/members.module.css';

/**
 * Which children nobody could be called for in an emergency, with the way to enter a number, and once a season whether those
 * that are there still hold; nothing where there is nothing to ask.
 */
export function MissingNumbers() {
  const { data = [] } = useQuery(ownPeopleQuery());
  const lacking = data.filter(({ birthDate, emergencyContactPhone }) => isMinor(birthDate, today()) && !emergencyContactPhone);
  return (
    <>
      {lacking.length > 0 && (
        <p>
          <strong>Notfallnummer fehlt: {lacking.map(({ firstname }) => firstname).join(', ')}.</strong>{' '}
          <a href="/profile/family">Jetzt eintragen</a>
        </p>
      )}
      {data
        .filter(({ asksEmergency }) => asksEmergency)
        .map((one) => (
          <StillRight key={one.id} of={one} />
        ))}
    </>
  );
}

function StillRight({ of: { id, firstname, emergencyContactName: name, emergencyContactPhone: phone } }: { of: OwnPerson }) {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => api.people.confirmEmergency({ id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['people', 'mine'] }),
  });
  return (
    <div>
      <p>
        Stimmt die Notfallnummer von {firstname} noch? <strong>{[name, phone].filter(Boolean).join(', ')}</strong>
      </p>
      <p className={classes['line']}>
        <PlainButton disabled={confirm.isPending} onClick={() => confirm.mutate()}>
          Ja, stimmt: {firstname}
        </PlainButton>{' '}
        <a href="/profile/family">Ändern</a>
      </p>
      {confirm.error && <p role="alert">{failureText(confirm.error)}</p>}
    </div>
  );
}
