import { Select } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { useFoundPeople } from './useFoundPeople.ts';

type PersonSearchProps = {
  /** Default: the club of the viewer. */ club?: ClubName;
  /** Default "Person". */
  label?: string;
  description?: string;
  /** Who is chosen already; without it the field begins empty. */
  chosen?: { id: string; name: string } | undefined;
  /** Also finds who has died. */ withDead?: boolean;
  error?: React.ReactNode;
  onChoose: (id: string | null) => void;
};

/** Finds one person of a club by a part of the name. */
export function PersonSearch({ club, label = 'Person', description, chosen, withDead, error, onChoose }: PersonSearchProps) {
  const [typed, setTyped] = useState(chosen?.name ?? '');
  // The name of the person who is chosen already is no search.
  const { found, hint } = useFoundPeople(typed === chosen?.name ? '' : typed, club, withDead);
  const known = chosen && !found.some(({ value }) => value === chosen.id) ? [{ value: chosen.id, label: chosen.name }] : [];
  return (
    <Select
      label={label}
      description={description}
      placeholder="Vorname oder Nachname"
      searchable
      // The list grows once people are found: it may turn upwards then, so that it stays in view.
      comboboxProps={{ preventPositionChangeWhenVisible: false }}
      clearable
      maw={420}
      defaultValue={chosen?.id ?? null}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={hint}
      data={[...known, ...found]}
      onChange={onChoose}
    />
  );
}
