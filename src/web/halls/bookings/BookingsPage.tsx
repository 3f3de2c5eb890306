import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { may } from '#shared/kernel/rights.ts';
import { addDays, minutesOf, mondayOf, timeOf } from '#shared/kernel/calendar.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { useFormInAddress } from '#web/lib/formInAddress.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { isWide, useWide } from '#web/ui/lists/useWide.ts';
import { hallsQuery } from '../parts/hallsQuery.ts';
import { lastOf } from '../plan/MonthTable.tsx';
import type { BookingWish } from './newBooking.ts';
import { PlanFilterBar } from './PlanFilterBar.tsx';
import { planFilters, useShown } from './planFilters.ts';
import { planQuery, type Booking, type FreeSlot, type Hall } from './queries.ts';
import { RangeBar } from '../plan/RangeBar.tsx';
import { UnusedPart } from './UnusedPart.tsx';
import { views, type View } from '../plan/views.ts';
import { RequestsLink } from '../requests/RequestsLink.tsx';
import { WorkPlan } from './WorkPlan.tsx';
import { lazyDialog, lazyPart } from '#web/ui/late/lazyPart.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';

const FreeSearch = lazyPart(async () => (await import('./FreeSearch.tsx')).FreeSearch);
const BookingDialog = lazyDialog(
  async () => (await import('./BookingDialog.tsx')).BookingDialog,
  ({ isOpen }) => isOpen,
);
const BookingDrawer = lazyDialog(
  async () => (await import('./BookingDrawer.tsx')).BookingDrawer,
  ({ booking }) => booking !== undefined,
);

const address = z.object({
  view: z.enum(views).optional(),
  day: z.iso.date().optional(),
  hall: z.uuid().optional(),
  whose: z.enum(['own', 'town', 'all']).optional(),
  ...planFilters,
});

const none: readonly Booking[] = [];

/** What a window shows when nothing is chosen: a phone only has room for a day. */
const usualView = (hasRoom: boolean): View => (hasRoom ? 'week' : 'day');

export const prefetch: Prefetch = async (client, search) => {
  const { view = usualView(isWide()), day = today(), hall } = addressOf(address, search);
  await Promise.all([client.prefetchQuery(hallsQuery()), client.prefetchQuery(planQuery(...rangeOf(view, day), hall))]);
};

/** The booking plan (/admin/bookings): week, day, month and list, live; the board also books and decides here. */
export function Page() {
  const { user } = useAuth();
  return user && <Plans viewer={user} />;
}

function Plans({ viewer }: { viewer: User }) {
  const hasRoom = useWide();
  const [{ view = usualView(hasRoom), day = today(), hall, whose, ...filters }, setAddress] = useAddress(address);
  const [opened, setOpened] = useState<Booking>();
  const [picked, setPicked] = useState<Booking>();
  const [isBooking, setIsBooking] = useState(false);
  const [wish, setWish] = useState<BookingWish>();
  const [isSearching, setIsSearching] = useFormInAddress('free');
  const actor = { role: viewer.role.name };
  const halls = useQuery(hallsQuery());
  const [from, to] = rangeOf(view, day);
  const plan = useQuery(planQuery(from, to, hall));
  const mayBook = may(actor, 'bookings.create', 'club') !== undefined;
  const mine = (halls.data ?? []).filter(
    (one) => facilityTarget(viewer.club.name, one) !== 'other' || may(actor, 'bookings.list', 'other'),
  );
  // A phone only has room for the day of one hall.
  const single = hall ?? (!hasRoom && view === 'day' && !whose ? mine[0]?.id : undefined);
  const shown = mine.filter((one) => (single ? one.id === single : isOf(whose ?? 'all', viewer, one)));
  const book = (found?: BookingWish) => {
    setWish(found);
    setIsBooking(true);
  };
  const pick = (booking: Booking | undefined) => {
    setPicked(booking);
    setOpened(undefined);
    const isGrid = view === 'day' || (view === 'week' && single);
    if (booking && !isGrid) setAddress({ view: 'day', day: booking.date, ...(!hasRoom && { hall: booking.facilityId }) });
  };
  const isShown = useShown(filters, plan.data?.bookings ?? none);
  const problem = plan.error && !plan.data ? plan : halls.error && !halls.data ? halls : undefined;
  return (
    <>
      <PageTitle title={pages.adminBookings.title}>
        <Button variant="default" leftSection={<Icon name="search" size={18} />} onClick={() => setIsSearching(!isSearching)}>
          Freie Zeit suchen
        </Button>
        <Button visibleFrom="sm" variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => print()}>
          Drucken (A3)
        </Button>
        {mayBook && (
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => book()}>
            Buchen
          </Button>
        )}
      </PageTitle>
      {may(actor, 'bookings.confirm', 'club') && (
        <>
          <RequestsLink />
          <UnusedPart halls={mine} />
        </>
      )}
      {isSearching && (
        <FreeSearch halls={mine} onBook={mayBook ? (slot, minutes, parts) => book(wishOf(slot, minutes, parts)) : undefined} />
      )}
      <PlanChoice view={view} choice={single ?? whose ?? 'all'} club={viewer.club.name} halls={mine} onChange={setAddress} />
      <RangeBar view={view} day={day} onDay={(next) => setAddress({ day: next })} />
      <PlanFilterBar
        filters={filters}
        club={viewer.club.name}
        bookings={(plan.data?.bookings ?? none).filter(({ facilityId }) => shown.some(({ id }) => id === facilityId))}
        isGrid={view === 'day' || (view === 'week' && shown.length === 1)}
        onChange={setAddress}
      />
      {problem && <LoadProblem error={problem.error} onRetry={() => void problem.refetch()} />}
      {!problem && (!plan.data || !halls.data) && <Pending />}
      {plan.data && halls.data && (
        <WorkPlan
          view={view}
          day={day}
          from={from}
          halls={shown}
          plan={plan.data}
          viewer={viewer}
          allHalls={mine}
          picked={picked}
          onPick={pick}
          onBook={book}
          onOpen={setOpened}
          onDay={(next) => setAddress({ view: 'day', day: next })}
          isShown={isShown}
          zoom={filters.zoom}
        />
      )}
      <BookingDrawer
        booking={opened && (plan.data?.bookings.find(({ id }) => id === opened.id) ?? opened)}
        halls={mine}
        onMove={pick}
        onOpen={(id) => setOpened(plan.data?.bookings.find((one) => one.id === id))}
        onClose={() => setOpened(undefined)}
      />
      <BookingDialog isOpen={isBooking} viewer={viewer} halls={mine} day={day} wish={wish} onClose={() => setIsBooking(false)} />
    </>
  );
}

/** The view of the plan, and its facilities. */
function PlanChoice({
  view,
  choice,
  club,
  halls,
  onChange,
}: {
  view: View;
  /** One facility, or the facilities of one club. */
  choice: string;
  club: string;
  halls: readonly Hall[];
  onChange: (to: Partial<z.input<typeof address>>) => void;
}) {
  return (
    <Group className="no-print" mb="sm" gap="sm">
      <Segments
        aria-label="Ansicht"
        value={view}
        onChange={(value) => onChange({ view: address.shape.view.parse(value) })}
        data={[
          { value: 'week', label: 'Woche' },
          { value: 'day', label: 'Tag' },
          { value: 'month', label: 'Monat' },
          { value: 'list', label: 'Liste' },
        ]}
      />
      <Select
        flex="1 1 8rem"
        maw={280}
        aria-label="Sportstätte"
        data={[
          {
            group: 'Auswahl',
            items: [
              { value: 'all', label: 'Alle Sportstätten' },
              { value: 'own', label: club },
              { value: 'town', label: 'Hallen der Stadt' },
            ],
          },
          { group: 'Einzeln', items: halls.map(({ id, name }) => ({ value: id, label: name })) },
        ]}
        value={choice}
        allowDeselect={false}
        searchable
        onChange={(value) => onChange(choiceOf(value))}
      />
      <SavedViews page="bookings" />
    </Group>
  );
}

/** Turns the start of a free slot into a booking of the searched length and units. */
function wishOf({ facilityId, unitIds, date, startTime }: FreeSlot, minutes: number, parts: number): BookingWish {
  return { facilityId, unitIds: unitIds.slice(0, parts), date, startTime, endTime: timeOf(minutesOf(startTime) + minutes) };
}

function rangeOf(view: View, day: string): [string, string] {
  if (view === 'day') return [day, day];
  if (view === 'month') return [mondayOf(`${day.slice(0, 7)}-01`), addDays(lastOf(day.slice(0, 7)), 6)];
  return [mondayOf(day), addDays(mondayOf(day), 6)];
}

function isOf(whose: 'own' | 'town' | 'all', viewer: User, hall: Hall): boolean {
  if (whose === 'all') return true;
  return whose === 'own' ? hall.managerClub === viewer.club.name : hall.ownerKind === 'municipality';
}

function choiceOf(value: string | null): { hall?: string; whose?: 'own' | 'town' | 'all' } {
  const whose = address.shape.whose.safeParse(value);
  return whose.success ? { hall: '', whose: whose.data } : { hall: value ?? '' };
}
