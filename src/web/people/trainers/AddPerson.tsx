import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { PersonSearch } from '../parts/PersonSearch.tsx';
import { ClearanceForm } from './ClearanceForm.tsx';
import { clearancesQuery } from './queries.ts';

type AddPersonProps = { club: ClubName; onDone: () => void };

/** Records a certificate of somebody who leads no offer, e.g. a helper at a camp. */
export function AddPerson({ club, onDone }: AddPersonProps) {
  const { data: known = [] } = useQuery(clearancesQuery(club));
  const [personId, setPersonId] = useState<string | null>(null);
  const stands = known.find((one) => one.personId === personId);
  return (
    <Stack gap="md">
      <PersonSearch club={club} onChoose={setPersonId} />
      {personId ? (
        <ClearanceForm
          key={personId}
          of={stands ?? { personId, name: 'dieser Person', noted: null, lastDay: '', version: 0 }}
          onDone={onDone}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Für alle, die Kinder oder Jugendliche betreuen, ohne ein Angebot zu leiten.
        </Text>
      )}
    </Stack>
  );
}
