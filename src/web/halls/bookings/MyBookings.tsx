import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { User } from '#shared/kernel/user.ts';
import { today } from '#web/lib/berlinDay.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { BookingDialog } from './BookingDialog.tsx';
import { BookingDrawer } from './BookingDrawer.tsx';
import { DayList } from '../plan/DayList.tsx';
import { hallsQuery, mineQuery, type Booking } from './queries.ts';

const aheadDays = 120;

/** One's own bookings and requests with their states, and the way to a new one. */
export function MyBookings({ viewer }: { viewer: User }) {
  const from = today();
  const mine = useQuery(mineQuery(from, addDays(from, aheadDays)));
  const halls = useQuery(hallsQuery());
  const [filter, setFilter] = useState('all');
  const [opened, setOpened] = useState<Booking>();
  const [isBooking, setIsBooking] = useState(false);
  const problem = [mine, halls].find(({ error, data }) => error && !data);
  if (problem) return <LoadProblem error={problem.error} onRetry={() => void problem.refetch()} />;
  if (!mine.data || !halls.data) return <Pending />;
  const shown = mine.data.filter(({ state }) => filter === 'all' || bookingSets.waiting.includes(state));
  return (
    <>
      <Button mb="md" mr="sm" leftSection={<Icon name="plus" size={18} />} onClick={() => setIsBooking(true)}>
        Halle buchen oder anfragen
      </Button>
      <SegmentedControl
        mb="md"
        aria-label="Welche Buchungen"
        value={filter}
        onChange={setFilter}
        data={[
          { value: 'all', label: 'Alle' },
          { value: 'open', label: 'Offene Anfragen' },
        ]}
      />
      <DayList bookings={shown} halls={halls.data} onOpen={setOpened} />
      <BookingDrawer
        booking={opened && mine.data.find(({ id }) => id === opened.id)}
        halls={halls.data}
        onClose={() => setOpened(undefined)}
      />
      <BookingDialog isOpen={isBooking} viewer={viewer} halls={halls.data} day={from} onClose={() => setIsBooking(false)} />
    </>
  );
}
