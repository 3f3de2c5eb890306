import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Levy } from '#shared/money/levies/contract.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { LettersOut } from '../letters/LettersOut.tsx';
import classes from '../mandates/mandates.module.css';
import { leviesQuery, levyLettersQuery, useLevyMutations } from './queries.ts';

/** Past levies; one can be reverted while none of it is paid. */
export function LevyList({ onLetters }: { /** Opens the letters of a levy. */ onLetters: (levyId: string) => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(leviesQuery());
  const levies = data?.pages.flatMap(({ rows }) => rows);
  const [undone, setUndone] = useState<Levy>();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (levies?.length === 0) return <EmptyState icon="receipt" title="Noch nichts von Hand gefordert." />;
  return (
    <>
      <Stack gap="xs">
        {levies?.map((levy) => (
          <Group key={levy.id} justify="space-between" className={classes['card']}>
            <div className={classes['row']}>
              <strong>
                {levy.label}: {countOf(levy)}, {euros(levy.totalCents)}
              </strong>
              <span className={classes['quiet']}>{factsOf(levy)}</span>
            </div>
            {levy.state === 'booked' && (
              <Group gap="xs">
                {levy.letters > 0 && (
                  <Button variant="default" aria-label={`Briefe drucken: ${levy.label}`} onClick={() => onLetters(levy.id)}>
                    {levy.letters === 1 ? '1 Brief drucken' : `${levy.letters.toLocaleString('de-DE')} Briefe drucken`}
                  </Button>
                )}
                <Button variant="default" aria-label={`Rückgängig machen: ${levy.label}`} onClick={() => setUndone(levy)}>
                  Rückgängig machen
                </Button>
              </Group>
            )}
          </Group>
        ))}
      </Stack>
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => fetchNextPage()} />
      <Modal opened={undone !== undefined} onClose={() => setUndone(undefined)} title={undone && `Rückgängig machen: ${undone.label}`}>
        {undone && <UndoForm levy={undone} onClose={() => setUndone(undefined)} />}
      </Modal>
    </>
  );
}

function countOf({ count }: Levy): string {
  return count === 1 ? '1 Forderung' : `${count.toLocaleString('de-DE')} Forderungen`;
}

function factsOf({ dueOn, createdAt, createdBy, told, postedOn, excluded, state, reason }: Levy): string {
  return [
    `fällig ${germanDate(dueOn)}`,
    `${formatDateTime(createdAt)}, ${createdBy}`,
    told > 0 && `${told.toLocaleString('de-DE')} per Mail informiert`,
    postedOn && `Briefe verschickt am ${germanDate(postedOn)}`,
    excluded > 0 && `${excluded.toLocaleString('de-DE')} ausgenommen`,
    state === 'undone' && `rückgängig gemacht: ${reason}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function UndoForm({ levy, onClose }: { levy: Levy; onClose: () => void }) {
  const { undo } = useLevyMutations();
  const { data: sheets } = useQuery({ ...levyLettersQuery(levy.id), enabled: levy.postedOn !== null });
  const save = (reason: string, onError: (error: unknown) => void) =>
    undo.mutate(
      { id: levy.id, reason, version: levy.version },
      { onSuccess: () => (notify('Die Forderungen sind storniert.'), onClose()), onError },
    );
  return (
    <ReasonForm action="Rückgängig machen" isGrave isBusy={undo.isPending} error={undo.error} onReason={save}>
      <Text size="sm">
        {countOf(levy)} über {euros(levy.totalCents)} {levy.count === 1 ? 'wird' : 'werden'} storniert.
        {levy.told > 0 && ' Wer eine Mail bekam, bekommt noch eine: Es gilt nicht mehr.'}
      </Text>
      <LettersOut sheets={sheets} />
    </ReasonForm>
  );
}
