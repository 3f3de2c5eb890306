import { Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import { PersonSearch } from './PersonSearch.tsx';

type PeopleFieldsProps = {
  club: ClubName;
  /** The ids of the chosen persons; an empty id is a field without a choice. */
  ids: readonly string[];
  most: number;
  /** The names of those chosen initially. */
  known?: readonly { personId: string; name: string }[];
  errorAt: (index: number) => ReactNode;
  onChange: (ids: string[]) => void;
};

/** Selects several persons of a club, with one field each. */
export function PeopleFields({ club, ids, most, known = [], errorAt, onChange }: PeopleFieldsProps) {
  // Stable keys, so that removing a row does not shift the search fields of the others.
  const [keys, setKeys] = useState(() => ids.map((_, at) => at));
  return (
    <FieldRows
      label="Personen"
      rows={ids}
      least={1}
      most={most}
      removeLabel={(number) => `${number}. Person entfernen`}
      addLabel="Person hinzufügen"
      onRemove={(at) => {
        onChange(ids.filter((_, index) => index !== at));
        setKeys(keys.filter((_, index) => index !== at));
      }}
      onAdd={() => {
        onChange([...ids, '']);
        setKeys([...keys, Math.max(-1, ...keys) + 1]);
      }}
    >
      {(chosenId, at) => {
        const name = known.find(({ personId }) => personId === chosenId)?.name;
        return (
          <Stack key={keys[at]} style={{ flex: 1 }}>
            <PersonSearch
              club={club}
              label={`${at + 1}. Person`}
              chosen={name === undefined ? undefined : { id: chosenId, name }}
              error={errorAt(at)}
              onChoose={(id) => onChange(ids.map((one, index) => (index === at ? (id ?? '') : one)))}
            />
          </Stack>
        );
      }}
    </FieldRows>
  );
}
