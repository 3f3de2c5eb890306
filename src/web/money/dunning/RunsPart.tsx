import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { DunningRun } from '#shared/money/dunning/contract.ts';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import classes from '../mandates/mandates.module.css';
import { dunningRunsQuery, useDunningMutations } from './queries.ts';

/** Past runs; one can be reverted on the same day. */
export function RunsPart({ onLetters }: { onLetters: (runId: string) => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(dunningRunsQuery());
  const runs = data?.pages.flatMap(({ rows }) => rows);
  const { undo } = useDunningMutations();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (runs?.length === 0) return <EmptyState icon="mail-exclamation" title="Noch nichts verschickt." />;
  const takeBack = ({ id, version, feeCents }: DunningRun) =>
    confirm({
      title: 'Mahnlauf zurücknehmen?',
      text: `Gebühren (${euros(feeCents)}) und Mahnstufen gehen zurück. Mails, die schon verschickt sind, bleiben verschickt.`,
      action: 'Zurücknehmen',
      onConfirm: () =>
        undo.mutate({ id, version }, { onSuccess: () => notify('Der Mahnlauf ist zurückgenommen.'), onError: notifyProblem }),
    });
  return (
    <Stack gap="xs">
      {runs?.map((run) => (
        <Group key={run.id} justify="space-between" className={classes['card']}>
          <div className={classes['row']}>
            <strong>
              {germanDate(run.createdOn)}: {run.notices.toLocaleString('de-DE')} Zahler, {euros(run.totalCents)}
              {run.feeCents > 0 && `, Gebühren ${euros(run.feeCents)}`}
            </strong>
            <span className={classes['quiet']}>
              {run.createdBy}
              {run.letters > 0 && ` · ${run.letters} per Brief`}
              {run.state === 'undone' && ' · zurückgenommen'}
            </span>
          </div>
          <Group gap="xs">
            {run.state === 'done' && run.letters > 0 && (
              <Button variant="default" onClick={() => onLetters(run.id)}>
                {run.letters === 1 ? '1 Brief drucken' : `${run.letters} Briefe drucken`}
              </Button>
            )}
            {run.mayUndo && (
              <Button variant="default" loading={undo.isPending} onClick={() => takeBack(run)}>
                Zurücknehmen
              </Button>
            )}
          </Group>
        </Group>
      ))}
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </Stack>
  );
}
