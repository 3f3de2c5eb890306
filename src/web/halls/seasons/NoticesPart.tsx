import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deliveryNames, type HolderNotice } from '#shared/halls/organisations.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { noticesQuery } from './queries.ts';

/** Who was told what of a season, whether the mail arrived, and whether its link was opened. */
export function NoticesPart({ seasonId }: { seasonId: string }) {
  const { data = [] } = useQuery(noticesQuery(seasonId));
  if (data.length === 0) return null;
  const failed = data.filter(({ delivery }) => delivery === 'failed').length;
  const lead = `${data.length} Mails${failed > 0 ? `, davon ${failed} unzustellbar` : ''}.`;
  return (
    <PagePart title="Wer benachrichtigt wurde" lead={lead} fold="Alle zeigen">
      {/* What scrolls must be reached by the keyboard (axe: scrollable-region-focusable). */}
      <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} aria-label="Benachrichtigungen">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Wer</Table.Th>
              <Table.Th>Was</Table.Th>
              <Table.Th>Wann</Table.Th>
              <Table.Th>Stand</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  {one.organisation}
                  <Text size="sm" c="dimmed">
                    {one.recipient}
                  </Text>
                </Table.Td>
                <Table.Td>{one.subject}</Table.Td>
                <Table.Td>{formatDateTime(one.sentAt)}</Table.Td>
                <Table.Td>
                  <StateMark tone={toneOf(one)}>{stateOf(one)}</StateMark>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PagePart>
  );
}

function toneOf({ delivery, openedAt }: HolderNotice): 'good' | 'bad' | 'quiet' | 'waiting' {
  if (openedAt) return 'good';
  if (delivery === 'failed') return 'bad';
  return delivery === 'sent' ? 'quiet' : 'waiting';
}

function stateOf({ delivery, openedAt }: HolderNotice): string {
  return openedAt ? `gelesen, ${formatDateTime(openedAt)}` : deliveryNames[delivery];
}
