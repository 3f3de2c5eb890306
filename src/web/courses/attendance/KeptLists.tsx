import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { Dates } from './Dates.tsx';
import { keptSheets } from './offline.ts';

/** The lists stored on this phone, shown when the sessions cannot be loaded; if there are none, the error. */
export function KeptLists({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { data, isError } = useQuery({ queryKey: ['kept-lists'], queryFn: keptSheets, gcTime: 0, networkMode: 'always' });
  if (!data && !isError) return <Pending />;
  if (!data || data.length === 0) return <LoadProblem error={error} onRetry={onRetry} />;
  return (
    <>
      <Alert color="waiting" title="Ohne Verbindung" mb="sm">
        Diese Listen sind auf dem Telefon. Markierungen werden gemerkt und später übertragen.
      </Alert>
      <Dates dates={data.map(({ session }) => session)} />
    </>
  );
}
