import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AtRecord, SharedRecordKind } from '#shared/accounts/presence.ts';
import type { Save } from '#shared/kernel/problems.ts';

/** What is known of a record with colleagues at it; `Colleagues` asks for it. */
export const presenceKey = (kind: SharedRecordKind, record: string | undefined) => ['presence', kind, record] as const;

/** Who else saved the record of a form last, asked again with each newer version; for forms that show `Colleagues`. */
export function useSavedBy(kind: SharedRecordKind, row: { id: string; version: number } | undefined): Save | null | undefined {
  const client = useQueryClient();
  const { id, version } = row ?? {};
  // Without a function of its own, so that the query keeps that of `Colleagues`.
  const { data } = useQuery<AtRecord>({ queryKey: presenceKey(kind, id), enabled: false });
  useEffect(() => {
    if (id !== undefined && version !== undefined) void client.invalidateQueries({ queryKey: presenceKey(kind, id) });
  }, [client, kind, id, version]);
  return data?.saved;
}
