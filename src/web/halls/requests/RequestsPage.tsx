import { Button, Group, Select, SimpleGrid, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { requestOrders, requestWays } from '#shared/halls/bookingRequests.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { hallsQuery } from '../parts/hallsQuery.ts';
import { type Hall } from '../bookings/queries.ts';
import { OutsideRequests } from '../hallRequests/OutsideRequests.tsx';
import { ManyBar } from './ManyBar.tsx';
import { requestsQuery } from './queries.ts';
import { RequestCard, requestColumns } from './requestColumns.tsx';
import { RequestDrawer } from './RequestDrawer.tsx';
import { requestsOf, type HallRequest } from './requests.ts';

const address = z.object({
  hall: z.uuid().optional(),
  way: z.enum(requestWays).optional(),
  search: z.string().max(100).optional(),
  sort: z.enum(requestOrders).optional(),
  request: z.uuid().optional(),
});

const orderNames = [
  { value: 'asked', label: 'Älteste Anfrage zuerst' },
  { value: 'priority', label: 'Höchster Vorrang zuerst' },
  { value: 'date', label: 'Nächster Termin zuerst' },
];
const wayNames = [
  { value: '', label: 'Frei oder belegt' },
  { value: 'free', label: 'Alles frei' },
  { value: 'taken', label: 'Etwas belegt' },
];

/** Requests for hours in the club's halls, decided singly or in bulk (/admin/bookings/requests). */
export function Page() {
  const { user } = useAuth();
  return user && <Requests viewer={user} />;
}

function Requests({ viewer }: { viewer: User }) {
  const [{ hall, way, search, sort, request }, setAddress] = useAddress(address);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { data: halls = [] } = useQuery(hallsQuery());
  const list = useInfiniteQuery(requestsQuery({ facility: hall, way, search, sort }));
  const [latest] = list.data?.pages ?? [];
  const deciding = halls.filter((one) => may({ role: viewer.role.name }, 'bookings.confirm', facilityTarget(viewer.club.name, one)));
  const requests = list.data && requestsOf(list.data.pages.flatMap(({ rows }) => rows));
  const { shown, chooser } = useColumns('requests', requestColumns(halls));
  const filter = (change: Parameters<typeof setAddress>[0]) => {
    setSelected(new Set());
    setAddress(change);
  };
  return (
    <>
      <PageTitle title={pages.adminBookingRequests.title}>
        <Button variant="default" component={Link} to={pages.adminBookings.path}>
          Zum Belegungsplan
        </Button>
      </PageTitle>
      <OutsideRequests />
      <Filters {...{ hall, way, search, sort }} halls={deciding} onChange={filter} />
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed" component="output">
          {latest && sumWords(latest)}
        </Text>
        <Group gap="xs" className="no-print">
          <SavedViews page="requests" />
          {chooser}
        </Group>
      </Group>
      {list.error && !list.data ? (
        <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <RecordList<HallRequest>
          label="Anfragen"
          columns={shown}
          rows={requests}
          keyOf={({ key }) => key}
          recordOf={({ first }) => first.id}
          total={latest?.total}
          onMore={list.hasNextPage ? () => list.fetchNextPage() : undefined}
          renderCard={(one) => <RequestCard one={one} halls={halls} />}
          renderActions={({ first }) => (
            <Button variant="default" px="xs" aria-label={`Entscheiden: ${first.holder}`} onClick={() => setAddress({ request: first.id })}>
              Entscheiden
            </Button>
          )}
          selection={{ selected, onSelect: setSelected, isSelectable: () => true, nameOf: ({ first }) => first.holder }}
          empty={<Empty isFiltered={Boolean(hall ?? way ?? search)} />}
        />
      )}
      {/* A request decided meanwhile is no longer selected. */}
      <ManyBar chosen={requests?.filter(({ key }) => selected.has(key)) ?? []} onClear={() => setSelected(new Set())} />
      <RequestDrawer
        id={request}
        halls={halls}
        onOpen={(id) => setAddress({ request: id })}
        onClose={() => setAddress({ request: undefined })}
      />
    </>
  );
}

type FiltersProps = Omit<z.output<typeof address>, 'request'> & {
  halls: readonly Hall[];
  onChange: (change: Partial<z.input<typeof address>>) => void;
};

function Filters({ hall, way, search, sort, halls, onChange }: FiltersProps) {
  return (
    <SimpleGrid className="no-print" mb="sm" spacing="sm" verticalSpacing="xs" cols={{ base: 1, xs: 2, md: 4 }}>
      <SearchField label="Verein oder Organisation" value={search ?? ''} onSearch={(text) => onChange({ search: text })} />
      <Select
        aria-label="Sportstätte"
        data={[{ value: '', label: 'Alle Sportstätten' }, ...halls.map(({ id, name }) => ({ value: id, label: name }))]}
        value={hall ?? ''}
        allowDeselect={false}
        searchable
        onChange={(value) => onChange({ hall: value ?? '' })}
      />
      <Select
        aria-label="Frei oder belegt"
        data={wayNames}
        value={way ?? ''}
        allowDeselect={false}
        onChange={(value) => onChange({ way: requestWays.find((one) => one === value) })}
      />
      <Select
        aria-label="Reihenfolge"
        data={orderNames}
        value={sort ?? 'asked'}
        allowDeselect={false}
        onChange={(value) => onChange({ sort: requestOrders.find((one) => one === value) })}
      />
    </SimpleGrid>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState icon="search" title="Keine Anfrage passt zu diesen Filtern." />;
  return <EmptyState icon="mood-smile" title="Keine Anfrage wartet auf eine Entscheidung." />;
}

/** "12 Anfragen, 140 Termine" */
function sumWords({ total, dates }: { total: number; dates: number }): string {
  return `${total === 1 ? 'Eine Anfrage' : `${total} Anfragen`}, ${dates === 1 ? 'ein Termin' : `${dates} Termine`}`;
}
