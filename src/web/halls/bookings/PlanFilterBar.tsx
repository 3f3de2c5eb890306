import { Group, Select, Text, UnstyledButton } from '@mantine/core';
import { ageGroupNames, ageGroups, bookingKindNames, bookingKinds } from '#shared/halls/bookingStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { FilterFold } from '#web/ui/filters/FilterFold.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import classes from '../plan/plan.module.css';
import '../plan/holders.css';
import { DepartmentFilter } from '../parts/DepartmentField.tsx';
import { hiddenIn, hideOrShow, plannedWays, type PlanFilters } from './planFilters.ts';
import type { Booking } from './queries.ts';
import { colourOf } from './words.ts';

const wayNames = { promised: 'Zugesagt', waiting: 'Angefragt', free: 'Freigegeben' };
const zoomNames = [
  { value: 'small', label: 'Niedrige Zeilen' },
  { value: '', label: 'Normale Zeilen' },
  { value: 'large', label: 'Hohe Zeilen' },
];

type PlanFilterBarProps = {
  filters: PlanFilters;
  /** Whose departments are offered. */ club: ClubName;
  /** All that the plan holds, shown or not. */ bookings: readonly Booking[];
  /** Whether time goes downwards, so that its rows have a height. */ isGrid: boolean;
  onChange: (change: Partial<PlanFilters>) => void;
};

/** Narrows the plan down, and says whose colour is which; a press on a name hides and shows them. */
export function PlanFilterBar({ filters, club, bookings, isGrid, onChange }: PlanFilterBarProps) {
  const { kind, age, way, department, search, zoom } = filters;
  const choice = <T extends string>(label: string, of: readonly T[], names: { readonly [one in T]: string }, value: T | undefined) => ({
    'aria-label': label,
    placeholder: label,
    data: of.map((one) => ({ value: one, label: names[one] })),
    value: value ?? null,
    clearable: true,
    clearButtonProps: { 'aria-label': `${label} leeren` },
    w: 170,
  });
  return (
    <div className="no-print">
      <Group gap="xs" mb="xs">
        <FilterFold count={[kind, age, way, department, search].filter(Boolean).length}>
          <SearchField label="Gruppe oder Verein" value={search ?? ''} onSearch={(text) => onChange({ search: text || undefined })} />
          <Select
            {...choice('Art', bookingKinds, bookingKindNames, kind)}
            onChange={(value) => onChange({ kind: bookingKinds.find((one) => one === value) })}
          />
          <Select
            {...choice('Altersgruppe', ageGroups, ageGroupNames, age)}
            onChange={(value) => onChange({ age: ageGroups.find((one) => one === value) })}
          />
          <Select
            {...choice('Stand', plannedWays, wayNames, way)}
            onChange={(value) => onChange({ way: plannedWays.find((one) => one === value) })}
          />
          <DepartmentFilter w={170} club={club} value={department} onChange={(id) => onChange({ department: id })} />
          {isGrid && (
            <Select
              aria-label="Zeilenhöhe"
              data={zoomNames}
              allowDeselect={false}
              w={170}
              value={zoom ?? ''}
              onChange={(value) => onChange({ zoom: value === 'small' || value === 'large' ? value : undefined })}
            />
          )}
        </FilterFold>
      </Group>
      <Legend filters={filters} bookings={bookings} onChange={onChange} />
    </div>
  );
}

function Legend({ filters, bookings, onChange }: Pick<PlanFilterBarProps, 'filters' | 'bookings' | 'onChange'>) {
  const hidden = hiddenIn(filters);
  const colours = new Map(bookings.map((one) => [one.holder, colourOf(one)]));
  const names = [...new Set([...colours.keys(), ...hidden])].toSorted(compareNames);
  if (names.length === 0) return null;
  return (
    <Group gap="xs" mb="xs" component="section" aria-label="Legende">
      {names.map((holder) => (
        <UnstyledButton
          key={holder}
          className={classes['key']}
          data-colour={colours.get(holder)}
          aria-pressed={!hidden.includes(holder)}
          onClick={() => onChange({ hide: hideOrShow(filters, holder) || undefined })}
        >
          {holder}
        </UnstyledButton>
      ))}
      <Text size="sm" c="dimmed">
        Gestrichelt: angefragt oder frei. Ein Druck auf einen Namen blendet ihn aus.
      </Text>
    </Group>
  );
}
