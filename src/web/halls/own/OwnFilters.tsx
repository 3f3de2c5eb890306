import { Box, Group } from '@mantine/core';
import { z } from 'zod';
import { bookingKindNames, bookingKinds } from '#shared/halls/bookingStates.ts';
import { shownBookings, type ShownBookings } from '#shared/halls/ownBookings.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FilterBar, type Filter } from '#web/ui/filters/FilterBar.tsx';
import { namedOptions } from '#web/ui/filters/namedOptions.ts';
import { selectFilter } from '#web/ui/filters/selectFilter.tsx';
import { DepartmentFilter } from '../parts/DepartmentField.tsx';
import type { Hall } from '../bookings/queries.ts';
import { orders, type Order } from './groups.ts';

const [weeksAtFirst, daysAtMost] = [4, 800];

/** The state of the list in the URL. */
export const ownAddress = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  hall: z.uuid().optional(),
  kind: z.enum(bookingKinds).optional(),
  department: z.uuid().optional(),
  show: z.enum(shownBookings).default('current'),
  search: z.string().max(100).optional(),
  sort: z.enum(orders).default('date'),
});
export type OwnAddress = z.output<typeof ownAddress>;

/** The range: by default four weeks from today; for displaced bookings all future ones. */
export function rangeOf({ from: asked, to: until, show }: OwnAddress, today: string): { from: string; to: string } {
  const from = asked ?? today;
  const isPossible = until !== undefined && until >= from && until <= addDays(from, daysAtMost);
  return { from, to: isPossible ? until : addDays(from, show === 'displaced' ? daysAtMost : weeksAtFirst * 7 - 1) };
}

const shownNames: { readonly [shown in ShownBookings]: string } = {
  current: 'Ohne abgesagte',
  open: 'Offene Anfragen',
  displaced: 'Nach Sperrung ohne Halle',
  gone: 'Nur abgesagte',
  all: 'Alle',
};
const orderNames: { readonly [order in Order]: string } = { date: 'Nach Datum', hall: 'Nach Halle', title: 'Nach Gruppe' };

type OwnFiltersProps = {
  /** The club whose departments are listed. */ club: ClubName;
  address: OwnAddress;
  range: { from: string; to: string };
  halls: readonly Hall[];
  onChange: (change: Partial<z.input<typeof ownAddress>>) => void;
};

/** The filters and the order of the viewer's bookings. */
export function OwnFilters({ club, address, range: { from, to }, halls, onChange }: OwnFiltersProps) {
  const { show, hall, kind, department, sort, search = '' } = address;
  const filters: Filter[] = [
    selectFilter({
      label: 'Stand',
      options: namedOptions(shownBookings, shownNames),
      value: show,
      usual: 'current',
      onChange: (value) => onChange({ show: value ?? 'current' }),
    }),
    selectFilter({
      label: 'Sportstätte',
      placeholder: 'Alle Hallen',
      options: halls.map(({ id, name }) => ({ value: id, label: name })),
      value: hall,
      searchable: true,
      onChange: (value) => onChange({ hall: value }),
    }),
    selectFilter({
      label: 'Art',
      placeholder: 'Alle Arten',
      options: namedOptions(bookingKinds, bookingKindNames),
      value: kind,
      onChange: (value) => onChange({ kind: value }),
    }),
    {
      name: 'department',
      isSet: Boolean(department),
      field: <DepartmentFilter club={club} value={department} onChange={(id) => onChange({ department: id })} />,
    },
    selectFilter({
      label: 'Reihenfolge',
      options: namedOptions(orders, orderNames),
      value: sort,
      usual: 'date',
      onChange: (value) => onChange({ sort: value ?? 'date' }),
    }),
  ];
  return (
    <Box mb="md">
      <FilterBar search={{ label: 'Gruppe', value: search, onSearch: (text) => onChange({ search: text || undefined }) }} filters={filters}>
        <Group gap="xs" wrap="nowrap">
          <DayField label="Von" value={from} onChange={(day) => onChange({ from: day, to: day && day > to ? undefined : to })} />
          <DayField label="Bis" value={to} min={from} max={addDays(from, daysAtMost)} onChange={(day) => onChange({ to: day })} />
        </Group>
      </FilterBar>
    </Box>
  );
}
