import { useQuery } from '@tanstack/react-query';
import { noticesQuery } from './queries.ts';

/** The number of unread notices; renders nothing for none. */
export function UnreadState() {
  const { data = [] } = useQuery(noticesQuery);
  const fresh = data.filter(({ isRead }) => !isRead).length;
  return fresh > 0 && <span data-tone="waiting">{fresh === 1 ? '1 neue Nachricht' : `${fresh} neue Nachrichten`}</span>;
}
