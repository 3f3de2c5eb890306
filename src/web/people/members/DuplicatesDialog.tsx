import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { DuplicateCard } from './DuplicateCard.tsx';
import { duplicatesQuery } from '../persons/linkQueries.ts';

type DuplicatesDialogProps = { club: ClubName; onClose: () => void };

/** Possible duplicates, side by side. */
export function DuplicatesDialog({ club, onClose }: DuplicatesDialogProps) {
  const isWide = useWide();
  const { data, error, refetch } = useQuery(duplicatesQuery(club));
  return (
    <Modal opened onClose={onClose} title="Doppelte Personen" size="xl" fullScreen={!isWide}>
      <Stack gap="md">
        {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={240} radius="md" />}
        {data?.length === 0 && <Text size="sm">Keine Person scheint doppelt zu sein.</Text>}
        {data?.map((pair) => (
          <DuplicateCard key={`${pair.first.id}${pair.second.id}`} pair={pair} />
        ))}
      </Stack>
    </Modal>
  );
}
