import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ageGroupNames, bookingKindNames } from '#shared/bookingStates.ts';
import { PagePart } from '#web/ui/PagePart.tsx';
import { BookingDrawer } from './BookingDrawer.tsx';
import classes from './plan.module.css';
import { waitingQuery, type Hall, type Waiting } from './queries.ts';
import { dayOf, partsOf, timesOf } from './words.ts';

const shownAtFirst = 5;

/** The requests that wait for a decision, the highest priority first, with what is in their way. */
export function WaitingPart({ halls }: { halls: readonly Hall[] }) {
  const { data } = useQuery(waitingQuery());
  const [opened, setOpened] = useState<Waiting>();
  const [isAll, setIsAll] = useState(false);
  if (!data || data.length === 0) return null;
  const shown = isAll ? data : data.slice(0, shownAtFirst);
  return (
    <div className="no-print">
      <PagePart title={`Zu entscheiden (${data.length})`}>
        <ul className={classes['plain']} aria-label="Anfragen">
          {shown.map((one) => (
            <li key={one.id} className={classes['place']}>
              <Request request={one} hall={halls.find(({ id }) => id === one.facilityId)} onOpen={() => setOpened(one)} />
            </li>
          ))}
        </ul>
        {data.length > shownAtFirst && (
          <Button variant="subtle" onClick={() => setIsAll((before) => !before)}>
            {isAll ? 'Weniger zeigen' : `Alle ${data.length} zeigen`}
          </Button>
        )}
      </PagePart>
      <BookingDrawer booking={opened && data.find(({ id }) => id === opened.id)} halls={halls} onClose={() => setOpened(undefined)} />
    </div>
  );
}

function Request({ request, hall, onOpen }: { request: Waiting; hall: Hall | undefined; onOpen: () => void }) {
  const words = [
    request.kind && bookingKindNames[request.kind],
    request.ageGroup && ageGroupNames[request.ageGroup],
    request.priority && `Vorrang ${request.priority}`,
    request.state === 'counter_offered' && 'Gegenvorschlag liegt vor',
  ].filter(Boolean);
  return (
    <Group justify="space-between" wrap="wrap">
      <div>
        <Text fw={600}>
          {request.club}: {hall?.name} {partsOf(request, hall)}
        </Text>
        <Text size="sm">
          {dayOf(request.date)}, {timesOf(request)} Uhr
        </Text>
        <Text size="sm" c="dimmed">
          {words.join(' · ')}
        </Text>
        {request.conflicts.length > 0 && (
          <Text size="sm">Überschneidung mit {[...new Set(request.conflicts.map(({ club }) => club))].join(', ')}</Text>
        )}
      </div>
      <Button variant="default" onClick={onOpen}>
        Entscheiden
      </Button>
    </Group>
  );
}
