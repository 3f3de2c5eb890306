import { Group, Table } from '@mantine/core';
import { useState } from 'react';
import { figureSorts, shareOf, sortFigures, type Figures } from '#shared/halls/seasons/figures.ts';
import type { SeasonPlan } from '#shared/halls/seasons/plans.ts';
import { api } from '#web/lib/call/call.ts';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { SortHeader } from '#web/ui/lists/SortHeader.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { hoursOf } from '../parts/hours.ts';

const columns: readonly Column<Figures>[] = [
  { name: 'organisation', label: 'Organisation', cell: ({ organisation }) => organisation, isName: true },
  { name: 'asked', label: 'Gewünscht', cell: ({ asked }) => hoursOf(asked), isNumber: true },
  { name: 'given', label: 'Vergeben', cell: ({ given }) => hoursOf(given), isNumber: true },
  { name: 'share', label: 'Anteil', cell: ({ given, asked }) => percent(given, asked), isNumber: true },
  { name: 'youth', label: 'Davon Jugend', cell: ({ youth, given }) => percent(youth, given), isNumber: true },
  { name: 'evening', label: 'Davon 18–21 Uhr', cell: ({ evening, given }) => percent(evening, given), isNumber: true },
  { name: 'first', label: 'Erste Wahl', cell: ({ first }) => first, isNumber: true },
  { name: 'kept', label: 'Bisherige Zeit', cell: ({ kept }) => kept, isNumber: true },
  { name: 'refused', label: 'Offene Wünsche', cell: ({ refused }) => refused, isNumber: true },
];

/** Requested and granted hours per organisation, in unit-hours a week, with totals; the lowest share is highlighted. */
export function FiguresTable({ seasonId, plan: { figures } }: { seasonId: string; plan: SeasonPlan }) {
  const [{ by, isDescending }, setOrder] = useState<{ by: (typeof figureSorts)[number]; isDescending: boolean }>({
    by: 'organisation',
    isDescending: false,
  });
  const { shown, chooser } = useColumns('seasonFigures', columns, { isAlwaysTable: true });
  const exporting = useExport((wanted) =>
    api.seasonPlans.exportFigures({ id: seasonId, sort: by, descending: String(isDescending), ...wanted }),
  );
  const lowest = figures.filter(({ asked }) => asked > 0).toSorted((a, b) => a.given / a.asked - b.given / b.asked)[0];
  const lead = `Stunden je Hallenteil und Woche.${lowest && figures.length > 1 && lowest.given < lowest.asked ? ` Am wenigsten bekommt ${lowest.organisation}: ${percent(lowest.given, lowest.asked)}.` : ''}`;
  const sorting = {
    by,
    isDescending,
    // Figures sort descending first, names ascending.
    onSort: (name: string) => {
      const next = figureSorts.find((one) => one === name) ?? 'organisation';
      setOrder({ by: next, isDescending: next === by ? !isDescending : next !== 'organisation' });
    },
  };
  return (
    <PagePart title="Wer bekommt wie viel" lead={lead}>
      <Table.ScrollContainer minWidth={760}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {shown.map(({ name, label, isNumber }) => (
                <SortHeader key={name} column={{ name, label, sort: name, isNumber }} sorting={sorting} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...sortFigures(figures, by, isDescending), ...(figures.length > 1 ? [allOf(figures)] : [])].map((row) => (
              <Table.Tr key={row.organisationId} fw={row.organisationId === all ? 600 : undefined}>
                {shown.map(({ name, cell, isNumber }) => (
                  <Table.Td key={name} ta={isNumber ? 'right' : undefined}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group mt="sm" className="no-print">
        {chooser}
        <ExportMenu {...exporting} shown={shown} />
      </Group>
    </PagePart>
  );
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
  return `${Math.round(shareOf(part, of) * 100)} %`;
}
