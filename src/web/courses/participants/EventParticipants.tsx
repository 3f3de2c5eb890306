import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/call/call.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { AddParticipant } from './AddParticipant.tsx';
import { ParticipantTable } from './ParticipantTable.tsx';
import { eventParticipantsQuery } from './queries.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

/** The participants of an event, with the waiting list; a part of /admin/events. */
export function EventParticipants({ eventId }: { eventId: string }) {
  const query = useQuery(eventParticipantsQuery(eventId));
  const { data } = query;
  const [isAdding, setIsAdding] = useState(false);
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => api.eventRegistrations.export({ id: eventId, format }),
    onSuccess: saveFile,
    onError: notifyProblem,
  });
  if (!data) return <Loading query={query} />;
  const { placesMax } = data.event;
  return (
    <section aria-label="Anmeldungen">
      <Text component="output" display="block" mb="xs">
        {data.occupied} {placesMax === null ? 'angemeldet' : `von ${placesMax} Plätzen vergeben`}
        {data.waiting > 0 && `, ${data.waiting} auf der Warteliste`}
      </Text>
      {!data.mayOfferBySystem && data.waiting > 0 && (
        <Text size="sm" mb="xs">
          Bis zum Beginn sind es weniger als 24 Stunden: Freie Plätze werden nicht mehr von selbst angeboten. Bitte rufen Sie an.
        </Text>
      )}
      <Group gap="xs" mb="sm" className="no-print">
        <Button leftSection={<Icon name="user-plus" size={18} />} onClick={() => setIsAdding(true)}>
          Anmelden
        </Button>
        <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate('csv')}>
          CSV
        </Button>
        <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate('xlsx')}>
          XLSX
        </Button>
      </Group>
      <ParticipantTable list={data} view="list" mayEdit />
      <AddParticipant of="event" id={eventId} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </section>
  );
}
