import { Table, Text } from '@mantine/core';
import { deliveryNames, holderAnswerWords, type HolderNotice } from '#shared/halls/notices/holderNotices.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';

/** The sent notices: recipient, delivery, and whether the link was opened. */
export function NoticesTable({ notices }: { notices: readonly HolderNotice[] }) {
  return (
    <>
      {/* A scrollable region must be focusable (axe: scrollable-region-focusable). */}
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
            {notices.map((one) => (
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
                  {one.remark && <Text size="sm">{one.remark}</Text>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function toneOf({ delivery, openedAt, answer }: HolderNotice): 'good' | 'bad' | 'quiet' | 'waiting' {
  if (answer) return answer === 'accepted' ? 'good' : 'bad';
  if (openedAt) return 'good';
  if (delivery === 'failed' || delivery === 'unaddressed') return 'bad';
  return delivery === 'sent' ? 'quiet' : 'waiting';
}

function stateOf({ kind, delivery, openedAt, answer, answeredAt, answerUntil }: HolderNotice): string {
  if (answer && answeredAt) return `${holderAnswerWords({ kind, answer })}, ${formatDateTime(answeredAt)}`;
  if (delivery === 'unaddressed') return deliveryNames[delivery];
  const read = openedAt ? `gelesen, ${formatDateTime(openedAt)}` : deliveryNames[delivery];
  return answerUntil ? `${read}, Antwort fehlt` : read;
}
