import { Table, Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ReportComparison, ReportedBracket } from '#shared/people/report/reportSnapshots.ts';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';

/** The changes since the previous year's report: sums, and who joined and left. */
export function ComparisonPart({ comparison: { keyDate, before, now, joined, left } }: { comparison: ReportComparison }) {
  const rows = [
    ['Alle', before.total, now.total],
    ...now.brackets.map((one) => [ageWords(one), sumOf(before.brackets.find(({ from }) => from === one.from)), sumOf(one)]),
    ...now.associations.map(({ no, name, members }) => [
      `Fachverband ${[no, name].filter(Boolean).join(' ')}`,
      before.associations.find((one) => one.no === no)?.members ?? 0,
      members,
    ]),
  ] as const;
  return (
    <PagePart title="Seit der letzten Meldung" lead={`Verglichen mit der Meldung zum ${germanDate(keyDate)}.`}>
      <Table aria-label="Vergleich mit der letzten Meldung" verticalSpacing={4} maw={560}>
        <Table.Thead>
          <Table.Tr>
            {['', 'damals', 'jetzt', 'Änderung'].map((word) => (
              <Table.Th key={word} ta={word ? 'right' : 'left'}>
                {word}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([label, then, today]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td ta="right">{then}</Table.Td>
              <Table.Td ta="right">{today}</Table.Td>
              <Table.Td ta="right">{signed(Number(today) - Number(then))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <People title="Neu dabei" people={joined} />
      <People title="Nicht mehr dabei" people={left} />
    </PagePart>
  );
}

function People({ title, people }: { title: string; people: ReportComparison['joined'] }) {
  if (people.length === 0) return null;
  return (
    <Disclosure title={`${title}: ${people.length}`} onPaper="hidden">
      <Text size="sm">{people.map(({ name }) => name).join('; ')}</Text>
    </Disclosure>
  );
}

const sumOf = (one: ReportedBracket | undefined) => (one ? one.m + one.w + one.d + one.o : 0);
const ageWords = ({ from, to }: ReportedBracket) => (to === null ? `${from} Jahre und älter` : `${from} bis ${to} Jahre`);
const signed = (difference: number) => (difference > 0 ? `+${difference}` : String(difference).replace('-', '−'));
