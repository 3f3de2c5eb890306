import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubSums } from '#shared/people/report/reportSums.ts';
import type { MaskedCount } from '#shared/people/smallCells.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { sumsQuery } from './queries.ts';

type SumsPartProps = { keyDate: string; onChange: (change: { keyDate?: string | undefined }) => void };

/** Sums from the reports that the town's clubs have released; small numbers are suppressed. */
export function SumsPart({ keyDate, onChange }: SumsPartProps) {
  const { data, error, refetch } = useQuery(sumsQuery(keyDate));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md">
      <div className="no-print">
        <DayField label="Stichtag" hasVisibleLabel value={keyDate} onChange={(day) => onChange({ keyDate: day })} />
      </div>
      {data && !data.all && (
        <EmptyState icon="users" title="Noch kein Verein hat diese Meldung freigegeben.">
          <p>Ein Verein gibt seine abgegebene Meldung unter „Bestandserhebung“ frei.</p>
        </EmptyState>
      )}
      {data?.all && data.clubs.length > 1 && <Sums title="Alle Vereine zusammen" sums={data.all} />}
      {data?.clubs.map((one) => (
        <Sums
          key={one.club}
          title={one.club}
          lead={one.handedInOn ? `Abgegeben am ${germanDate(one.handedInOn)}.` : undefined}
          sums={one}
        />
      ))}
      {data?.all && (
        <Text size="sm" c="dimmed">
          Zahlen von 1 bis 4 stehen als „&lt; 5“ da; „–“ ist verdeckt, weil sich sonst eine kleine Zahl ausrechnen ließe.
        </Text>
      )}
    </Stack>
  );
}

const head = ['', 'm', 'w', 'd', 'ohne Angabe', 'gesamt'];

function Sums({ title, lead, sums }: { title: string; lead?: string | undefined; sums: ClubSums }) {
  const { rows, columns, total, associations, youthPercent, change } = sums;
  const facts = [
    youthPercent !== null && `${youthPercent} % sind höchstens 18 Jahre alt.`,
    change !== null && `${change >= 0 ? '+' : '−'}${Math.abs(change)} gegenüber dem Vorjahr.`,
  ].filter((one) => one !== false);
  return (
    <PagePart title={title} lead={[lead, ...facts].filter(Boolean).join(' ')}>
      <Table.ScrollContainer minWidth={420}>
        <Table aria-label={`Mitglieder nach Alter und Geschlecht, ${title}`} verticalSpacing={4} maw={720}>
          <Table.Thead>
            <Table.Tr>
              {head.map((word) => (
                <Table.Th key={word} ta={word ? 'right' : 'left'}>
                  {word}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Row key={row.from} label={row.to === null ? `ab ${row.from}` : `${row.from}–${row.to}`} counts={[...row.cells, row.total]} />
            ))}
            <Row label="Alle" counts={[...columns, total]} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {associations.length > 0 && (
        <Text size="sm" mt="sm">
          Fachverbände:{' '}
          {associations.map(({ no, name, members }) => `${[no, name].filter(Boolean).join(' ')} ${words(members)}`).join(', ')}
        </Text>
      )}
    </PagePart>
  );
}

function Row({ label, counts }: { label: string; counts: readonly MaskedCount[] }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      {counts.map((count, at) => (
        <Table.Td key={head[at + 1]} ta="right">
          {words(count)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function words(count: MaskedCount): string {
  if (typeof count === 'number') return String(count);
  return count === 'few' ? '< 5' : '–';
}
