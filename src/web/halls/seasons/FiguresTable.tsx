import { Group, Table } from '@mantine/core';
import { useState } from 'react';
import type { Figures } from '#shared/halls/seasons/figures.ts';
import type { SeasonPlan } from '#shared/halls/seasons/plans.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { SortHeader } from '#web/ui/lists/SortHeader.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { hoursOf } from '../parts/hours.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

type ColumnOf = { label: string; cell: (row: Figures) => string | number; rank: (row: Figures) => number };

const columns: readonly ColumnOf[] = [
  { label: 'Gewünscht', cell: ({ asked }) => hoursOf(asked), rank: ({ asked }) => asked },
  { label: 'Vergeben', cell: ({ given }) => hoursOf(given), rank: ({ given }) => given },
  { label: 'Anteil', cell: ({ given, asked }) => percent(given, asked), rank: ({ given, asked }) => share(given, asked) },
  { label: 'Davon Jugend', cell: ({ youth, given }) => percent(youth, given), rank: ({ youth, given }) => share(youth, given) },
  { label: 'Davon 18–21 Uhr', cell: ({ evening, given }) => percent(evening, given), rank: ({ evening, given }) => share(evening, given) },
  { label: 'Erste Wahl', cell: ({ first }) => first, rank: ({ first }) => first },
  { label: 'Bisherige Zeit', cell: ({ kept }) => kept, rank: ({ kept }) => kept },
  { label: 'Offene Wünsche', cell: ({ refused }) => refused, rank: ({ refused }) => refused },
];
const nameColumn = 'Organisation';

/** Requested and granted hours per organisation, in unit-hours a week, with totals; the lowest share is highlighted. */
export function FiguresTable({ seasonId, plan: { figures } }: { seasonId: string; plan: SeasonPlan }) {
  const [order, setOrder] = useState({ by: nameColumn, isDescending: false });
  const exporting = useMutation({ mutationFn: (format: ExportFormat) => api.seasonPlans.exportFigures({ id: seasonId, format }) });
  const lowest = figures.filter(({ asked }) => asked > 0).toSorted((a, b) => a.given / a.asked - b.given / b.asked)[0];
  const lead = `Stunden je Hallenteil und Woche.${lowest && figures.length > 1 ? ` Am wenigsten bekommt ${lowest.organisation}: ${percent(lowest.given, lowest.asked)}.` : ''}`;
  const sorting = {
    ...order,
    // Figures sort descending first, names ascending.
    onSort: (by: string) => setOrder({ by, isDescending: by === order.by ? !order.isDescending : by !== nameColumn }),
  };
  return (
    <PagePart title="Wer bekommt wie viel" lead={lead}>
      <Table.ScrollContainer minWidth={760}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {[nameColumn, ...columns.map(({ label }) => label)].map((label) => (
                <SortHeader key={label} label={label} sort={label} isNumber={label !== nameColumn} sorting={sorting} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...inOrder(figures, order), ...(figures.length > 1 ? [allOf(figures)] : [])].map((row) => (
              <Table.Tr key={row.organisationId} fw={row.organisationId === all ? 600 : undefined}>
                <Table.Td>{row.organisation}</Table.Td>
                {columns.map(({ label, cell }) => (
                  <Table.Td key={label} ta="right">
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group mt="sm" className="no-print">
        <ExportMenu
          isBusy={exporting.isPending}
          onExport={(format) => exporting.mutate(format, { onSuccess: (file) => saveFile(file), onError: notifyProblem })}
        />
      </Group>
    </PagePart>
  );
}

function inOrder(figures: readonly Figures[], { by, isDescending }: { by: string; isDescending: boolean }): Figures[] {
  const rank = columns.find(({ label }) => label === by)?.rank;
  const byName = (a: Figures, b: Figures) => compareNames(a.organisation, b.organisation);
  const sorted = figures.toSorted((a, b) => (rank ? rank(a) - rank(b) : 0) || byName(a, b));
  return isDescending ? sorted.toReversed() : sorted;
}

const all = 'all';

function allOf(figures: readonly Figures[]): Figures {
  const sum = (of: (row: Figures) => number) => figures.reduce((total, row) => total + of(row), 0);
  return {
    organisationId: all,
    organisation: 'Zusammen',
    asked: sum(({ asked }) => asked),
    given: sum(({ given }) => given),
    youth: sum(({ youth }) => youth),
    evening: sum(({ evening }) => evening),
    first: sum(({ first }) => first),
    kept: sum(({ kept }) => kept),
    refused: sum(({ refused }) => refused),
  };
}

function percent(part: number, of: number): string {
  return `${Math.round(share(part, of) * 100)} %`;
}

function share(part: number, of: number): number {
  return of === 0 ? 0 : part / of;
}
