import { Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dryRunQuery } from '../seasons/queries.ts';
import { ConflictsPart } from './ConflictsPart.tsx';

/** What publishing would do: how many dates, which fall out, which others have, which series end. */
export function DryRun({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isFetching } = useQuery({ ...dryRunQuery(id), enabled: isOpen });
  if (!isOpen || !data)
    return (
      <Button mt="sm" variant="default" loading={isFetching} onClick={() => setOpen(true)}>
        Veröffentlichung durchspielen
      </Button>
    );
  return (
    <Stack gap="xs" mt="sm">
      <List size="sm">
        {data.halls.map(({ facilityId, name, series, dates }) => (
          <List.Item key={facilityId}>{`${name}: ${series} Serien mit ${dates} Terminen`}</List.Item>
        ))}
      </List>
      <Text size="sm">{skippedWords(data.skipped)}</Text>
      {data.conflicts.length > 0 && <ConflictsPart id={id} conflicts={data.conflicts} />}
      <Text size="sm">
        {data.ending.length === 0 ? 'Keine bisherige Serie endet.' : `${data.ending.length} bisherige Serien enden vor dem ersten Tag.`}
      </Text>
    </Stack>
  );
}

/** "1282 Termine fallen aus: 1100 Sommerferien, 182 Ostermontag." What stands in the way counts as one reason. */
function skippedWords(skipped: readonly { reason: string }[]): string {
  if (skipped.length === 0) return 'Kein Termin fällt aus.';
  const reasons = Map.groupBy(skipped, ({ reason }) => (reason.startsWith('Belegt') ? 'weil dort schon etwas steht' : reason));
  const parts = [...reasons].toSorted(([, a], [, b]) => b.length - a.length).map(([reason, some]) => `${some.length} ${reason}`);
  return `${skipped.length === 1 ? '1 Termin fällt' : `${skipped.length} Termine fallen`} aus: ${parts.join(', ')}.`;
}
