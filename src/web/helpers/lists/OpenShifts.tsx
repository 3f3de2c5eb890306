import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { timesInWords } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { OpenShift } from '#shared/helpers/helperListShapes.ts';
import { formatDay } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { openShiftsQuery } from './queries.ts';

type OpenShiftsProps = { club: ClubName; onOpen: (listId: string) => void };

/** Understaffed shifts of all lists in the next 14 days. */
export function OpenShifts({ club, onOpen }: OpenShiftsProps) {
  const { data, error, refetch } = useQuery(openShiftsQuery(club));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Text size="sm" c="dimmed" component="output" mb="xs" display="block">
        {data && (data.length === 1 ? 'Ein Dienst' : `${data.length} Dienste`)}
      </Text>
      <RecordList<OpenShift>
        label="Offene Dienste"
        columns={columns(onOpen)}
        rows={data}
        keyOf={({ id }) => id}
        renderCard={(one) => (
          <>
            <Task one={one} onOpen={onOpen} />
            <Text size="sm">
              {whenOf(one)} · {missingOf(one)}
            </Text>
            <Text size="sm" c="dimmed">
              {one.listTitle}
            </Text>
          </>
        )}
        empty={<EmptyState icon="mood-smile" title="In den nächsten 14 Tagen ist jeder Dienst besetzt." />}
      />
    </>
  );
}

function columns(onOpen: (listId: string) => void): Column<OpenShift>[] {
  return [
    { name: 'task', label: 'Dienst', isName: true, cell: (one) => <Task one={one} onOpen={onOpen} /> },
    { name: 'list', label: 'Liste', cell: ({ listTitle }) => listTitle },
    { name: 'when', label: 'Wann', cell: whenOf },
    { name: 'place', label: 'Ort', cell: ({ place }) => place || '–' },
    { name: 'missing', label: 'Besetzung', cell: missingOf },
  ];
}

function Task({ one, onOpen }: { one: OpenShift; onOpen: (listId: string) => void }) {
  return <RecordLink onOpen={() => onOpen(one.listId)}>{[one.area, one.task].filter(Boolean).join(': ')}</RecordLink>;
}

function whenOf(shift: OpenShift): string {
  return `${formatDay(shift.startsAt)}, ${timesInWords(shift)}`;
}

function missingOf({ needed, taken }: OpenShift): string {
  const missing = needed - taken;
  return `${missing === 1 ? '1 Person fehlt' : `${missing} Personen fehlen`} (${taken} von ${needed})`;
}
