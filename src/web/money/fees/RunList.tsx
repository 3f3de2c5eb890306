import { Button, Group, Modal, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import type { FeeRun } from '#shared/money/fees/fees.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import classes from '../mandates/mandates.module.css';
import { feeRunsQuery } from './queries.ts';
import { UndoForm } from './UndoForm.tsx';

/** Past runs; each can be reverted as far as nothing happened to its charges. */
export function RunList({ club, onLetters }: { club: ClubName; onLetters: (runId: string) => void }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(feeRunsQuery(club));
  const runs = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const [undone, setUndone] = useState<FeeRun>();
  if (runs.length === 0) return null;
  return (
    <section className="no-print" aria-labelledby="fee-runs">
      <Title order={2} size="h4" id="fee-runs" mb="xs">
        Läufe
      </Title>
      <Stack gap="xs">
        {runs.map((run) => (
          <Group key={run.id} justify="space-between" className={classes['card']}>
            <div className={classes['row']}>
              <strong>
                {germanDate(run.from)} bis {germanDate(run.to)}: {run.lines.toLocaleString('de-DE')} Forderungen, {euros(run.totalCents)}
              </strong>
              <span className={classes['quiet']}>
                fällig {[run.dueOn, ...run.laterDays].map(germanDate).join(', ')} · {formatDateTime(run.createdAt)}, {run.createdBy}
                {run.told > 0 && ` · ${run.told.toLocaleString('de-DE')} per Mail informiert`}
                {run.postedOn && ` · Briefe verschickt am ${germanDate(run.postedOn)}`}
                {run.excluded > 0 && ` · ${run.excluded.toLocaleString('de-DE')} ausgelassen`}
                {run.state === 'booked' && run.cancelled > 0 && ` · ${run.cancelled.toLocaleString('de-DE')} davon storniert`}
                {run.reason && ` · ${run.state === 'booked' ? 'zum Teil ' : ''}rückgängig gemacht: ${run.reason}`}
              </span>
            </div>
            {run.state === 'booked' && (
              <Group gap="xs">
                {run.letters > 0 && (
                  <Button variant="default" onClick={() => onLetters(run.id)}>
                    {run.letters === 1 ? '1 Brief drucken' : `${run.letters.toLocaleString('de-DE')} Briefe drucken`}
                  </Button>
                )}
                <Button variant="default" onClick={() => setUndone(run)}>
                  Rückgängig machen
                </Button>
              </Group>
            )}
          </Group>
        ))}
      </Stack>
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => fetchNextPage()} />
      <Modal opened={undone !== undefined} onClose={() => setUndone(undefined)} title="Lauf rückgängig machen">
        {undone && <UndoForm run={undone} onClose={() => setUndone(undefined)} />}
      </Modal>
    </section>
  );
}
