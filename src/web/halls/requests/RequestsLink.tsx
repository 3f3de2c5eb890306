import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pages } from '#shared/kernel/pages.ts';
import { requestsQuery } from './queries.ts';

/** A link to pending requests with their number; renders nothing without any. */
export function RequestsLink() {
  const { data } = useInfiniteQuery(requestsQuery({ limit: 1 }));
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <Text mb="sm" className="no-print">
      <Link to={pages.adminBookingRequests.path} style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}>
        {total === 1 ? 'Eine Anfrage ist zu entscheiden' : `${total} Anfragen sind zu entscheiden`}
      </Link>
    </Text>
  );
}
