import { Card, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatDate } from '#web/lib/format.ts';
import { api } from '#web/lib/call/call.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';

const backupQuery = queryOptions({ queryKey: ['checks', 'backup'], queryFn: () => api.checks.backup() });

/** The age of the last backup, for boards: they cannot fix it, but can ask the server's operator. */
export function BackupPart() {
  const query = useQuery(backupQuery);
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const { madeOn, isOverdue } = data;
  return (
    <Card withBorder>
      <Title order={2} size="h4">
        Sicherung
      </Title>
      <Text mt="xs">
        {madeOn ? `Die letzte Sicherung aller Daten ist vom ${formatDate(madeOn)}.` : 'Es gibt noch keine Sicherung der Daten.'}
        {isOverdue && ` Die ${madeOn ? 'nächste' : 'erste'} ist überfällig: Bitte sagen Sie das der Person, die das Portal betreibt.`}
      </Text>
    </Card>
  );
}
