import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { WithoutMandate } from '#shared/money/payerLists.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import classes from './mandates.module.css';
import { withoutMandateQuery } from './queries.ts';

type MissingListProps = { club: ClubName; search: string | undefined; onOpen: (payerId: string) => void };

/** Payers without a mandate. */
export function MissingList({ club, search, onOpen }: MissingListProps) {
  const { data, error, refetch } = useQuery(withoutMandateQuery(club, search));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data && data.length > 0 && (
        <Text size="sm" component="output" display="block" mb="xs">
          {data.length === 1 ? '1 Zahler' : `${data.length.toLocaleString('de-DE')} Zahler`} ohne Mandat
        </Text>
      )}
      <RecordList
        label="Zahler ohne Mandat"
        columns={columnsOf(onOpen)}
        rows={data}
        keyOf={({ personId }) => personId}
        renderCard={(row) => (
          <div className={classes['row']}>
            <Name row={row} onOpen={onOpen} />
            <span className={classes['quiet']}>zahlt für {wordsOf(row)}</span>
          </div>
        )}
        empty={<EmptyState icon="check" title="Niemand ohne Mandat gefunden." />}
      />
    </>
  );
}

function columnsOf(onOpen: (payerId: string) => void): Column<WithoutMandate>[] {
  return [
    { name: 'name', label: 'Zahler', isName: true, cell: (row) => <Name row={row} onOpen={onOpen} /> },
    { name: 'members', label: 'Zahlt für', cell: wordsOf },
  ];
}

function wordsOf({ members }: WithoutMandate): string {
  return members === 1 ? '1 Mitglied' : `${members} Mitglieder`;
}

function Name({ row, onOpen }: { row: WithoutMandate; onOpen: (payerId: string) => void }) {
  return <RecordLink onOpen={() => onOpen(row.personId)}>{row.name}</RecordLink>;
}
