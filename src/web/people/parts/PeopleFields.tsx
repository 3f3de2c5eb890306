import { Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import { PersonSearch } from './PersonSearch.tsx';

type PeopleFieldsProps = {
  club: ClubName;
  /** The ids of the chosen people; an empty one is a field in which nobody is chosen yet. */
  ids: readonly string[];
  most: number;
  /** Who is chosen at first, by name. */
  known?: readonly { personId: string; name: string }[];
  errorAt: (index: number) => ReactNode;
  onChange: (ids: string[]) => void;
};

/** Finds several people of a club, a field for each. */
export function PeopleFields({ club, ids, most, known = [], errorAt, onChange }: PeopleFieldsProps) {
  // A row that goes takes its search field with it; the fields of the others keep what is chosen.
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
