import { Badge, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { formatDate } from '#web/lib/format.ts';
import { may } from '#shared/kernel/rights.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { ChecksPart } from './ChecksPart.tsx';

const versionQuery = queryOptions({ queryKey: ['version'], queryFn: () => api.info.version() });

/** Which version runs, and what has changed. */
export function Page() {
  const { user } = useAuth();
  const query = useQuery(versionQuery);
  const { data } = query;
  if (!data) return <Loading query={query} />;
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
        {user && may({ role: user.role.name }, 'ops.check', 'global') && <ChecksPart />}
        {data.changes.map((change) => (
          <Card withBorder key={change.version}>
            <Title order={2} size="h4">
              {change.version} {change.date && `vom ${formatDate(change.date)}`}
            </Title>
            <List mt="xs" spacing={4}>
              {change.entries.map((entry) => (
                <List.Item key={entry}>{entry}</List.Item>
              ))}
            </List>
          </Card>
        ))}
      </Stack>
    </>
  );
}
