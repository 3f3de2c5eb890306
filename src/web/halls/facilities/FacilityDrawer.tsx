import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import { facilityTarget, type Facility } from '#shared/halls/facilities.ts';
import type { User } from '#shared/kernel/user.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { hallsQuery } from '../parts/hallsQuery.ts';
import { ClosurePart } from '../closures/ClosurePart.tsx';
import { DefectsPart } from './DefectsPart.tsx';
import { DoorPoster } from '../plan/DoorPoster.tsx';
import { FacilityFacts } from './FacilityFacts.tsx';
import { FacilityForm } from './FacilityForm.tsx';
import { newFacility } from './facilityValues.ts';

type FacilityDrawerProps = { id: string | undefined; viewer: User; onClose: () => void; onOpen: (id: string) => void };

/** One facility beside the list; "new" creates one. */
export function FacilityDrawer({ id, viewer, onClose, onOpen }: FacilityDrawerProps) {
  const query = useQuery(hallsQuery());
  const facility = query.data?.find((one) => one.id === id);
  return (
    <RecordDrawer
      id={id}
      size="xl"
      page={facility?.isActive ? { to: pages.hall.path, params: { slug: facility.slug } } : undefined}
      onOpen={onOpen}
      onClose={onClose}
      title={id === 'new' ? 'Sportstätte anlegen' : (facility?.name ?? 'Sportstätte')}
    >
      {id === 'new' && <FacilityForm facility={undefined} values={newFacility(viewer)} viewer={viewer} onDone={onOpen} onGone={onClose} />}
      {facility && <Details key={facility.id} facility={facility} viewer={viewer} onClose={onClose} />}
      {id !== undefined && id !== 'new' && !facility && <Loading query={query} />}
    </RecordDrawer>
  );
}

function Details({ facility, viewer, onClose }: { facility: Facility; viewer: User; onClose: () => void }) {
  const target = facilityTarget(viewer.club.name, facility);
  const actor = { role: viewer.role.name };
  const mayEdit = Boolean(may(actor, 'facilities.update', target));
  const mayClose = Boolean(may(actor, 'calendar.update', target));
  const seesDefects = target === 'club' && Boolean(may(actor, 'defects.update', 'club'));
  return (
    <Tabs defaultValue="facts" keepMounted={false}>
      <TabList mb="md">
        <Tabs.Tab value="facts">Überblick</Tabs.Tab>
        {mayEdit && <Tabs.Tab value="edit">Bearbeiten</Tabs.Tab>}
        <Tabs.Tab value="closures">Sperrzeiten</Tabs.Tab>
        {seesDefects && <Tabs.Tab value="defects">Schäden</Tabs.Tab>}
        <Tabs.Tab value="poster">Türschild</Tabs.Tab>
      </TabList>
      <Tabs.Panel value="facts">
        <FacilityFacts facility={facility} />
      </Tabs.Panel>
      {mayEdit && (
        <Tabs.Panel value="edit">
          <FacilityForm
            facility={facility}
            values={newFacility(viewer, facility)}
            viewer={viewer}
            onDone={() => undefined}
            onGone={onClose}
          />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="closures">
        <ClosurePart facility={facility} mayClose={mayClose} />
      </Tabs.Panel>
      {seesDefects && (
        <Tabs.Panel value="defects">
          <DefectsPart facility={facility} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="poster">
        <DoorPoster facility={facility} />
      </Tabs.Panel>
    </Tabs>
  );
}
