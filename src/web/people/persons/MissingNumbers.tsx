import { useQuery } from '@tanstack/react-query';
import { isMinor } from '#shared/kernel/age.ts';
import { today } from '#web/lib/berlinDay.ts';
import { ownPeopleQuery } from '../requests/requestQueries.ts';

/** Which children nobody could be called for in an emergency, with the way to enter a number; nothing where there are none. */
export function MissingNumbers() {
  const { data = [] } = useQuery(ownPeopleQuery());
  const lacking = data.filter(({ birthDate, emergencyContactPhone }) => isMinor(birthDate, today()) && !emergencyContactPhone);
  if (lacking.length === 0) return null;
  return (
    <p>
      <strong>Notfallnummer fehlt: {lacking.map(({ firstname }) => firstname).join(', ')}.</strong>{' '}
      <a href="/profile/family">Jetzt eintragen</a>
    </p>
  );
}
