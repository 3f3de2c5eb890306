import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { AuditEntry } from '#shared/club/audit.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { Changes } from './Changes.tsx';
import { wordOfCollection } from '#shared/club/auditWords.ts';

type AuditDrawerProps = { entry: AuditEntry | undefined; onOpen: (id: string) => void; onClose: () => void };

/** One entry with the values before and after. */
export function AuditDrawer({ entry, onOpen, onClose }: AuditDrawerProps) {
  // Keeps the last entry while the drawer slides out.
  const [shown, setShown] = useState(entry);
  if (entry && entry !== shown) setShown(entry);
  return (
    <RecordDrawer id={entry && String(entry.id)} size="xl" title="Vorgang" onOpen={onOpen} onClose={onClose}>
      {shown && <Entry key={shown.id} entry={shown} />}
    </RecordDrawer>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const facts = [
    ['Zeit', formatDateTime(entry.time)],
    ['Name', entry.name],
    ['Verein', entry.club],
    ['Bereich', wordOfCollection(entry.entity)],
    ['Vorgang', entry.action],
    ['Kennung', entry.entityId ?? '–'],
    ['App', entry.app],
    ['Nummer', entry.id],
  ] as const;
  return (
    <Stack>
      <Title order={2} size="h4">
        {entry.content}
      </Title>
      <Facts facts={facts} />
      {entry.before || entry.after ? (
        <Changes entry={entry} />
      ) : (
        <Text size="sm" c="dimmed">
          Zu diesem Vorgang gehören keine geänderten Felder.
        </Text>
      )}
    </Stack>
  );
}
