import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { knownEmergency } from '#shared/people/knownEmergency.ts';
import { ownPeopleQuery } from '#web/people/parts/ownPeopleQuery.ts';
import { today } from '#web/lib/berlinDay.ts';
import { noAgreements, type Agreements } from './Agreements.tsx';

/** What goes with an enrolment; a lacking emergency number begins with the one that the family has given elsewhere. */
export function useAgreements(people: readonly Pick<Candidate, 'personId' | 'lacksEmergency'>[]) {
  const [typed, setAgreements] = useState<Agreements>(noAgreements);
  const lacking = people.filter(({ lacksEmergency }) => lacksEmergency);
  const { data: own = [] } = useQuery({ ...ownPeopleQuery(), enabled: lacking.length > 0 });
  const knownOf = (personId: string) =>
    knownEmergency(
      own,
      own.find(({ id }) => id === personId),
      today(),
    );
  const known = Object.fromEntries(lacking.map(({ personId }) => [personId, knownOf(personId)?.phone ?? '']).filter(([, phone]) => phone));
  return { agreements: { ...typed, emergencyPhones: { ...known, ...typed.emergencyPhones } }, setAgreements, knownOf };
}
