import { Link } from '@tanstack/react-router';
import { Button, Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { facilityKindNames, facilityTarget, type Facility } from '#shared/halls/facilities.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { clubName } from '#shared/kernel/fields.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { hallsQuery } from '../parts/hallsQuery.ts';
import { OpenDefects } from './OpenDefects.tsx';
import { FacilityDrawer } from './FacilityDrawer.tsx';

const tabs = ['halls', 'defects'] as const;
export const prefetch: Prefetch = (client) => client.prefetchQuery(hallsQuery());

const address = z.object({
  club: clubName.optional(),
  tab: z.enum(tabs).default('halls'),
  search: z.string().max(100).optional(),
  whose: z.enum(['own', 'town', 'all']).default('own'),
});

/** Facilities with their units, hours, closures and defects (/admin/facilities). Read-only for trainers. */
export function Page() {
  const { user } = useAuth();
  return user && <Facilities viewer={user} />;
}

function Facilities({ viewer }: { viewer: User }) {
  const [{ search = '', whose, tab, club }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const { data, error, refetch } = useQuery(hallsQuery());
  const isShown = (one: Facility) =>
    one.name.toLowerCase().includes(search.toLowerCase()) &&
    (whose === 'all' || facilityTarget(viewer.club.name, one) === (whose === 'own' ? 'club' : 'municipal'));
  const choices = [
    { value: 'own', label: viewer.club.name },
    ...(viewer.club.name === 'GSV' ? [] : [{ value: 'town', label: 'Stadt' }]),
    { value: 'all', label: 'Alle' },
  ];
  const mayMend = may({ role: viewer.role.name }, 'defects.update', 'club');
  const seesAll = may({ role: viewer.role.name }, 'defects.update', 'other');
  const halls = (
    <>
      <Group mb="md" className="no-print">
        <SearchField label="Name" value={search} onSearch={(text) => setAddress({ search: text })} />
        <Segments
          data={choices}
          value={whose}
          onChange={(value) => setAddress({ whose: address.shape.whose.parse(value) })}
          aria-label="Wessen Sportstätten"
        />
      </Group>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList<Facility>
          label="Sportstätten"
          columns={columns(setOpenId)}
          rows={data?.filter(isShown)}
          answer={data}
          keyOf={({ id }) => id}
          renderCard={cardOf(setOpenId)}
          empty={
            <EmptyState icon="building-stadium" title={search ? 'Keine Sportstätte gefunden.' : 'Noch keine Sportstätte.'}>
              <p>Mit Teilen und Öffnungszeiten lässt sie sich danach belegen.</p>
            </EmptyState>
          }
        />
      )}
    </>
  );
  return (
    <>
      <PageTitle title={pages.adminFacilities.title}>
        {may({ role: viewer.role.name }, 'calendar.update', 'club') && (
          <Button
            variant="default"
            component={Link}
            to={pages.adminConfig.path}
            hash="ferien"
            leftSection={<Icon name="calendar-off" size={18} />}
          >
            Ferien und Schließtage
          </Button>
        )}
        {may({ role: viewer.role.name }, 'facilities.create', 'club') && (
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
            Sportstätte anlegen
          </Button>
        )}
      </PageTitle>
      {mayMend ? (
        <Tabs value={tab} onChange={(value) => setAddress({ tab: tabs.find((one) => one === value) })} keepMounted={false}>
          <TabList mb="md" className="no-print">
            <Tabs.Tab value="halls">Sportstätten</Tabs.Tab>
            <Tabs.Tab value="defects">Schäden</Tabs.Tab>
          </TabList>
          <Tabs.Panel value="halls">{halls}</Tabs.Panel>
          <Tabs.Panel value="defects">
            <OpenDefects club={(seesAll && club) || viewer.club.name} onOpen={setOpenId} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        halls
      )}
      <FacilityDrawer id={openId} viewer={viewer} onClose={() => setOpenId(undefined)} onOpen={setOpenId} />
    </>
  );
}

function columns(onOpen: (id: string) => void): Column<Facility>[] {
  return [
    { name: 'name', label: 'Name', cell: (one) => <Name facility={one} onOpen={onOpen} />, isName: true },
    { name: 'kind', label: 'Art', cell: ({ kind }) => facilityKindNames[kind] },
    { name: 'units', label: 'Teile', cell: ({ units }) => units.map(({ label }) => label).join(', ') },
    { name: 'manager', label: 'Verwaltet von', cell: ({ managerClub }) => managerClub },
    { name: 'address', label: 'Anschrift', cell: ({ street, city }) => [street, city].filter(Boolean).join(', ') },
    { name: 'state', label: 'Stand', cell: (one) => <FacilityState facility={one} /> },
  ];
}

function Name({ facility, onOpen }: { facility: Facility; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(facility.id)}>{facility.name}</RecordLink>;
}

function FacilityState({ facility: { isActive, openDefects } }: { facility: Facility }) {
  if (!isActive) return <StateMark tone="quiet">Stillgelegt</StateMark>;
  if (openDefects === 0) return <StateMark tone="good">In Ordnung</StateMark>;
  return <StateMark tone="waiting">{openDefects === 1 ? '1 Schaden' : `${openDefects} Schäden`}</StateMark>;
}

/** A facility as a card for phones. */
function cardOf(onOpen: (id: string) => void) {
  return (facility: Facility) => (
    <>
      <Name facility={facility} onOpen={onOpen} />
      <Text size="sm" c="dimmed">
        {facilityKindNames[facility.kind]} · {facility.managerClub} ·{' '}
        {facility.units.length === 1 ? '1 Teil' : `${facility.units.length} Teile`}
      </Text>
      <FacilityState facility={facility} />
    </>
  );
}
