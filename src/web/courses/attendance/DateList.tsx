import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { datesQuery } from '../participants/queries.ts';
import { Dates } from './Dates.tsx';
import { KeptLists } from './KeptLists.tsx';
import { keepOwnLists, keepPage } from './offline.ts';

type DateListProps = {
  from: string;
  to: string;
  empty: string;
  /** Whether the phone keeps the lists of the own groups among them; default false. */
  keepsLists?: boolean;
};

/** The dates of some days, the own ones first; a tap opens the attendance. */
export function DateList({ from, to, empty, keepsLists = false }: DateListProps) {
  const { data, error, refetch } = useQuery(datesQuery(from, to));
  useEffect(() => {
    // The own lists of today open without reception from now on.
    if (keepsLists && data)
      void keepOwnLists(data)
        .then(keepPage)
        .catch(() => undefined);
  }, [keepsLists, data]);
  if (error && !data)
    return keepsLists ? (
      <KeptLists error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadProblem error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Pending />;
  if (data.length === 0) return <Text>{empty}</Text>;
  return <Dates dates={data.toSorted((a, b) => Number(b.isMine) - Number(a.isMine) || a.startsAt.localeCompare(b.startsAt))} />;
}
