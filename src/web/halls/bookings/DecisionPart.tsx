import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { localOf } from '#shared/kernel/calendar.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useBookingMutations, type Booking, type Hall, type Scope } from './queries.ts';
import { scopes } from './scopes.ts';

type DecisionPartProps = {
  booking: Booking;
  hall: Hall;
  /** Where another place may be offered. */ halls: readonly Hall[];
  onDone: () => void;
};

/** Decides a request: all, only what is free, another time or hall, or no. */
export function DecisionPart({ booking, hall, halls, onDone }: DecisionPartProps) {
  const { decide } = useBookingMutations();
  const [scope, setScope] = useState<Scope>(booking.seriesId ? 'all' : 'one');
  const [onlyFree, setOnlyFree] = useState(false);
  const [reason, setReason] = useState('');
  const [startTime, setStartTime] = useState(localOf(new Date(booking.startsAt)).time);
  const [endTime, setEndTime] = useState(localOf(new Date(booking.endsAt)).time);
  const [offeredId, setOfferedId] = useState(hall.id);
  const offered = halls.find(({ id }) => id === offeredId) ?? hall;
  const unitIds = offered.id === hall.id ? booking.unitIds : offered.units.map(({ id }) => id);
  const run = (action: 'approve' | 'reject' | 'offer') =>
    decide.mutate(
      {
        id: booking.id,
        action,
        scope,
        onlyFree,
        reason,
        ...(action === 'offer' && { offer: { facilityId: offered.id, unitIds, startTime, endTime } }),
      },
      {
        onSuccess: ({ changed, left }) => {
          notify(`${changed} entschieden${left > 0 ? `, ${left} bleiben wegen Überschneidung offen` : ''}.`);
          onDone();
        },
      },
    );
  return (
    <Stack gap="sm" component="section" aria-label="Entscheiden">
      {booking.seriesId && (
        <>
          <Select
            label="Gilt für"
            data={[...scopes]}
            value={scope}
            allowDeselect={false}
            onChange={(value) => setScope(scopes.find((one) => one.value === value)?.value ?? 'one')}
          />
          <Checkbox label="Nur zusagen, was frei ist" checked={onlyFree} onChange={(event) => setOnlyFree(event.currentTarget.checked)} />
        </>
      )}
      <TextInput label="Begründung" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      <Group gap="xs">
        <Button loading={decide.isPending} onClick={() => run('approve')}>
          Zusagen
        </Button>
        <Button variant="outline" color="red.9" disabled={reason.trim() === ''} onClick={() => run('reject')}>
          Ablehnen
        </Button>
      </Group>
      <Select
        label="Gegenvorschlag: Halle"
        searchable
        allowDeselect={false}
        data={halls.filter(({ managerClub }) => managerClub === hall.managerClub).map(({ id, name }) => ({ value: id, label: name }))}
        value={offered.id}
        onChange={(value) => setOfferedId(value ?? hall.id)}
      />
      <Group align="flex-end" gap="xs">
        <TextInput label="Gegenvorschlag von" w={140} value={startTime} onChange={(event) => setStartTime(event.currentTarget.value)} />
        <TextInput label="bis" w={100} value={endTime} onChange={(event) => setEndTime(event.currentTarget.value)} />
        <Button variant="default" onClick={() => run('offer')}>
          Vorschlagen
        </Button>
      </Group>
      <FormProblem error={decide.error} />
    </Stack>
  );
}
