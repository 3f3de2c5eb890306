import { Select } from '@mantine/core';

type DepartmentSelectProps = {
  /** Undefined while they are loaded: its place is kept, so that nothing beside it moves. */ choices:
    | { value: string; label: string }[]
    | undefined;
  value: string | null | undefined;
  onChange: (id: string | undefined) => void;
};

/** Filters a list by department; renders nothing if there is none to choose. */
export function DepartmentSelect({ choices, value, onChange }: DepartmentSelectProps) {
  if (choices?.length === 0) return null;
  return (
    <Select
      aria-label="Abteilung"
      placeholder="Alle Abteilungen"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Abteilung leeren' }}
      data={choices ?? []}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
