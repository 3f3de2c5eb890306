import { Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeasonDryRun } from '#shared/halls/seasons/publication.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { dryRunQuery } from '../seasons/queries.ts';
import { ConflictsPart } from './ConflictsPart.tsx';

/** A preview of the publication: the number of dates, omitted ones, conflicts, and series that end. */
export function DryRun({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...dryRunQuery(id), enabled: isOpen });
  return (
    <PagePart title="Was die Veröffentlichung bewirkt" lead="Nur durchgespielt: Es wird nichts gebucht und niemand benachrichtigt.">
      {isOpen && data ? (
        <Outcome id={id} data={data} />
      ) : (
        <Button variant="default" loading={isFetching} onClick={() => setOpen(true)}>
          Veröffentlichung durchspielen
        </Button>
      )}
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
    </PagePart>
  );
}

function Outcome({ id, data: { halls, skipped, conflicts, ending, undecided } }: { id: string; data: SeasonDryRun }) {
  return (
    <Stack gap="xs">
      <List size="sm">
        {halls.map(({ facilityId, name, series, dates }) => (
          <List.Item key={facilityId}>
            {`${name}: ${series === 1 ? 'eine Serie' : `${series} Serien`} mit ${dates === 1 ? 'einem Termin' : `${dates} Terminen`}`}
          </List.Item>
        ))}
      </List>
      <Text size="sm">{skippedWords(skipped)}</Text>
      <Text size="sm">
        {ending.length === 0
          ? 'Keine bisherige Serie endet.'
          : `${ending.length === 1 ? 'Eine bisherige Serie endet' : `${ending.length} bisherige Serien enden`} vor dem ersten Tag.`}
      </Text>
      {undecided.length > 0 && <Text size="sm">{`Noch zu entscheiden, weil niemand sie bestätigt hat: ${undecided.join('; ')}.`}</Text>}
      {conflicts.length > 0 && <ConflictsPart id={id} conflicts={conflicts} />}
    </Stack>
  );
}

/** "1282 Termine fallen aus: 1100 Sommerferien, 182 Ostermontag." All conflicts count as one reason. */
function skippedWords(skipped: readonly { reason: string }[]): string {
  if (skipped.length === 0) return 'Kein Termin fällt aus.';
  const reasons = Map.groupBy(skipped, ({ reason }) => (reason.startsWith('Belegt') ? 'weil dort schon etwas steht' : reason));
  const parts = [...reasons].toSorted(([, a], [, b]) => b.length - a.length).map(([reason, some]) => `${some.length} ${reason}`);
  return `${skipped.length === 1 ? '1 Termin fällt' : `${skipped.length} Termine fallen`} aus: ${parts.join(', ')}.`;
}
