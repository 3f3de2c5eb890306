import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DisplacedDate } from '#shared/halls/closures.ts';
import { germanDate, localOf, timesInWords, weekdayNames, weekdayOf } from '#shared/kernel/calendar.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import classes from '../facilities/facilities.module.css';
import { closureQuery, useFacilityMutations } from '../facilities/queries.ts';
import { NoticesTable } from '../parts/NoticesTable.tsx';

/** The bookings displaced by a closure with their alternatives, and the notified holders. */
export function ClosureAfter({ id, onNotifyAgain }: { id: string; onNotifyAgain: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...closureQuery(id), enabled: isOpen });
  return (
    <Disclosure title="Verdrängte Termine und Nachrichten" onPaper="hidden" onOpen={() => setOpen(true)}>
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data && (
        <Stack gap="sm" mt="xs">
          <Displaced id={id} dates={data.displaced} />
          {data.notices.length > 0 ? (
            <>
              <NoticesTable notices={data.notices} />
              <Button
                variant="default"
                style={{ alignSelf: 'flex-start' }}
                onClick={() =>
                  confirm({
                    title: 'Noch einmal senden?',
                    text: 'Alle Betroffenen bekommen die Mail erneut, höchstens einmal am Tag.',
                    action: 'Erneut senden',
                    onConfirm: onNotifyAgain,
                  })
                }
              >
                Erneut senden …
              </Button>
            </>
          ) : (
            <Text size="sm" c="dimmed">
              Noch niemand ist benachrichtigt.
            </Text>
          )}
        </Stack>
      )}
    </Disclosure>
  );
}

/** The dates without a hall; each moves by one press, or all that can. */
function Displaced({ id, dates }: { id: string; dates: readonly DisplacedDate[] }) {
  const { moveDisplaced } = useFacilityMutations();
  const movable = dates.filter(({ suggestion }) => suggestion !== null);
  const move = (ids: string[], mayShift = false) =>
    moveDisplaced.mutate(
      { id, ids, mayShift },
      { onSuccess: ({ moved, left }) => notify(movedWords(moved, left)), onError: notifyProblem },
    );
  if (dates.length === 0) return <Text size="sm">Kein Termin ist mehr ohne Halle.</Text>;
  return (
    <>
      {movable.length > 1 && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={moveDisplaced.isPending}
          onClick={() =>
            confirm({
              title: `${movable.length} Termine umziehen?`,
              text: 'Jeder geht in die Halle, die zu seiner Zeit frei ist. Wessen Termin es ist, bekommt eine Mail.',
              action: 'Umziehen',
              onConfirm: () => move(movable.map((one) => one.id)),
            })
          }
        >
          {`Alle ${movable.length} umziehen wie vorgeschlagen`}
        </Button>
      )}
      <ul className={classes['rows']} aria-label="Termine ohne Halle">
        {groupsOf(dates).map(([words, some]) => (
          <li key={words}>
            <Text fw={600} size="sm">
              {words}
            </Text>
            {some.map((one) => (
              <DateRow key={one.id} date={one} isBusy={moveDisplaced.isPending} onMove={(mayShift) => move([one.id], mayShift)} />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The dates of one weekly hour stand together: "Montag, 15:00–16:30 Uhr · RWA". */
function groupsOf(dates: readonly DisplacedDate[]): [string, DisplacedDate[]][] {
  const wordsOf = ({ startsAt, endsAt, holder, title }: DisplacedDate) =>
    [`${weekdayNames[weekdayOf(localOf(new Date(startsAt)).date) - 1] ?? ''}, ${timesInWords({ startsAt, endsAt })}`, holder, title]
      .filter(Boolean)
      .join(' · ');
  return [...Map.groupBy(dates, wordsOf)];
}

type DateRowProps = { date: DisplacedDate; isBusy: boolean; onMove: (mayShift: boolean) => void };

/** A date with where it could go: at its time, or else near it, which only a press on this date alone does. */
function DateRow({ date: { startsAt, suggestion, shifted }, isBusy, onMove }: DateRowProps) {
  const day = germanDate(localOf(new Date(startsAt)).date);
  const free = suggestion ?? (shifted && `nur ${shifted}`);
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm">
        {day}: {free ? `frei ist ${free}` : 'keine passende Halle frei'}
      </Text>
      {free && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${day} umziehen`}
          disabled={isBusy}
          onClick={() => onMove(shifted !== null)}
        >
          Umziehen
        </Button>
      )}
    </Group>
  );
}

function movedWords(moved: number, left: number): string {
  const words = moved === 1 ? 'Ein Termin ist umgezogen' : `${moved} Termine sind umgezogen`;
  return left === 0 ? `${words}.` : `${words}, ${left === 1 ? 'einer blieb' : `${left} blieben`} ohne Halle.`;
}
