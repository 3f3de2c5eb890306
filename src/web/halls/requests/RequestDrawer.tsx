import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { BookingDetails } from '../bookings/BookingDrawer.tsx';
import type { Hall } from '../bookings/queries.ts';
import { requestQuery } from './queries.ts';

type RequestDrawerProps = {
  /** Any date of the request. */ id: string | undefined;
  halls: readonly Hall[];
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One request with its decision; also opened by links. */
export function RequestDrawer({ id, halls, onOpen, onClose }: RequestDrawerProps) {
  const { data, error, refetch } = useQuery({ ...requestQuery(id ?? ''), enabled: id !== undefined });
  const first = id === undefined ? undefined : (data?.dates.find((date) => date.id === id) ?? data?.dates[0]);
  return (
    <RecordDrawer id={id} title={first ? 'Belegung' : 'Anfrage'} onOpen={onOpen} onClose={onClose}>
      {first ? (
        <BookingDetails key={first.id} booking={first} halls={halls} onClose={onClose} />
      ) : error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Text>Diese Anfrage ist schon entschieden.</Text>
      ) : (
        <Pending />
      )}
    </RecordDrawer>
  );
}
