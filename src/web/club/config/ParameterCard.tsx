import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { parameters, type Parameter } from '#shared/club/config.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ParameterForm } from './ParameterForm.tsx';
import { readable } from './readable.ts';

/** One parameter: what it is, what it does, what it is set to. */
export function ParameterCard({ parameter, mayChange }: { parameter: Parameter; mayChange: boolean }) {
  const { label, help } = parameters[parameter.name];
  return (
    <Card withBorder component="section" aria-label={label}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" align="flex-start">
          <Title order={2} size="h5" flex="1 1 14rem">
            {label}
          </Title>
          {parameter.isDefault ? (
            <Badge variant="default" tt="none" fw={500}>
              Standard
            </Badge>
          ) : (
            parameter.updatedAt && (
              <Text size="sm" c="dimmed">
                geändert {formatDateTime(parameter.updatedAt)}
              </Text>
            )
          )}
        </Group>
        <Text size="sm" c="dimmed" id={`help-${parameter.name}`}>
          {help}
        </Text>
        {mayChange ? <ParameterForm parameter={parameter} /> : <Text fw={500}>{readable(parameter.name, parameter.value)}</Text>}
      </Stack>
    </Card>
  );
}
