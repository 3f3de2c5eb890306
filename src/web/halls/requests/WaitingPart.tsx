import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInWords, timesInWords } from '#shared/kernel/calendar.ts';
import { ageGroupNames, bookingKindNames } from '#shared/halls/bookingStates.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { BookingDrawer } from '../bookings/BookingDrawer.tsx';
import classes from '../plan/plan.module.css';
import { waitingQuery, type Hall, type Waiting } from '../bookings/queries.ts';
import { partsOf } from '../bookings/words.ts';
import { ManyBar } from './ManyBar.tsx';

const shownAtFirst = 5;

/** The requests that wait for a decision, the highest priority first, with what is in their way. */
export function WaitingPart({ halls }: { halls: readonly Hall[] }) {
  const { data } = useQuery(waitingQuery());
  const [opened, setOpened] = useState<Waiting>();
  const [isAll, setIsAll] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (!data || data.length === 0) return null;
  // The dates of a series at one hall are one question.
  const requests = [...Map.groupBy(data, ({ seriesId, facilityId, id }) => `${seriesId ?? id} ${facilityId}`).values()];
  const shown = isAll ? requests : requests.slice(0, shownAtFirst);
  // What was decided meanwhile, here or elsewhere, is chosen no longer.
  const picked = requests.filter(([first]) => first && chosen.includes(first.id));
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, ...ids] : before.filter((id) => !ids.includes(id))));
  return (
    <div className="no-print">
      <PagePart title={`Zu entscheiden (${data.length === 1 ? 'ein Termin' : `${data.length} Termine`})`}>
        {requests.length > 1 && (
          <Checkbox
            mb="xs"
            label={`Alle ${requests.length} Anfragen auswählen`}
            checked={picked.length === requests.length}
            indeterminate={picked.length > 0 && picked.length < requests.length}
            onChange={({ currentTarget: { checked } }) => {
              setIsAll(checked);
              setChosen(checked ? requests.flatMap(([first]) => first?.id ?? []) : []);
            }}
          />
        )}
        <ul className={classes['plain']} aria-label="Anfragen">
          {shown.map((dates) => {
            const [first] = dates;
            return (
              first && (
                <li key={first.id} className={classes['place']}>
                  <Request
                    request={first}
                    dates={dates}
                    hall={halls.find(({ id }) => id === first.facilityId)}
                    isChosen={chosen.includes(first.id)}
                    onChoose={(isChosen) => choose([first.id], isChosen)}
                    onOpen={() => setOpened(first)}
                  />
                </li>
              )
            );
          })}
        </ul>
        {requests.length > shownAtFirst && (
          <Button variant="subtle" onClick={() => setIsAll((before) => !before)}>
            {isAll ? 'Weniger zeigen' : `Alle ${requests.length} zeigen`}
          </Button>
        )}
        {picked.length > 0 && (
          <ManyBar ids={picked.flatMap(([first]) => first?.id ?? [])} dates={picked.flat().length} onDone={() => setChosen([])} />
        )}
      </PagePart>
      <BookingDrawer booking={opened && data.find(({ id }) => id === opened.id)} halls={halls} onClose={() => setOpened(undefined)} />
    </div>
  );
}

type RequestProps = {
  request: Waiting;
  dates: readonly Waiting[];
  hall: Hall | undefined;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onOpen: () => void;
};

function Request({ request, dates, hall, isChosen, onChoose, onOpen }: RequestProps) {
  const overlapping = dates.filter(({ conflicts }) => conflicts.length > 0);
  const rivals = [...new Set(overlapping.flatMap(({ conflicts }) => conflicts.map(({ holder }) => holder)))].join(', ');
  const words = [
    request.kind && bookingKindNames[request.kind],
    request.ageGroup && ageGroupNames[request.ageGroup],
    request.priority && `Vorrang ${request.priority}`,
    request.state === 'counter_offered' && 'Gegenvorschlag liegt vor',
  ].filter(Boolean);
  return (
    <Group justify="space-between" wrap="wrap">
      <Checkbox
        aria-label={`${request.holder}, ${hall?.name ?? ''}, ${dayInWords(request.date)} auswählen`}
        checked={isChosen}
        onChange={({ currentTarget: { checked } }) => onChoose(checked)}
      />
      <div style={{ flex: '1 1 14rem' }}>
        <Text fw={600}>
          {request.holder}: {hall?.name} {partsOf(request, hall)}
        </Text>
        <Text size="sm">
          {dates.length > 1 && `${dates.length} Termine ab `}
          {dayInWords(request.date)}, {timesInWords(request)}
        </Text>
        {request.movesFrom && (
          <Text size="sm">
            Verlegung, bisher {dayInWords(request.movesFrom.date)}, {timesInWords(request.movesFrom)}
            {request.movesFrom.facilityId !== request.facilityId && ' in einer anderen Halle'}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {words.join(' · ')}
        </Text>
        {overlapping.length > 0 && (
          <Text size="sm">
            {dates.length > 1 && `${overlapping.length} davon: `}Überschneidung mit {rivals}
          </Text>
        )}
      </div>
      <Button variant="default" onClick={onOpen}>
        Entscheiden
      </Button>
    </Group>
  );
}
