import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { ownAtMost } from '#shared/halls/ownBookings.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#web/lib/berlinDay.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { hallsQuery } from '../parts/hallsQuery.ts';
import { BookingDrawer } from '../bookings/BookingDrawer.tsx';
import { CancelShown } from './CancelShown.tsx';
import { groupsOf } from './groups.ts';
import { OwnFilters, rangeOf, type ownAddress, type OwnAddress } from './OwnFilters.tsx';
import { OwnList } from './OwnList.tsx';
import { ownQuery } from './queries.ts';
import { ReleaseShown } from './ReleaseShown.tsx';

const widerDays = 84;

type OwnBookingsProps = { club: ClubName; address: OwnAddress; onChange: (change: Partial<z.input<typeof ownAddress>>) => void };

/** What the list asks for at an address. */
export function askedAt(address: OwnAddress) {
  const { hall: facility, kind, department, search = '', show } = address;
  return ownQuery({ ...rangeOf(address, today()), facility, kind, department, search, show });
}

/** The viewer's bookings of a range of weeks, filtered and grouped by series. */
export function OwnBookings({ club, address, onChange }: OwnBookingsProps) {
  const range = rangeOf(address, today());
  const { show, sort } = address;
  const mine = useQuery(askedAt(address));
  const halls = useQuery(hallsQuery());
  const [openId, setOpenId] = useOpenRecord();
  const problem = [mine, halls].find(({ error, data }) => error && !data);
  if (problem) return <LoadProblem error={problem.error} onRetry={() => void problem.refetch()} />;
  if (!mine.data || !halls.data) return <Pending />;
  const groups = groupsOf(mine.data, show, sort, halls.data);
  return (
    <>
      <OwnFilters club={club} address={address} range={range} halls={halls.data} onChange={onChange} />
      {mine.data.length >= ownAtMost && (
        <Text mb="sm">Das sind sehr viele Termine; die letzten fehlen hier. Bitte einen kürzeren Zeitraum wählen.</Text>
      )}
      {groups.length === 0 ? (
        <EmptyState icon="calendar-off" title="Keine Buchung in diesem Zeitraum.">
          <Button variant="default" onClick={() => onChange({ to: addDays(range.to, widerDays) })}>
            Zeitraum erweitern
          </Button>
        </EmptyState>
      ) : (
        <>
          <Group gap="xs">
            <ReleaseShown groups={groups} />
            <CancelShown groups={groups} />
          </Group>
          <OwnList key={JSON.stringify(address)} groups={groups} halls={halls.data} onOpen={({ id }) => setOpenId(id)} />
        </>
      )}
      <BookingDrawer
        booking={mine.data.find(({ id }) => id === openId)}
        halls={halls.data}
        onOpen={setOpenId}
        onClose={() => setOpenId(undefined)}
      />
    </>
  );
}
