import { useQuery } from '@tanstack/react-query';
import { knownEmergency, type KnownEmergency } from '#shared/people/knownEmergency.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { today } from '#web/lib/berlinDay.ts';
import { ownPeopleQuery } from './ownPeopleQuery.ts';

/** Proposes an emergency contact that the account has already given for a child; asks the server only if something lacks. */
export function useKnownEmergency(
  isAsked: boolean,
): (child?: Pick<OwnPerson, 'firstname' | 'lastname' | 'birthDate'>) => KnownEmergency | undefined {
  const { data = [] } = useQuery({ ...ownPeopleQuery(), enabled: isAsked });
  return (child) => knownEmergency(data, child, today());
}

/** The words under a field that was filled with a known number. */
export function knownWords({ of }: KnownEmergency): string {
  return `Wie bei ${of} eingetragen: Bitte prüfen.`;
}
