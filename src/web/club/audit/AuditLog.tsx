import { useInfiniteQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { clubName } from '#shared/kernel/fields.ts';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { endOfDay, startOfDay } from '#web/lib/berlinDay.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { AuditCard, auditColumns } from './auditColumns.tsx';
import { AuditDrawer } from './AuditDrawer.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTools } from './AuditTools.tsx';
import { auditQuery } from './queries.ts';

const address = z.object({
  club: clubName.optional(),
  search: z.string().max(100).optional(),
  entity: z.string().max(40).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

/** The audit log: who did what and when; it is append-only. */
export function AuditLog() {
  const [{ from, to, ...words }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const filter = { ...words, from: from && startOfDay(from), to: to && endOfDay(to) };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(auditQuery(filter));
  const rows = data?.pages.flatMap((page) => page.rows);
  const onOpen = ({ id }: { id: number }) => setOpenId(String(id));
  return (
    <>
      <AuditFilters filter={{ ...words, from, to }} onChange={setAddress} />
      <AuditTools filter={filter} />
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList
          label="Protokoll"
          columns={auditColumns(onOpen)}
          rows={rows}
          keyOf={({ id }) => String(id)}
          onMore={hasNextPage ? () => fetchNextPage() : undefined}
          renderCard={(entry) => <AuditCard entry={entry} onOpen={onOpen} />}
          empty={
            <EmptyState icon="history" title="Nichts gefunden.">
              <p>Ändern Sie die Suche oder den Zeitraum.</p>
            </EmptyState>
          }
        />
      )}
      <AuditDrawer entry={rows?.find(({ id }) => String(id) === openId)} onOpen={setOpenId} onClose={() => setOpenId(undefined)} />
    </>
  );
}
