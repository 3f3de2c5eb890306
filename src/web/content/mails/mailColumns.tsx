import { Button, Group, Stack, Text } from '@mantine/core';
import { mailReasonOf } from '#shared/content/mailReasons.ts';
import { mailKindNames, type OutboxEntry } from '#shared/content/outbox.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';

/** The actions on an undelivered mail. */
type Acts = { onAgain: (mail: OutboxEntry) => void; onDrop: (mail: OutboxEntry) => void };

const states = {
  queued: { tone: 'waiting', word: 'Wartet' },
  sent: { tone: 'good', word: 'Gesendet' },
  failed: { tone: 'bad', word: 'Nicht zustellbar' },
  held: { tone: 'quiet', word: 'Angehalten' },
} as const;

/** The columns of the outbox. */
export function mailColumns(acts: Acts): Column<OutboxEntry>[] {
  return [
    {
      name: 'createdAt',
      label: 'Zeit',
      cell: ({ createdAt }) => <span style={{ whiteSpace: 'nowrap' }}>{formatDateTime(createdAt)}</span>,
    },
    { name: 'kind', label: 'Art', cell: ({ kind }) => mailKindNames[kind] },
    { name: 'recipient', label: 'An', cell: ({ recipient }) => <span style={{ overflowWrap: 'anywhere' }}>{recipient}</span> },
    { name: 'subject', label: 'Betreff', cell: (mail) => <Subject mail={mail} /> },
    { name: 'state', label: 'Stand', cell: (mail) => <MailState mail={mail} {...acts} /> },
  ];
}

/** A mail as a card for phones. */
export function MailCard({ mail, ...acts }: Acts & { mail: OutboxEntry }) {
  return (
    <Stack gap={2} px={4} py={4}>
      <Group justify="space-between" gap="0 0.75rem">
        <Text fw={600}>{mailKindNames[mail.kind]}</Text>
        <Text size="sm" c="dimmed">
          {formatDateTime(mail.createdAt)}
        </Text>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {mail.recipient}
      </Text>
      <Subject mail={mail} />
      <MailState mail={mail} {...acts} />
    </Stack>
  );
}

/** The subject of a mail with a secret link is only visible to its recipient. */
function Subject({ mail }: { mail: OutboxEntry }) {
  if (mail.subject !== null) return <Text size="sm">{mail.subject}</Text>;
  return (
    <Text size="sm" c="dimmed" fs="italic">
      vertraulich
    </Text>
  );
}

function MailState({ mail, onAgain, onDrop }: Acts & { mail: OutboxEntry }) {
  const { tone, word } = states[mail.state];
  const { attempts, nextAttemptAt, lastError } = mail;
  const reason = lastError && mailReasonOf(lastError);
  return (
    <Stack gap={4} align="flex-start">
      <StateMark tone={tone}>{word}</StateMark>
      {mail.sentAt && (
        <Text size="sm" c="dimmed">
          am {formatDateTime(mail.sentAt)}
        </Text>
      )}
      {lastError && <Text size="sm">{reason ?? lastError}</Text>}
      {reason && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Antwort im Original: <span lang="en">{lastError}</span>
        </Text>
      )}
      {attempts > 0 && mail.state !== 'sent' && (
        <Text size="sm" c="dimmed">
          {attempts === 1 ? 'Ein Versuch' : `${attempts} Versuche`}
          {nextAttemptAt && `, der nächste ${whenNext(nextAttemptAt)}`}
        </Text>
      )}
      <Group gap="xs">
        {mail.isRetryable && (
          <Button variant="default" px="xs" onClick={() => onAgain(mail)} aria-label={`${againWords(mail)}: ${mail.recipient}`}>
            {againWords(mail)}
          </Button>
        )}
        {mail.state === 'held' && (
          <Button variant="default" px="xs" onClick={() => onDrop(mail)} aria-label={`Löschen: ${mail.recipient}`}>
            Löschen
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function againWords({ state }: OutboxEntry): string {
  return state === 'held' ? 'Freigeben' : 'Noch einmal senden';
}

function whenNext(instant: string): string {
  return new Date(instant) <= new Date() ? 'gleich' : `am ${formatDateTime(instant)}`;
}
