import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { ageGroupNames, ageGroups, bookingKindNames, bookingKinds } from '#shared/halls/bookingStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { FilterBar, type Filter } from '#web/ui/filters/FilterBar.tsx';
import { namedOptions } from '#web/ui/filters/namedOptions.ts';
import { selectFilter } from '#web/ui/filters/selectFilter.tsx';
import classes from '../plan/plan.module.css';
import '../plan/holders.css';
import { DepartmentFilter } from '../parts/DepartmentField.tsx';
import { hiddenIn, toggleHolder, plannedWays, type PlanFilters } from './planFilters.ts';
import type { Booking } from './queries.ts';
import { colourOf } from './words.ts';

const wayNames = { promised: 'Zugesagt', waiting: 'Angefragt', free: 'Freigegeben', clashing: 'Im Konflikt' };
const zoomNames = [
  { value: 'small', label: 'Niedrige Zeilen' },
  { value: 'normal', label: 'Normale Zeilen' },
  { value: 'large', label: 'Hohe Zeilen' },
] as const;

type PlanFilterBarProps = {
  filters: PlanFilters;
  /** The club whose departments are listed. */ club: ClubName;
  /** All bookings of the plan, filtered or not; none until they are loaded. */ bookings: readonly Booking[];
  /** Whether time runs downwards, so that the row height can be set. */ isGrid: boolean;
  onChange: (change: Partial<PlanFilters>) => void;
};

/** The filters of the plan with the colour legend; a click on a holder hides or shows their bookings. */
export function PlanFilterBar({ filters, club, bookings, isGrid, onChange }: PlanFilterBarProps) {
  const { kind, age, way, department, search = '', zoom } = filters;
  const fields: Filter[] = [
    choice('Art', bookingKinds, bookingKindNames, kind, (one) => onChange({ kind: one })),
    choice('Stand', plannedWays, wayNames, way, (one) => onChange({ way: one })),
    {
      name: 'department',
      isSet: Boolean(department),
      field: <DepartmentFilter club={club} value={department} onChange={(id) => onChange({ department: id })} />,
    },
    choice('Altersgruppe', ageGroups, ageGroupNames, age, (one) => onChange({ age: one })),
    ...(isGrid ? [zoomChoice(zoom, onChange)] : []),
  ];
  return (
    <Stack gap="xs" mb="xs" className="no-print">
      <FilterBar
        search={{ label: 'Gruppe oder Verein', value: search, onSearch: (text) => onChange({ search: text || undefined }) }}
        filters={fields}
      />
      <Legend filters={filters} bookings={bookings} onChange={onChange} />
    </Stack>
  );
}

function choice<T extends string>(
  label: string,
  of: readonly T[],
  names: { readonly [one in T]: string },
  value: T | undefined,
  onChange: (value: T | undefined) => void,
): Filter {
  return selectFilter({ label, options: namedOptions(of, names), value, onChange });
}

function zoomChoice(zoom: PlanFilters['zoom'], onChange: PlanFilterBarProps['onChange']): Filter {
  return selectFilter({
    label: 'Zeilenhöhe',
    options: zoomNames,
    value: zoom,
    usual: 'normal',
    onChange: (value) => onChange({ zoom: value === 'normal' ? undefined : value }),
  });
}

function Legend({ filters, bookings, onChange }: Pick<PlanFilterBarProps, 'filters' | 'bookings' | 'onChange'>) {
  const hidden = hiddenIn(filters);
  const colours = new Map(bookings.map((one) => [one.holder, colourOf(one)]));
  const names = [...new Set([...colours.keys(), ...hidden])].toSorted(compareNames);
  return (
    <Group gap="xs" component="section" aria-label="Legende">
      <Text size="sm" c="dimmed" visibleFrom="sm">
        Gestrichelt: angefragt oder frei.
      </Text>
      {names.map((holder) => (
        <UnstyledButton
          key={holder}
          className={classes['key']}
          data-colour={colours.get(holder)}
          aria-pressed={!hidden.includes(holder)}
          onClick={() => onChange({ hide: toggleHolder(filters, holder) || undefined })}
        >
          {holder}
        </UnstyledButton>
      ))}
      {names.length > 0 && (
        <Text size="sm" c="dimmed" visibleFrom="sm">
          Ein Druck auf einen Namen blendet ihn aus.
        </Text>
      )}
    </Group>
  );
}
