import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ChargeFilter, OwingPayer } from '#shared/money/charges.ts';
import { euros } from '#shared/kernel/money.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import classes from './charges.module.css';
import { owingPayersQuery } from './queries.ts';

const columns: Column<OwingPayer>[] = [
  { name: 'payer', label: 'Zahler', isName: true, cell: ({ payer }) => payer },
  { name: 'count', label: 'Forderungen', isNumber: true, cell: ({ count }) => count },
  { name: 'oldest', label: 'Älteste fällig', cell: ({ oldestDueOn }) => germanDate(oldestDueOn) },
  {
    name: 'open',
    label: 'Offen',
    isNumber: true,
    cell: ({ openCents }) => <strong className={classes['amount']}>{euros(openCents)}</strong>,
  },
  { name: 'overdue', label: 'Überfällig', isNumber: true, cell: ({ overdueCents }) => overdueCents > 0 && euros(overdueCents) },
];

type PayerListProps = { filter: ChargeFilter; onAccount: (payerId: string) => void };

/** The charges of a filter, summed per payer. */
export function PayerList({ filter, onAccount }: PayerListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(owingPayersQuery(filter));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <RecordList
      label="Zahler"
      columns={columns}
      rows={data?.pages.flatMap((page) => page.rows)}
      keyOf={({ payerId }) => payerId}
      onMore={hasNextPage ? () => fetchNextPage() : undefined}
      renderCard={(row) => <PayerCard row={row} />}
      renderActions={({ payer, payerId }) => (
        <Button variant="default" size="xs" aria-label={`Konto: ${payer}`} onClick={() => onAccount(payerId)}>
          Konto
        </Button>
      )}
      empty={<EmptyState icon="receipt" title="Niemand schuldet davon etwas." />}
    />
  );
}

function PayerCard({ row: { payer, count, openCents, overdueCents, oldestDueOn } }: { row: OwingPayer }) {
  return (
    <span className={classes['card']}>
      <strong>
        {payer}: <span className={classes['amount']}>{euros(openCents)}</span>
      </strong>
      <span className={classes['quiet']}>
        {count === 1 ? '1 Forderung' : `${count} Forderungen`}, fällig ab {germanDate(oldestDueOn)}
        {overdueCents > 0 && `, überfällig ${euros(overdueCents)}`}
      </span>
    </span>
  );
}
