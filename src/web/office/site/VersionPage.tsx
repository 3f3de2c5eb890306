import { Badge, Button, Card, Code, Group, List, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/call/call.ts';
import { formatDate } from '#web/lib/format.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { may } from '#shared/kernel/rights.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { BackupPart } from './BackupPart.tsx';
import { ChecksPart } from './ChecksPart.tsx';

const versionQuery = queryOptions({ queryKey: ['version'], queryFn: () => api.info.version() });

type Change = Awaited<ReturnType<typeof api.info.version>>['changes'][number];

/** The changes of a version; a long list is collapsed. */
function Changes({ change: { version, date, entries }, shownAtFirst }: { change: Change; shownAtFirst: number }) {
  const [isWhole, setIsWhole] = useState(entries.length <= shownAtFirst);
  const shown = isWhole ? entries : entries.slice(0, shownAtFirst);
  const title = `${version}${date && ` vom ${formatDate(date)}`}`;
  return (
    <Card withBorder>
      <Title order={2} size="h4">
        {title}
      </Title>
      {shown.length > 0 && (
        <List mt="xs" spacing={4}>
          {shown.map((entry) => (
            <List.Item key={entry}>{withCode(entry)}</List.Item>
          ))}
        </List>
      )}
      {!isWhole && (
        <Button variant="default" mt="sm" style={{ alignSelf: 'start' }} onClick={() => setIsWhole(true)}>
          {entries.length === 1 ? 'Die Änderung zeigen' : `Alle ${entries.length} Änderungen zeigen`}
          <VisuallyHidden> von {title}</VisuallyHidden>
        </Button>
      )}
    </Card>
  );
}

/** The changelog is Markdown, whose lines only use `code`. */
function withCode(text: string) {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : <Code key={`${at} ${part}`}>{part}</Code>));
}

/** The running version, and the changelog. */
export function Page() {
  const { user } = useAuth();
  const query = useQuery(versionQuery);
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const mayAsk = (permission: Permission) => user !== null && may({ role: user.role.name }, permission, 'global');
  return (
    <>
      <PageTitle title="Versionsinformationen" />
      <Stack>
        <Card withBorder>
          <Group>
            <Text fw={600}>Version {data.version}</Text>
            <Badge variant="default">Kennzeichen {data.tag}</Badge>
            <Badge variant="default">Build {data.build}</Badge>
          </Group>
        </Card>
        {mayAsk('ops.check') ? <ChecksPart /> : mayAsk('ops.backupAge') && <BackupPart />}
        {data.changes.map((change, at) => (
          <Changes key={change.version} change={change} shownAtFirst={at === 0 ? 10 : 0} />
        ))}
      </Stack>
    </>
  );
}
