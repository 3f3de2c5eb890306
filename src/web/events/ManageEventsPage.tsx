import { Tabs } from '@mantine/core';
import { type ComponentType } from 'react';
import { z } from 'zod';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { EventList, prefetchEvents } from './EventList.tsx';
import { ImportPart } from './ImportPart.tsx';

const tabs = ['bookings', 'events', 'import'] as const;
const address = z.object({ tab: z.enum(tabs).default('bookings') });

type Parts = { Bookings: ComponentType<{ viewer: User }>; Participants: ComponentType<{ eventId: string }> };

/** Requests the rows of the tab of the URL; those of the bookings are the app's, like the list. */
export const prefetchTab =
  (prefetchBookings: Prefetch): Prefetch =>
  async (client, search, path) => {
    const { user } = authState();
    const { tab } = addressOf(address, search);
    if (user && tab === 'bookings') await prefetchBookings(client, search, path);
    if (user && tab === 'events') await prefetchEvents(client, user.club.name);
  };

/** The club's own events with their states and bookings (/admin/events). Bookings and persons are composed by the app. */
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
          <EventList viewer={user} Participants={Participants} />
        </Tabs.Panel>
        <Tabs.Panel value="import">
          <ImportPart />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
