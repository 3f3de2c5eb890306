import { Table } from '@mantine/core';
import type { Figures } from '#shared/halls/seasons/figures.ts';
import type { SeasonPlan } from '#shared/halls/seasons/plans.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { hoursOf } from './words.ts';

const columns: readonly (readonly [label: string, cell: (row: Figures) => string | number])[] = [
  ['Gewünscht', ({ asked }) => hoursOf(asked)],
  ['Vergeben', ({ given }) => hoursOf(given)],
  ['Anteil', ({ given, asked }) => percent(given, asked)],
  ['Davon Jugend', ({ youth, given }) => percent(youth, given)],
  ['Davon 18–21 Uhr', ({ evening, given }) => percent(evening, given)],
  ['Erste Wahl', ({ first }) => first],
  ['Bisherige Zeit', ({ kept }) => kept],
  ['Offene Wünsche', ({ refused }) => refused],
];

/** What each organisation asked and got, in hours of a hall part a week, and all together; the lowest share is named. */
export function FiguresTable({ plan: { figures } }: { plan: SeasonPlan }) {
  const rows = figures.length > 1 ? [...figures, allOf(figures)] : figures;
  const lowest = figures.filter(({ asked }) => asked > 0).toSorted((a, b) => a.given / a.asked - b.given / b.asked)[0];
  const lead = `Stunden je Hallenteil und Woche.${lowest && figures.length > 1 ? ` Am wenigsten bekommt ${lowest.organisation}: ${percent(lowest.given, lowest.asked)}.` : ''}`;
  return (
    <PagePart title="Wer bekommt wie viel" lead={lead}>
      <Table.ScrollContainer minWidth={760}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['Organisation', ...columns.map(([label]) => label)].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.organisationId} fw={row.organisationId === all ? 600 : undefined}>
                <Table.Td>{row.organisation}</Table.Td>
                {columns.map(([label, cell]) => (
                  <Table.Td key={label}>{cell(row)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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
  return `${of === 0 ? 0 : Math.round((part / of) * 100)} %`;
}
