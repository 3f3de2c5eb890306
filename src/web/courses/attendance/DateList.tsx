import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { formatTime } from '#web/lib/format.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { datesQuery } from '../participants/queries.ts';
import { Dates } from './Dates.tsx';
import { KeptLists } from './KeptLists.tsx';
import { keepOwnLists, keepPage } from './offline.ts';

type DateListProps = {
  from: string;
  to: string;
  empty: string;
  /** Whether the phone stores the lists of the viewer's own groups; default false. */
  keepsLists?: boolean;
};

/** The sessions of some days, own ones first; a tap opens the attendance list. */
export function DateList({ from, to, empty, keepsLists = false }: DateListProps) {
  const { data, error, refetch } = useQuery(datesQuery(from, to));
  const ready = useKept(keepsLists ? data : undefined);
  if (error && !data) return <KeptLists error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  if (data.length === 0) return <Text>{empty}</Text>;
  return (
    <>
      <OwnFirst dates={data} />
      <Text component="output" display="block" size="sm" c="dimmed" mt="sm">
        {ready}
      </Text>
    </>
  );
}

/** Own sessions are expanded and the others collapsed below; without own ones all are shown. */
function OwnFirst({ dates }: { dates: readonly TrainingDate[] }) {
  const byTime = dates.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  const own = byTime.filter(({ isMine }) => isMine);
  const others = byTime.filter(({ isMine }) => !isMine);
  if (own.length === 0) return <Dates dates={others} />;
  return (
    <>
      <Dates dates={own} />
      {others.length > 0 && (
        <details>
          <summary>Weitere Termine ({others.length})</summary>
          <Dates dates={others} />
        </details>
      )}
    </>
  );
}

/** On a weak line a list may fail to load; it is tried again after this time while the page is open. */
const keepAgainMs = 10_000;

/** Stores the viewer's lists of these sessions, with the page, for offline use; returns the text once done. */
function useKept(dates: readonly TrainingDate[] | undefined): string {
  const [words, setWords] = useState('');
  useEffect(() => {
    if (!dates) return;
    const keep = async () => {
      const lists = await keepOwnLists(dates);
      const words = `${lists === 1 ? 'eine Liste' : `${lists} Listen`}, ${formatTime(new Date().toISOString())} Uhr`;
      if ((await keepPage()) && lists > 0) setWords(`Offline bereit: ${words}`);
    };
    let again: ReturnType<typeof setTimeout>;
    const attempt = () => void keep().catch(() => (again = setTimeout(attempt, keepAgainMs)));
    attempt();
    return () => clearTimeout(again);
  }, [dates]);
  return words;
}
