import { Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { useFoundPeople } from './useFoundPeople.ts';

type Choice = { value: string; label: string };

type LeaderSearchProps = {
  club: ClubName;
  /** Those who lead courses or hold an office already; listed first. */ staff: readonly Choice[];
  chosen: readonly string[];
  error: ReactNode;
  /** The field's path in its form. */ path: string | undefined;
  onAdd: (one: Choice) => void;
};

/** Adds a leader: from those who lead already, or by name from all persons of the club, as a new club needs. */
export function LeaderSearch({ club, staff, chosen, error, path, onAdd }: LeaderSearchProps) {
  const [typed, setTyped] = useState('');
  const { found, hint } = useFoundPeople(typed, club);
  const wanted = typed.trim().toLocaleLowerCase('de');
  const isFree = ({ value }: Choice) => !chosen.includes(value);
  const leading = staff.filter((one) => isFree(one) && one.label.toLocaleLowerCase('de').includes(wanted));
  const others = found.filter((one) => isFree(one) && !staff.some(({ value }) => value === one.value));
  return (
    <Select
      label="Übungsleitung hinzufügen"
      placeholder="Namen suchen"
      data-path={path}
      searchable
      // The list grows once results arrive: it may flip upwards then, so that it stays visible.
      comboboxProps={{ preventPositionChangeWhenVisible: false }}
      nothingFoundMessage={hint}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={[
        ...(leading.length > 0 ? [{ group: 'Übungsleitungen und Ämter', items: leading }] : []),
        ...(others.length > 0 ? [{ group: 'Weitere aus dem Verein', items: others }] : []),
      ]}
      onChange={(_value, option) => {
        if (!option) return;
        const { value, label } = option;
        onAdd({ value, label: found.find((one) => one.value === value)?.name ?? label });
        setTyped('');
      }}
      error={error}
    />
  );
}
