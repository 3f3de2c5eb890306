import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserNotice } from '#shared/accounts/notices.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from './Inbox.module.css';
import { noticesQuery } from './queries.ts';

type InboxProps = {
  /** How many unread notices are shown, newest first; default all. */
  atMost?: number | undefined;
};

/** The account's notices: unread ones expanded, read ones collapsed. */
export function Inbox({ atMost = Number.POSITIVE_INFINITY }: InboxProps) {
  const client = useQueryClient();
  const { data = [] } = useQuery(noticesQuery);
  const read = useMutation({
    mutationFn: (ids: string[]) => api.notices.read({ ids }),
    onSettled: () => client.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
  if (data.length === 0) return null;
  const fresh = data.filter(({ isRead }) => !isRead);
  const old = data.filter(({ isRead }) => isRead);
  return (
    <PagePart title="Nachrichten" lead={fresh.length === 0 ? 'Nichts Neues.' : undefined}>
      <Notices of={fresh.slice(0, atMost)} />
      {fresh.length > atMost && (
        <details className={classes['old']}>
          <summary>Weitere neue ({fresh.length - atMost})</summary>
          <Notices of={fresh.slice(atMost)} />
        </details>
      )}
      {fresh.length > 0 && (
        <PlainButton disabled={read.isPending} onClick={() => read.mutate(fresh.map(({ id }) => id))}>
          Gelesen
        </PlainButton>
      )}
      {old.length > 0 && (
        <details className={classes['old']}>
          <summary>Ältere Nachrichten ({old.length})</summary>
          <Notices of={old} />
        </details>
      )}
    </PagePart>
  );
}

function Notices({ of }: { of: readonly UserNotice[] }) {
  return (
    <ul className={classes['list']}>
      {of.map(({ id, title, body, at }) => (
        <li key={id}>
          <strong>{title}</strong> <span className={classes['at']}>{formatDateTime(at)}</span>
          <p className={classes['body']}>{body}</p>
        </li>
      ))}
    </ul>
  );
}
