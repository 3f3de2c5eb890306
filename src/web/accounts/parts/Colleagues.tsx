import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Alert } from '@mantine/core';
import { presenceEverySeconds, type Colleague, type SharedRecordKind } from '#shared/accounts/presence.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './Colleagues.module.css';
import { presenceKey } from './useSavedBy.ts';

type ColleaguesProps = {
  kind: SharedRecordKind;
  /** The open record; new ones nobody else can have open. */ record: string | undefined;
  club: ClubName;
  /** Whether the form has changes that are not saved. */ isChanging: boolean;
};

/** A quiet line on who else has the record of a form open, asked as long as the tab is in view; or who deleted it meanwhile. */
export function Colleagues({ kind, record, club, isChanging }: ColleaguesProps) {
  const { data, refetch } = useQuery({
    queryKey: presenceKey(kind, record),
    queryFn: () => api.presence.tell({ kind, record: record ?? '', club, isChanging }),
    enabled: record !== undefined,
    refetchInterval: presenceEverySeconds * 1000,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  // The others learn of the first change at once.
  useEffect(() => {
    if (record !== undefined && isChanging) void refetch();
  }, [record, isChanging, refetch]);
  const { others = [], deleted = null } = data ?? {};
  if (deleted)
    return (
      <Alert role="alert" variant="light" color="waiting" icon={<Icon name="alert-triangle" />}>
        {deleted.by} hat das am {formatDateTime(deleted.at)} gelöscht. Ihre Eingaben können Sie noch kopieren.
      </Alert>
    );
  if (others.length === 0) return null;
  return (
    <output className={classes['line']}>
      <Icon name="users" size={18} />
      <span>{others.map(sentence).join(' ')}</span>
    </output>
  );
}

function sentence({ name, isChanging }: Colleague): string {
  return isChanging ? `${name} bearbeitet das gerade.` : `${name} hat das auch offen.`;
}
