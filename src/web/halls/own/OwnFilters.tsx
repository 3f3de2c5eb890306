import { Select, SimpleGrid } from '@mantine/core';
import { z } from 'zod';
import { bookingKindNames, bookingKinds } from '#shared/halls/bookingStates.ts';
import { shownBookings, type ShownBookings } from '#shared/halls/ownBookings.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FilterFold } from '#web/ui/filters/FilterFold.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
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
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="xs" mb="md" className="no-print">
      <DayField label="Von" value={from} onChange={(day) => onChange({ from: day, to: day && day > to ? undefined : to })} />
      <DayField label="Bis" value={to} min={from} max={addDays(from, daysAtMost)} onChange={(day) => onChange({ to: day })} />
      <SearchField label="Gruppe" value={address.search ?? ''} onSearch={(text) => onChange({ search: text || undefined })} />
      <FilterFold count={[address.show !== 'current', address.hall, address.kind, address.department].filter(Boolean).length}>
        <Select
          aria-label="Stand"
          data={shownBookings.map((value) => ({ value, label: shownNames[value] }))}
          value={address.show}
          allowDeselect={false}
          onChange={(value) => onChange({ show: shownBookings.find((one) => one === value) ?? 'current' })}
        />
        <Select
          aria-label="Sportstätte"
          placeholder="Alle Hallen"
          data={halls.map(({ id, name }) => ({ value: id, label: name }))}
          value={address.hall ?? null}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Sportstätte leeren' }}
          onChange={(value) => onChange({ hall: value ?? undefined })}
        />
        <Select
          aria-label="Art"
          placeholder="Alle Arten"
          data={bookingKinds.map((value) => ({ value, label: bookingKindNames[value] }))}
          value={address.kind ?? null}
          clearable
          clearButtonProps={{ 'aria-label': 'Art leeren' }}
          onChange={(value) => onChange({ kind: bookingKinds.find((one) => one === value) })}
        />
        <DepartmentFilter club={club} value={address.department} onChange={(id) => onChange({ department: id })} />
        <Select
          aria-label="Reihenfolge"
          data={orders.map((value) => ({ value, label: orderNames[value] }))}
          value={address.sort}
          allowDeselect={false}
          onChange={(value) => onChange({ sort: orders.find((one) => one === value) ?? 'date' })}
        />
      </FilterFold>
    </SimpleGrid>
  );
}
