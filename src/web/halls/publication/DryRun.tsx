import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { dryRunQuery } from '../seasons/queries.ts';
import { ConflictsPart } from './ConflictsPart.tsx';
import { OutcomeWords } from './OutcomeWords.tsx';

/** A preview of the publication: the number of dates, omitted ones, conflicts, and series that end. */
export function DryRun({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...dryRunQuery(id), enabled: isOpen });
  return (
    <PagePart title="Was die Veröffentlichung bewirkt" lead="Nur durchgespielt: Es wird nichts gebucht und niemand benachrichtigt.">
      {isOpen && data ? (
        <Stack gap="xs">
          <OutcomeWords of={data} />
          {data.conflicts.length > 0 && <ConflictsPart id={id} conflicts={data.conflicts} />}
        </Stack>
      ) : (
        <Button
          variant="default"
          h="auto"
          mih={36}
          maw="100%"
          styles={{ label: { whiteSpace: 'normal' } }}
          loading={isFetching}
          onClick={() => setOpen(true)}
        >
          Veröffentlichung durchspielen
        </Button>
      )}
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
    </PagePart>
  );
}
