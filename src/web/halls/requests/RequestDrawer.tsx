import { Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { BookingDrawer } from '../bookings/BookingDrawer.tsx';
import type { Hall } from '../bookings/queries.ts';
import { requestQuery } from './queries.ts';

type RequestDrawerProps = { /** Any date of the request. */ id: string | undefined; halls: readonly Hall[]; onClose: () => void };

/** One request with its decision; also opened by links. */
export function RequestDrawer({ id, halls, onClose }: RequestDrawerProps) {
  const { data, error, refetch } = useQuery({ ...requestQuery(id ?? ''), enabled: id !== undefined });
  const first = id && (data?.dates.find((date) => date.id === id) ?? data?.dates[0]);
  if (first) return <BookingDrawer booking={first} halls={halls} onClose={onClose} />;
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title="Anfrage">
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Text>Diese Anfrage ist schon entschieden.</Text>
      ) : (
        <Pending />
      )}
    </Drawer>
  );
}
