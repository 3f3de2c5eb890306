import { Button, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { localOf } from '#shared/kernel/calendar.ts';
import { CallError } from '#web/lib/call/call.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useBookingMutations, type Booking, type Hall, type Scope } from './queries.ts';
import { scopes } from './scopes.ts';

/** Moves or renames a booking: only this date, this and the following, or all to come. */
export function ChangeForm({ booking, hall, onDone }: { booking: Booking; hall: Hall; onDone: () => void }) {
  const { change } = useBookingMutations();
  const [title, setTitle] = useState(booking.title ?? '');
  const [date, setDate] = useState(booking.date);
  const [startTime, setStartTime] = useState(localOf(new Date(booking.startsAt)).time);
  const [endTime, setEndTime] = useState(localOf(new Date(booking.endsAt)).time);
  const [unitIds, setUnitIds] = useState<string[]>(booking.unitIds);
  const [scope, setScope] = useState<Scope>('one');
  const faultOf = (path: string) =>
    change.error instanceof CallError ? change.error.fields.find((one) => one.path === path)?.message : undefined;
  const save = () =>
    change.mutate(
      {
        id: booking.id,
        version: booking.version,
        title,
        kind: booking.kind ?? 'training',
        ageGroup: booking.ageGroup,
        expectedParticipants: booking.expectedParticipants,
        message: booking.message ?? '',
        contactPerson: booking.contactPerson ?? '',
        contactPhone: booking.contactPhone ?? '',
        date,
        startTime,
        endTime,
        unitIds,
        scope,
      },
      {
        onSuccess: ({ changed }) => {
          notify(changed === 1 ? 'Der Termin ist geändert.' : `${changed} Termine sind geändert.`);
          onDone();
        },
      },
    );
  return (
    <Stack gap="sm" component="section" aria-label="Ändern">
      <TextInput label="Titel" value={title} error={faultOf('title')} onChange={(event) => setTitle(event.currentTarget.value)} />
      <DayField label="Tag" hasVisibleLabel value={date} error={faultOf('date')} onChange={(day) => setDate(day ?? booking.date)} />
      <Group grow>
        <TextInput
          label="Von"
          value={startTime}
          error={faultOf('startTime')}
          onChange={(event) => setStartTime(event.currentTarget.value)}
        />
        <TextInput label="Bis" value={endTime} error={faultOf('endTime')} onChange={(event) => setEndTime(event.currentTarget.value)} />
      </Group>
      {hall.units.length > 1 && (
        <MultiSelect
          label="Teile"
          data={hall.units.map(({ id, label }) => ({ value: id, label }))}
          value={unitIds}
          onChange={setUnitIds}
          error={faultOf('unitIds')}
        />
      )}
      {booking.seriesId && (
        <Select
          label="Gilt für"
          data={[...scopes]}
          value={scope}
          allowDeselect={false}
          onChange={(value) => setScope(scopes.find((one) => one.value === value)?.value ?? 'one')}
        />
      )}
      <FormProblem
        error={change.error}
        fields={
          change.error instanceof CallError && change.error.code === 'occupied' ? [] : ['title', 'date', 'startTime', 'endTime', 'unitIds']
        }
      />
      <Button variant="default" loading={change.isPending} onClick={save} style={{ alignSelf: 'flex-start' }}>
        Änderung speichern
      </Button>
    </Stack>
  );
}
