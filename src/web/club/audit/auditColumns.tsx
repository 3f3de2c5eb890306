import { Stack, Text } from '@mantine/core';
import type { AuditEntry } from '#shared/club/audit.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import classes from './audit.module.css';
import { wordOfCollection } from '#shared/club/auditWords.ts';

type Open = (entry: AuditEntry) => void;

/** The columns of the log; the text opens the details. */
export function auditColumns(onOpen: Open): Column<AuditEntry>[] {
  return [
    { name: 'time', label: 'Zeit', cell: ({ time }) => <span className={classes['oneLine']}>{formatDateTime(time)}</span> },
    { name: 'name', label: 'Name', cell: ({ name }) => name },
    { name: 'club', label: 'Verein', cell: ({ club }) => club },
    { name: 'content', label: 'Inhalt', isName: true, cell: (entry) => <Content entry={entry} onOpen={onOpen} /> },
    { name: 'entity', label: 'Bereich', cell: ({ entity }) => wordOfCollection(entity) },
  ];
}

/** An entry on a phone. */
export function AuditCard({ entry, onOpen }: { entry: AuditEntry; onOpen: Open }) {
  return (
    <Stack gap={2} py={4} px={4} align="flex-start">
      <Text size="sm" c="dimmed">
        {formatDateTime(entry.time)} · {entry.club} · {wordOfCollection(entry.entity)}
      </Text>
      <Content entry={entry} onOpen={onOpen} />
      <Text size="sm">{entry.name}</Text>
    </Stack>
  );
}

function Content({ entry, onOpen }: { entry: AuditEntry; onOpen: Open }) {
  return <RecordLink onOpen={() => onOpen(entry)}>{entry.content}</RecordLink>;
}
