import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { shownLines } from '#shared/money/fees/feePreview.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { FilterFold } from '#web/ui/filters/FilterFold.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { feeGroupsQuery } from './queries.ts';

type Show = (typeof shownLines)[number];
/** What a preview is narrowed to. */
export type PreviewFilter = {
  search?: string | undefined;
  show: Show;
  departmentId?: string | undefined;
  feeGroup?: string | undefined;
};

const showNames: { readonly [show in Show]: string } = {
  all: 'Alle Zeilen',
  changed: 'Geändert',
  new: 'Neu',
  same: 'Schon gefordert',
  exception: 'Mit Ausnahme',
  fault: 'Ohne Beitrag',
};

type PreviewFiltersProps = { club: ClubName; filter: PreviewFilter; onFilter: (change: Partial<PreviewFilter>) => void };

/** Narrows a preview by what is to be looked at, department, fee group and name. */
export function PreviewFilters({ club, filter: { search, show, departmentId, feeGroup }, onFilter }: PreviewFiltersProps) {
  const departments = useDepartmentChoices(club, departmentId ?? null);
  const { data: groups = [] } = useQuery(feeGroupsQuery(club));
  const count = [show !== 'all', departmentId, feeGroup].filter(Boolean).length;
  return (
    <Group gap="xs" className="no-print">
      <SearchField label="Name oder Regel" value={search ?? ''} onSearch={(text) => onFilter({ search: text || undefined })} />
      <FilterFold count={count}>
        <Select
          aria-label="Welche Zeilen"
          data={shownLines.map((value) => ({ value, label: showNames[value] }))}
          value={show}
          allowDeselect={false}
          onChange={(value) => onFilter({ show: shownLines.find((one) => one === value) ?? 'all' })}
          w={180}
        />
        {departments.length > 0 && (
          <Select
            aria-label="Abteilung"
            placeholder="Jede Abteilung"
            data={departments}
            value={departmentId ?? null}
            onChange={(value) => onFilter({ departmentId: value ?? undefined })}
            clearable
            w={190}
          />
        )}
        {groups.length > 0 && (
          <Select
            aria-label="Beitragsgruppe"
            placeholder="Jede Beitragsgruppe"
            data={groups}
            value={feeGroup ?? null}
            onChange={(value) => onFilter({ feeGroup: value ?? undefined })}
            clearable
            w={210}
          />
        )}
      </FilterFold>
    </Group>
  );
}
