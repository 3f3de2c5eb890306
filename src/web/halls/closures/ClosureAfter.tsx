import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
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

type ClosureAfterProps = { id: string; /** When the list with the closure was read. */ listReadAt: number; onNotifyAgain: () => void };

/** The bookings displaced by a closure with their alternatives, and the notified holders. */
export function ClosureAfter({ id, listReadAt, onNotifyAgain }: ClosureAfterProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...closureQuery(id, listReadAt), enabled: isOpen });
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
                    isGrave: false,
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

/** Whether bookings move at once, or after their holder has agreed. */
const ways = [
  { value: 'now', label: 'sofort' },
  { value: 'agreed', label: 'nach Zusage' },
] as const;
type Way = (typeof ways)[number]['value'];

/** The displaced bookings; they can be moved one by one or all together. */
function Displaced({ id, dates }: { id: string; dates: readonly DisplacedDate[] }) {
  const [way, setWay] = useState<Way>('now');
  const { move, isPending } = useMoves(id, way);
  const movable = dates.filter(({ suggestion, asked }) => suggestion !== null && (way === 'now' || asked === null));
  if (dates.length === 0) return <Text size="sm">Kein Termin ist mehr ohne Halle.</Text>;
  return (
    <>
      <NativeSelect
        label="Umzug"
        description={
          way === 'now' ? 'Wessen Termin es ist, bekommt eine Mail.' : 'Wessen Termin es ist, wird gefragt und stimmt zu oder lehnt ab.'
        }
        data={[...ways]}
        value={way}
        onChange={({ currentTarget }) => setWay(currentTarget.value === 'agreed' ? 'agreed' : 'now')}
        style={{ maxWidth: '24rem' }}
      />
      {movable.length > 1 && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={isPending}
          onClick={() =>
            confirm({
              title: way === 'now' ? `${movable.length} Termine umziehen?` : `Nach ${movable.length} Terminen fragen?`,
              text:
                way === 'now'
                  ? 'Jeder geht in die Halle, die zu seiner Zeit frei ist. Wessen Termin es ist, bekommt eine Mail.'
                  : 'Jeder Verein bekommt eine Mail mit seinen Terminen und antwortet auf einmal. Bis dahin bleibt alles, wie es ist.',
              action: way === 'now' ? 'Umziehen' : 'Fragen',
              isGrave: false,
              onConfirm: () => move(movable.map((one) => one.id)),
            })
          }
        >
          {way === 'now' ? `Alle ${movable.length} umziehen wie vorgeschlagen` : `Nach allen ${movable.length} fragen`}
        </Button>
      )}
      <ul className={classes['rows']} aria-label="Termine ohne Halle">
        {groupsOf(dates).map(([words, some]) => (
          <li key={words}>
            <Text fw={600} size="sm">
              {words}
            </Text>
            {some.map((one) => (
              <DateRow key={one.id} date={one} way={way} isBusy={isPending} onMove={(mayShift) => move([one.id], mayShift)} />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function useMoves(id: string, way: Way) {
  const { moveDisplaced, proposeMoves } = useFacilityMutations();
  const move = (ids: string[], mayShift = false) =>
    way === 'now'
      ? moveDisplaced.mutate(
          { id, ids, mayShift },
          { onSuccess: ({ moved, left }) => notify(movedWords(moved, left)), onError: notifyProblem },
        )
      : proposeMoves.mutate(
          { id, ids, mayShift },
          { onSuccess: ({ asked, left }) => notify(requestedInWords(asked, left)), onError: notifyProblem },
        );
  return { move, isPending: moveDisplaced.isPending || proposeMoves.isPending };
}

/** Groups bookings of the same weekly hour: "Montag, 15:00–16:30 Uhr · RWA". */
function groupsOf(dates: readonly DisplacedDate[]): [string, DisplacedDate[]][] {
  const wordsOf = ({ startsAt, endsAt, holder, title }: DisplacedDate) =>
    [`${weekdayNames[weekdayOf(localOf(new Date(startsAt)).date) - 1] ?? ''}, ${timesInWords({ startsAt, endsAt })}`, holder, title]
      .filter(Boolean)
      .join(' · ');
  return [...Map.groupBy(dates, wordsOf)];
}

type DateRowProps = { date: DisplacedDate; way: Way; isBusy: boolean; onMove: (mayShift: boolean) => void };

/** A booking with its alternative at the same time; one at another time is only used for this booking alone. */
function DateRow({ date: { startsAt, suggestion, shifted, asked }, way, isBusy, onMove }: DateRowProps) {
  const day = germanDate(localOf(new Date(startsAt)).date);
  const free = suggestion ?? (shifted && `nur ${shifted}`);
  const words = asked ? `gefragt nach ${asked}` : free ? `frei ist ${free}` : 'keine passende Halle frei';
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm">{`${day}: ${words}`}</Text>
      {free && (way === 'now' || !asked) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={way === 'now' ? `${day} umziehen` : `${day} fragen`}
          disabled={isBusy}
          onClick={() => onMove(shifted !== null)}
        >
          {way === 'now' ? 'Umziehen' : 'Fragen'}
        </Button>
      )}
    </Group>
  );
}

function requestedInWords(asked: number, left: number): string {
  const words = asked === 1 ? 'Nach einem Termin ist gefragt' : `Nach ${asked} Terminen ist gefragt`;
  return left === 0 ? `${words}.` : `${words}, für ${left === 1 ? 'einen' : left} ist nichts frei.`;
}

function movedWords(moved: number, left: number): string {
  const words = moved === 1 ? 'Ein Termin ist umgezogen' : `${moved} Termine sind umgezogen`;
  return left === 0 ? `${words}.` : `${words}, ${left === 1 ? 'einer blieb' : `${left} blieben`} ohne Halle.`;
}
