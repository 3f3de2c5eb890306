import { Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Expense } from '#shared/money/expenses/contract.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { ExportButtons } from '#web/ui/files/ExportButtons.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import classes from './expenses.module.css';
import { expensesQuery, useExpenseMutations, type ExpenseFilter } from './queries.ts';
import { StateOfExpense } from './StateOfExpense.tsx';

type ExpenseListProps = { filter: ExpenseFilter; onOpen: (id: string) => void };

/** The expenses of a filter, latest first, with the sum of all of them. */
export function ExpenseList({ filter, onOpen }: ExpenseListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(expensesQuery(filter));
  const { export: saving } = useExpenseMutations();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const [first] = data?.pages ?? [];
  const save = (format: ExportFormat) => saving.mutate({ ...filter, format }, { onSuccess: saveFile, onError: notifyProblem });
  return (
    <>
      <Group justify="space-between" my="xs">
        <Text size="sm" component="output" mih="1.5em">
          {first && first.total > 0 && `${countOf(first.total)}, zusammen ${euros(first.totalCents)}`}
        </Text>
        <Group gap="xs" className="no-print">
          <ExportButtons isBusy={saving.isPending} onExport={save} />
        </Group>
      </Group>
      <RecordList
        label="Auslagen"
        columns={columnsOf(onOpen)}
        rows={data?.pages.flatMap(({ rows }) => rows)}
        keyOf={({ id }) => id}
        total={first?.total}
        onMore={hasNextPage ? () => fetchNextPage() : undefined}
        renderCard={(row) => <Card row={row} onOpen={onOpen} />}
        empty={<Nothing filter={filter} />}
      />
    </>
  );
}

function countOf(total: number): string {
  return total === 1 ? '1 Auslage' : `${total.toLocaleString('de-DE')} Auslagen`;
}

function Nothing({ filter }: { filter: ExpenseFilter }) {
  if (filter.show && !filter.search && !filter.departmentId)
    return (
      <EmptyState icon="check" title="Nichts zu prüfen.">
        <p>Eingereichte Auslagen, über die Sie entscheiden, stehen hier von selbst.</p>
      </EmptyState>
    );
  return (
    <EmptyState icon="shopping-cart" title="Keine Auslagen gefunden.">
      <p>Mitglieder reichen ihre Auslagen unter „Mein Profil“, „Auslagen“ ein.</p>
    </EmptyState>
  );
}

function columnsOf(onOpen: (id: string) => void): Column<Expense>[] {
  return [
    { name: 'person', label: 'Name', isName: true, cell: (row) => <Name row={row} onOpen={onOpen} /> },
    { name: 'purpose', label: 'Wofür', cell: ({ purpose }) => purpose },
    { name: 'spentOn', label: 'Tag', isOneLine: true, cell: ({ spentOn }) => germanDate(spentOn) },
    { name: 'department', label: 'Abteilung', cell: ({ department }) => department || '–' },
    { name: 'cents', label: 'Betrag', isNumber: true, isOneLine: true, cell: ({ cents }) => <strong>{euros(cents)}</strong> },
    { name: 'state', label: 'Stand', cell: ({ state }) => <StateOfExpense state={state} /> },
  ];
}

type RowProps = { row: Expense; onOpen: (id: string) => void };

function Card({ row, onOpen }: RowProps) {
  return (
    <div className={classes['row']}>
      <Name row={row} onOpen={onOpen} />
      <span className={classes['quiet']}>{[row.purpose, germanDate(row.spentOn), row.department].filter(Boolean).join(' · ')}</span>
      <strong>{euros(row.cents)}</strong>
      <StateOfExpense state={row.state} />
    </div>
  );
}

function Name({ row: { id, person }, onOpen }: RowProps) {
  return <RecordLink onOpen={() => onOpen(id)}>{person}</RecordLink>;
}
