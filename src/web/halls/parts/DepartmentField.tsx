import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { DepartmentSelect } from '#web/club/parts/DepartmentSelect.tsx';
import { departmentsQuery, useDepartmentChoices } from '#web/club/parts/departments.ts';

type DepartmentFieldProps = {
  /** Whose departments. */ club: ClubName;
  value: string | null;
  /** With the sport of the department, where the viewer may know it. */ onChange: (id: string | null, sport: string) => void;
  error?: ReactNode;
};

/** Which department of a club uses an hour or wishes for one; a club without departments is not asked. */
export function DepartmentField({ club, value, onChange, error }: DepartmentFieldProps) {
  const choices = useDepartmentChoices(club, value);
  const { data = [] } = useQuery(departmentsQuery(club));
  if (choices.length === 0) return null;
  return (
    <Select
      label="Abteilung"
      placeholder="Keine"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Abteilung leeren' }}
      data={choices}
      value={value}
      onChange={(chosen) => onChange(chosen, data.find(({ id }) => id === chosen)?.managed?.sport ?? '')}
      error={error}
    />
  );
}

type DepartmentFilterProps = { club: ClubName; value: string | undefined; onChange: (id: string | undefined) => void };

/** Narrows a list down to what one department of a club has. */
export function DepartmentFilter({ club, value, ...rest }: DepartmentFilterProps) {
  return <DepartmentSelect choices={useDepartmentChoices(club, value)} value={value} {...rest} />;
}
