import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DisplacedDate } from '#shared/halls/closures.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import classes from '../facilities/facilities.module.css';
import { closureQuery, useFacilityMutations } from '../facilities/queries.ts';
import { NoticesTable } from '../parts/NoticesTable.tsx';

/** What a closure pushed out and where it could go instead, and who was told. */
export function ClosureAfter({ id, onTellAgain }: { id: string; onTellAgain: () => void }) {
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
                    onConfirm: onTellAgain,
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
  const move = (ids: string[]) =>
    moveDisplaced.mutate({ id, ids }, { onSuccess: ({ moved, left }) => notify(movedWords(moved, left)), onError: notifyProblem });
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
        {dates.map(({ id: dateId, holder, title, startsAt, suggestion }) => (
          <li key={dateId}>
            {[formatDateTime(startsAt), holder, title].filter(Boolean).join(' · ')}
            <Group gap="xs">
              <Text size="sm" c="dimmed">
                {suggestion ? `Frei ist: ${suggestion}` : 'Zu dieser Zeit ist keine passende Halle frei.'}
              </Text>
              {suggestion && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${formatDateTime(startsAt)} umziehen`}
                  disabled={moveDisplaced.isPending}
                  onClick={() => move([dateId])}
                >
                  Umziehen
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </>
  );
}

function movedWords(moved: number, left: number): string {
  const words = moved === 1 ? 'Ein Termin ist umgezogen' : `${moved} Termine sind umgezogen`;
  return left === 0 ? `${words}.` : `${words}, ${left === 1 ? 'einer blieb' : `${left} blieben`} ohne Halle.`;
}
