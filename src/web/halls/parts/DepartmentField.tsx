import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { DepartmentSelect } from '#web/club/parts/DepartmentSelect.tsx';
import { departmentsQuery, useDepartmentChoices } from '#web/club/parts/departments.ts';

type DepartmentFieldProps = {
  /** The club whose departments are listed. */ club: ClubName;
  value: string | null;
  /** Also passes the department's sport, if the viewer may know it. */ onChange: (id: string | null, sport: string) => void;
  error?: ReactNode;
};

/** The department of a club that uses an hour or wishes for one; hidden for a club without departments. */
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

/** Filters a list by a department of a club. */
export function DepartmentFilter({ club, value, ...rest }: DepartmentFilterProps) {
  return <DepartmentSelect choices={useDepartmentChoices(club, value)} value={value} {...rest} />;
}
