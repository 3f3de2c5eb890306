import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CheckState } from '#shared/kernel/health/checks.ts';
import { api } from '#web/lib/call/call.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';

const checksQuery = queryOptions({ queryKey: ['checks'], queryFn: () => api.checks.read() });

const marks: { readonly [state in CheckState]: { word: string; color: string } } = {
  bad: { word: 'Beheben', color: 'danger' },
  warn: { word: 'Ansehen', color: 'waiting' },
  ok: { word: 'In Ordnung', color: 'good' },
};

/** The health checks of the server, worst first, each with its remedy. */
export function ChecksPart() {
  const query = useQuery(checksQuery);
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const order = Object.keys(marks);
  const sorted = data.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  return (
    <Card withBorder>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Ist alles in Ordnung?
        </Title>
        <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
          Noch einmal prüfen
        </Button>
      </Group>
      <Stack mt="sm" gap="sm">
        {sorted.map(({ name, state, text }) => (
          <div key={name}>
            <Group gap="xs">
              <Badge variant="default" leftSection={<Mark state={state} />}>
                {marks[state].word}
              </Badge>
              <Text fw={600}>{name}</Text>
            </Group>
            <Text size="sm">{text}</Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}

/** A dot in the colour of a state; the text beside it says the same. */
function Mark({ state }: { state: CheckState }) {
  return (
    <svg width={8} height={8} aria-hidden="true">
      <circle cx={4} cy={4} r={4} fill={`var(--mantine-color-${marks[state].color}-6)`} />
    </svg>
  );
}
