import { Group, Stack, Text } from '@mantine/core';
import type { z } from 'zod';
import type { outboxEntry } from '#shared/content/mails.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';

type OutboxEntry = z.infer<typeof outboxEntry>;

const kinds: { readonly [kind: string]: string } = {
  verify: 'Adresse bestätigen',
  reset: 'Neues Passwort',
  invite: 'Einladung',
  changeEmail: 'Neue E-Mail-Adresse',
  notice: 'Mitteilung',
  manage: 'Anmeldung',
  bulk: 'Rundmail',
};

const states = {
  queued: { tone: 'waiting', word: 'Wartet' },
  sent: { tone: 'good', word: 'Gesendet' },
  failed: { tone: 'bad', word: 'Nicht zustellbar' },
  held: { tone: 'quiet', word: 'Angehalten' },
} as const;

/** The columns of the outbox. */
export const mailColumns: Column<OutboxEntry>[] = [
  { name: 'createdAt', label: 'Zeit', cell: ({ createdAt }) => <span style={{ whiteSpace: 'nowrap' }}>{formatDateTime(createdAt)}</span> },
  { name: 'kind', label: 'Art', cell: ({ kind }) => kinds[kind] ?? kind },
  { name: 'recipient', label: 'An', cell: ({ recipient }) => recipient },
  { name: 'subject', label: 'Betreff', cell: (mail) => <Subject mail={mail} /> },
  { name: 'state', label: 'Stand', cell: (mail) => <MailState mail={mail} /> },
];

/** A mail on a phone. */
export function MailCard({ mail }: { mail: OutboxEntry }) {
  return (
    <Stack gap={2} px={4} py={6}>
      <Group justify="space-between" gap="0 0.75rem">
        <Text fw={600}>{kinds[mail.kind] ?? mail.kind}</Text>
        <MailState mail={mail} />
      </Group>
      <Text size="sm">{mail.recipient}</Text>
      <Subject mail={mail} />
      <Text size="sm" c="dimmed">
        {formatDateTime(mail.createdAt)}
      </Text>
    </Stack>
  );
}

/** The mails with a secret link show their subject to nobody but the recipient. */
function Subject({ mail }: { mail: OutboxEntry }) {
  if (mail.subject !== null) return <Text size="sm">{mail.subject}</Text>;
  return (
    <Text size="sm" c="dimmed" fs="italic">
      vertraulich
    </Text>
  );
}

function MailState({ mail }: { mail: OutboxEntry }) {
  const { tone, word } = states[mail.state];
  return <StateMark tone={tone}>{word}</StateMark>;
}
