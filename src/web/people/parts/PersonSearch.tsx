import { Select } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { useFoundPeople } from './useFoundPeople.ts';

type PersonSearchProps = {
  /** Default: the club of the viewer. */ club?: ClubName;
  /** Default "Person". */
  label?: string;
  description?: string;
  /** The person chosen initially. */
  chosen?: { id: string; name: string } | undefined;
  /** Includes deceased persons. */ withDead?: boolean;
  error?: React.ReactNode;
  /** Has the focus when its dialog opens. */ isFirst?: boolean;
  onChoose: (id: string | null, name?: string) => void;
};

/** Selects a person of a club, searched by name. */
export function PersonSearch({ club, label = 'Person', description, chosen, withDead, error, isFirst, onChoose }: PersonSearchProps) {
  const [typed, setTyped] = useState(chosen?.name ?? '');
  // The name of the chosen person is not a search text.
  const { found, hint } = useFoundPeople(typed === chosen?.name ? '' : typed, club, withDead);
  const known =
    chosen && !found.some(({ value }) => value === chosen.id) ? [{ value: chosen.id, label: chosen.name, name: chosen.name }] : [];
  const options = [...known, ...found];
  return (
    <Select
      data-autofocus={isFirst}
      label={label}
      description={description}
      placeholder="Vorname oder Nachname"
      searchable
      // The list grows once results arrive: it may flip upwards then, so that it stays visible.
      comboboxProps={{ preventPositionChangeWhenVisible: false }}
      clearable
      maw="33rem"
      defaultValue={chosen?.id ?? null}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={hint}
      data={options}
      onChange={(id) => onChoose(id, options.find(({ value }) => value === id)?.name)}
    />
  );
}
