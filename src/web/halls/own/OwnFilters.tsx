import { Box, Select } from '@mantine/core';
import { z } from 'zod';
import { bookingKindNames, bookingKinds } from '#shared/halls/bookingStates.ts';
import { shownBookings, type ShownBookings } from '#shared/halls/ownBookings.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FilterBar, type Filter } from '#web/ui/filters/FilterBar.tsx';
import { DepartmentFilter } from '../parts/DepartmentField.tsx';
import type { Hall } from '../bookings/queries.ts';
import { orders, type Order } from './groups.ts';

const [weeksAtFirst, daysAtMost] = [4, 800];

/** What the list shows, as it stands in the address. */
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

/** From when to when: four weeks from today, where nothing else that can be asked for is said; all to come of what needs a new hall. */
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
  /** Whose departments are offered. */ club: ClubName;
  address: OwnAddress;
  range: { from: string; to: string };
  halls: readonly Hall[];
  onChange: (change: Partial<z.input<typeof ownAddress>>) => void;
};

/** Chooses which of one's own bookings stand there, and in which order. */
export function OwnFilters({ club, address, range: { from, to }, halls, onChange }: OwnFiltersProps) {
  const { show, hall, kind, department, sort, search = '' } = address;
  const filters: Filter[] = [
    choice({
      label: 'Stand',
      of: shownBookings,
      names: shownNames,
      value: show,
      usual: 'current',
      onChoose: (one) => onChange({ show: one }),
    }),
    {
      name: 'hall',
      isSet: Boolean(hall),
      field: (
        <Select
          aria-label="Sportstätte"
          placeholder="Alle Hallen"
          data={halls.map(({ id, name }) => ({ value: id, label: name }))}
          value={hall ?? null}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Sportstätte leeren' }}
          onChange={(value) => onChange({ hall: value ?? undefined })}
        />
      ),
    },
    {
      name: 'kind',
      isSet: Boolean(kind),
      field: (
        <Select
          aria-label="Art"
          placeholder="Alle Arten"
          data={bookingKinds.map((value) => ({ value, label: bookingKindNames[value] }))}
          value={kind ?? null}
          clearable
          clearButtonProps={{ 'aria-label': 'Art leeren' }}
          onChange={(value) => onChange({ kind: bookingKinds.find((one) => one === value) })}
        />
      ),
    },
    {
      name: 'department',
      isSet: Boolean(department),
      field: <DepartmentFilter club={club} value={department} onChange={(id) => onChange({ department: id })} />,
    },
    choice({ label: 'Reihenfolge', of: orders, names: orderNames, value: sort, usual: 'date', onChoose: (one) => onChange({ sort: one }) }),
  ];
  return (
    <Box mb="md">
      <FilterBar search={{ label: 'Gruppe', value: search, onSearch: (text) => onChange({ search: text || undefined }) }} filters={filters}>
        <DayField label="Von" value={from} onChange={(day) => onChange({ from: day, to: day && day > to ? undefined : to })} />
        <DayField label="Bis" value={to} min={from} max={addDays(from, daysAtMost)} onChange={(day) => onChange({ to: day })} />
      </FilterBar>
    </Box>
  );
}

type Choice<T extends string> = {
  label: string;
  of: readonly T[];
  names: { readonly [one in T]: string };
  value: T;
  /** What counts as not chosen. */ usual: T;
  onChoose: (value: T) => void;
};

function choice<T extends string>({ label, of, names, value, usual, onChoose }: Choice<T>): Filter {
  return {
    name: label,
    isSet: value !== usual,
    field: (
      <Select
        aria-label={label}
        data={of.map((one) => ({ value: one, label: names[one] }))}
        value={value}
        allowDeselect={false}
        onChange={(chosen) => onChoose(of.find((one) => one === chosen) ?? usual)}
      />
    ),
  };
}
