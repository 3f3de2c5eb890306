import { Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ClubName } from '#shared/kernel/clubs.ts';
import { courseKindNames, courseKinds } from '#shared/courses/courseWords.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DepartmentSelect } from '#web/club/parts/DepartmentSelect.tsx';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { trainersQuery } from '#web/people/parts/trainers.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { usualPeriods } from './periods.ts';
import type { StatFilter } from './queries.ts';

type StatFiltersProps = {
  filter: StatFilter;
  club: ClubName;
  seesClubs: boolean;
  onChange: (change: Partial<StatFilter>) => void;
};

/** The filters of the statistics: period, department, kind and trainer. */
export function StatFilters({ filter, club, seesClubs, onChange }: StatFiltersProps) {
  const { data: departments } = useQuery(departmentsQuery(club, 'all'));
  const { data: leaders = [] } = useQuery(trainersQuery(club));
  const periods = usualPeriods(today());
  const period = periods.find(({ from, to }) => from === filter.from && to === filter.to);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, md: 4 }} spacing="xs" className="no-print">
      <Select
        aria-label="Zeitraum"
        placeholder="Eigener Zeitraum"
        data={periods.map(({ value, label }) => ({ value, label }))}
        value={period?.value ?? null}
        onChange={(value) => {
          const next = periods.find((one) => one.value === value);
          if (next) onChange({ from: next.from, to: next.to });
        }}
        allowDeselect={false}
      />
      <DayField label="Von" value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField label="Bis" value={filter.to} onChange={(to) => onChange({ to })} />
      <DepartmentSelect
        choices={departments?.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.departmentId}
        onChange={(departmentId) => onChange({ departmentId })}
      />
      <Select
        aria-label="Art des Angebots"
        placeholder="Jede Art"
        data={courseKinds.map((value) => ({ value, label: courseKindNames[value] }))}
        value={filter.kind ?? null}
        onChange={(value) => onChange({ kind: courseKinds.find((kind) => kind === value) })}
        clearable
      />
      <Select
        aria-label="Übungsleitung"
        placeholder="Jede Übungsleitung"
        data={leaders.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.trainerId ?? null}
        onChange={(value) => onChange({ trainerId: value ?? undefined })}
        searchable
        clearable
      />
      {seesClubs && (
        <ClubChoice value={club} onChange={(next) => onChange({ club: next, departmentId: undefined, trainerId: undefined })} />
      )}
    </SimpleGrid>
  );
}
