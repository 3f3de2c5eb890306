import { Box, Button, Drawer, Tabs, Text, Title as Heading } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType } from 'react';
import { z } from 'zod';
import { addDays } from '#shared/kernel/calendar.ts';
import { eventStateNames, type EventView } from '#shared/events/events.ts';
import { eventKindNames } from '#shared/events/eventKinds.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { today } from '#web/lib/berlinDay.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { EventForm } from './EventForm.tsx';
import { ImportPart } from './ImportPart.tsx';
import { eventsQuery } from './queries.ts';
import { whenOf } from './words.ts';

const [behindDays, aheadDays] = [30, 400];
const tabs = ['bookings', 'events', 'import'] as const;
const address = z.object({ tab: z.enum(tabs).default('bookings') });

type Parts = { Bookings: ComponentType<{ viewer: User }>; Participants: ComponentType<{ eventId: string }> };

/** The dates of the own club with their states, and what is booked for it (/admin/events). Bookings and people are composed by the app. */
export function ManageEventsPage({ Bookings, Participants }: Parts) {
  const { user } = useAuth();
  const [{ tab }, setAddress] = useAddress(address);
  if (!user) return null;
  return (
    <>
      <PageTitle title={pages.adminEvents.title} />
      <Tabs value={tab} onChange={(value) => setAddress({ tab: tabs.find((one) => one === value) })} keepMounted={false}>
        <TabList mb="md">
          <Tabs.Tab value="bookings">Buchungen</Tabs.Tab>
          <Tabs.Tab value="events">Termine</Tabs.Tab>
          <Tabs.Tab value="import">Einlesen</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="bookings">
          <Bookings viewer={user} />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <Events viewer={user} Participants={Participants} />
        </Tabs.Panel>
        <Tabs.Panel value="import">
          <ImportPart />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Events({ viewer, Participants }: { viewer: User } & Pick<Parts, 'Participants'>) {
  const from = addDays(today(), -behindDays);
  const { data, error, refetch } = useQuery(eventsQuery(from, addDays(today(), aheadDays), viewer.club.name));
  const [openId, setOpenId] = useOpenRecord();
  const opened = data?.find(({ id }) => id === openId);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Button mb="md" leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
        Termin anlegen
      </Button>
      <RecordList<EventView>
        label="Termine"
        columns={columns(setOpenId)}
        rows={data}
        keyOf={({ id }) => id}
        renderCard={cardOf(setOpenId)}
        empty={<EmptyState icon="calendar-plus" title="Noch kein Termin angelegt." />}
      />
      <Drawer
        opened={openId === 'new' || opened !== undefined}
        onClose={() => setOpenId(undefined)}
        title={opened ? opened.title : 'Termin anlegen'}
      >
        <EventForm key={opened?.id ?? 'new'} event={opened} viewer={viewer} onDone={() => setOpenId(undefined)} />
        {opened && opened.registration !== 'none' && opened.state !== 'draft' && (
          <Box mt="xl">
            <Heading order={3} mb="xs">
              Anmeldungen
            </Heading>
            <Participants eventId={opened.id} />
          </Box>
        )}
      </Drawer>
    </>
  );
}

function columns(onOpen: (id: string) => void): Column<EventView>[] {
  return [
    { name: 'title', label: 'Titel', cell: (one) => <Title event={one} onOpen={onOpen} />, isName: true },
    { name: 'when', label: 'Wann', cell: whenOf },
    { name: 'kind', label: 'Art', cell: ({ kind }) => eventKindNames[kind] },
    { name: 'place', label: 'Ort', cell: ({ place }) => place },
    { name: 'state', label: 'Stand', cell: ({ state }) => eventStateNames[state] },
    { name: 'phase', label: 'Anmeldung', cell: ({ phase }) => phase?.text ?? '–' },
  ];
}

function cardOf(onOpen: (id: string) => void) {
  return (event: EventView) => (
    <>
      <Title event={event} onOpen={onOpen} />
      <Text size="sm">{whenOf(event)}</Text>
      <Text size="sm" c="dimmed">
        {eventKindNames[event.kind]} · {eventStateNames[event.state]}
      </Text>
    </>
  );
}

function Title({ event, onOpen }: { event: EventView; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(event.id)}>{event.title}</RecordLink>;
}
