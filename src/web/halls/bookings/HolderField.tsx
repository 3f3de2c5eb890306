import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { organisationsQuery } from '#web/halls/parts/organisationsQuery.ts';
import type { BookingFormType } from './newBooking.ts';

/** The holder when a manager of halls books: an organisation without an account, or the manager's own club. */
export function HolderField({ form, club }: { form: BookingFormType; club: ClubName }) {
  const { data } = useQuery(organisationsQuery(club));
  const outside = (data ?? []).filter((one) => one.club === null);
  if (outside.length === 0) return null;
  return (
    <Select
      label="Für"
      placeholder={club}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Für leeren' }}
      data={outside.map(({ id, name }) => ({ value: id, label: name }))}
      {...form.getInputProps('organisationId')}
      value={form.values.organisationId ?? null}
      onChange={(id) => form.setFieldValue('organisationId', id ?? undefined)}
    />
  );
}
