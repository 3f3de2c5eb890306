import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeMethodNames } from '#shared/money/chargeWords.ts';
import { previewMethods, shownLines } from '#shared/money/fees/feePreview.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { FilterBar } from '#web/ui/filters/FilterBar.tsx';
import { namedOptions } from '#web/ui/filters/namedOptions.ts';
import { selectFilter } from '#web/ui/filters/selectFilter.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { feeGroupsQuery } from './queries.ts';

type Show = (typeof shownLines)[number];
/** The filters of a preview. */
export type PreviewFilter = {
  search?: string | undefined;
  show: Show;
  departmentId?: string | undefined;
  feeGroup?: string | undefined;
  method?: (typeof previewMethods)[number] | undefined;
  /** Whether all lines are listed, not only the first ones. */ isWhole?: 'true';
};

const showNames: { readonly [show in Show]: string } = {
  all: 'Alle Zeilen',
  changed: 'Geändert',
  new: 'Neu',
  same: 'Schon gefordert',
  exception: 'Mit Ausnahme',
  fault: 'Nicht berechenbar',
};

type PreviewFiltersProps = { club: ClubName; filter: PreviewFilter; onFilter: (change: Partial<PreviewFilter>) => void };

/** The filters of a preview: lines to check, way of payment, department, fee group and name; and printing what they leave. */
export function PreviewFilters({ club, filter: { search, show, departmentId, feeGroup, method }, onFilter }: PreviewFiltersProps) {
  const departments = useDepartmentChoices(club, departmentId ?? null);
  const { data: groups = [] } = useQuery(feeGroupsQuery(club));
  const filters = [
    selectFilter({
      label: 'Welche Zeilen',
      options: namedOptions(shownLines, showNames),
      value: show,
      usual: 'all',
      onChange: (value) => onFilter({ show: value ?? 'all' }),
    }),
    selectFilter({
      label: 'Zahlungsart',
      placeholder: 'Jede Zahlungsart',
      options: namedOptions(previewMethods, chargeMethodNames),
      value: method,
      onChange: (value) => onFilter({ method: value }),
    }),
    ...(departments.length > 0
      ? [
          selectFilter({
            label: 'Abteilung',
            placeholder: 'Jede Abteilung',
            options: departments,
            value: departmentId,
            onChange: (value) => onFilter({ departmentId: value }),
          }),
        ]
      : []),
    ...(groups.length > 0
      ? [
          selectFilter({
            label: 'Beitragsgruppe',
            placeholder: 'Jede Beitragsgruppe',
            options: groups.map((value) => ({ value, label: value })),
            value: feeGroup,
            onChange: (value) => onFilter({ feeGroup: value }),
          }),
        ]
      : []),
  ];
  return (
    <FilterBar
      search={{ label: 'Name oder Regel', value: search ?? '', onSearch: (text) => onFilter({ search: text || undefined }) }}
      filters={filters}
    >
      <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => window.print()}>
        Drucken
      </Button>
    </FilterBar>
  );
}
