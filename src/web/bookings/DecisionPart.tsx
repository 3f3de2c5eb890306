import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { localOf } from '#shared/calendar.ts';
import { FormProblem } from '#web/ui/FormProblem.tsx';
import { tell } from '#web/ui/notices.tsx';
import { useBookingMutations, type Booking, type Hall, type Scope } from './queries.ts';
import { scopes } from './scopes.ts';

/** Decides a request: all, only what is free, another time, or no. */
export function DecisionPart({ booking, hall, onDone }: { booking: Booking; hall: Hall; onDone: () => void }) {
  const { decide } = useBookingMutations();
  const [scope, setScope] = useState<Scope>(booking.seriesId ? 'all' : 'one');
  const [onlyFree, setOnlyFree] = useState(false);
  const [reason, setReason] = useState('');
  const [startTime, setStartTime] = useState(localOf(new Date(booking.startsAt)).time);
  const [endTime, setEndTime] = useState(localOf(new Date(booking.endsAt)).time);
  const run = (action: 'approve' | 'reject' | 'offer') =>
    decide.mutate(
      {
        id: booking.id,
        action,
        scope,
        onlyFree,
        reason,
        ...(action === 'offer' && { offer: { facilityId: hall.id, unitIds: booking.unitIds, startTime, endTime } }),
      },
      {
        onSuccess: ({ changed, left }) => {
          tell(`${changed} entschieden${left > 0 ? `, ${left} bleiben wegen Überschneidung offen` : ''}.`);
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
