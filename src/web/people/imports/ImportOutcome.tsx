import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saveFile } from '#web/lib/saveFile.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { importQuery, useImportMutations } from './importQueries.ts';

type ImportOutcomeProps = { id: string; onClose: () => void; onAgain: () => void };

/** The progress of the import and its result. The dialog may be closed meanwhile. */
export function ImportOutcome({ id, onClose, onAgain }: ImportOutcomeProps) {
  const query = useQuery(importQuery(id));
  const { data } = query;
  const { apply, rest } = useImportMutations();
  if (!data) return <Loading query={query} />;
  if (data.state === 'failed')
    return (
      <Stack gap="md">
        <Alert color="danger" title="Der Import ist nicht gelungen" icon={<Icon name="alert-triangle" />}>
          Es wurde nichts geschrieben. Bitte versuchen Sie es noch einmal.
        </Alert>
        <Group justify="flex-end">
          <Button variant="default" onClick={onAgain}>
            Andere Datei
          </Button>
          <Button
            loading={apply.isPending}
            onClick={() => apply.mutate(id, { onSuccess: () => void query.refetch(), onError: notifyProblem })}
          >
            Noch einmal
          </Button>
        </Group>
      </Stack>
    );
  if (data.state !== 'done' || !data.counts)
    return (
      <Stack gap="xs">
        <Progress value={(data.processed / data.total) * 100} aria-label="Fortschritt des Imports" size="lg" />
        <Text size="sm" component="output">
          {data.processed.toLocaleString('de-DE')} von {data.total.toLocaleString('de-DE')} Zeilen. Sie können das Fenster schließen.
        </Text>
      </Stack>
    );
  const { counts } = data;
  return (
    <Stack gap="md">
      <Alert color="good" title="Der Import ist fertig" icon={<Icon name="check" />}>
        {counts.new.toLocaleString('de-DE')} neu, {counts.changed.toLocaleString('de-DE')} geändert,{' '}
        {counts.unchanged.toLocaleString('de-DE')} unverändert, {counts.faulty.toLocaleString('de-DE')} nicht übernommen.
      </Alert>
      <Group justify="flex-end">
        {counts.faulty > 0 && (
          <Button
            variant="default"
            leftSection={<Icon name="download" size={18} />}
            loading={rest.isPending}
            onClick={() => rest.mutate(id, { onSuccess: saveFile, onError: notifyProblem })}
          >
            Fehlerhafte Zeilen
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          Andere Datei
        </Button>
        <Button onClick={onClose}>Fertig</Button>
      </Group>
    </Stack>
  );
}
