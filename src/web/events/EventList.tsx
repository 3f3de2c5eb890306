import { Box, Button, Group, Text, Title as Heading } from '@mantine/core';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useState, type ComponentType } from 'react';
import { z } from 'zod';
import { eventKindNames } from '#shared/events/eventKinds.ts';
import { eventStateNames, type EventView } from '#shared/events/events.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { User } from '#shared/kernel/user.ts';
import { useAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { api } from '#web/lib/call/call.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { StateChoice } from '#web/ui/filters/StateChoice.tsx';
import { ExportButtons } from '#web/ui/files/ExportButtons.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { EventForm } from './EventForm.tsx';
import { eventsQuery } from './queries.ts';
import { whenOf } from './words.ts';

const daysShown = 400;
const showNames = { coming: 'Kommende', draft: 'Entwürfe', past: 'Vergangene' };
const address = z.object({ show: z.enum(keysOf(showNames)).default('coming') });
const nothing = { coming: 'Noch kein Termin angelegt.', draft: 'Kein Entwurf.', past: 'Noch kein vergangener Termin.' };

const isShown: { readonly [show in keyof typeof showNames]: (one: EventView) => boolean } = {
  coming: ({ state, endsAt }) => state !== 'archived' && Date.parse(endsAt) >= Date.now(),
  draft: ({ state }) => state === 'draft',
  past: ({ state, endsAt }) => state === 'archived' || Date.parse(endsAt) < Date.now(),
};

/** The events of about a year before and after today. */
const aroundToday = (club: ClubName) => eventsQuery(addDays(today(), -daysShown), addDays(today(), daysShown), club);

export const prefetchEvents = (client: QueryClient, club: ClubName) => client.prefetchQuery(aroundToday(club));

type EventListProps = { viewer: User; Participants: ComponentType<{ eventId: string }> };

/** The club's own events: upcoming ones, drafts, and those of the last year, latest first. */
export function EventList({ viewer, Participants }: EventListProps) {
  const [{ show }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const [repeated, setRepeated] = useState<EventView>();
  const { data, error, refetch } = useQuery(aroundToday(viewer.club.name));
  const exporting = useExport((wanted) => api.events.export({ show, format: wanted.format }));
  const opened = data?.find(({ id }) => id === openId);
  const open = (id: string | undefined) => {
    setRepeated(undefined);
    setOpenId(id);
  };
  const close = () => open(undefined);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const rows = data?.filter(isShown[show]);
  return (
    <>
      <Group mb="md" className="no-print">
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
          Termin anlegen
        </Button>
        <StateChoice label="Welche Termine" names={showNames} value={show} onChange={(next) => setAddress({ show: next })} />
        <ExportButtons {...exporting} />
      </Group>
      <RecordList<EventView>
        label={showNames[show]}
        columns={columns(setOpenId)}
        rows={show === 'past' ? rows?.toReversed() : rows}
        answer={data}
        keyOf={({ id }) => id}
        renderCard={cardOf(setOpenId)}
        empty={<EmptyState icon="calendar-plus" title={nothing[show]} />}
      />
      <RecordDrawer
        id={openId}
        isOpen={openId === 'new' || opened !== undefined}
        onOpen={setOpenId}
        onClose={close}
        title={opened ? opened.title : repeated ? `Noch einmal: ${repeated.title}` : 'Termin anlegen'}
      >
        <EventForm
          key={opened?.id ?? `new.${repeated?.id}`}
          event={opened}
          repeated={repeated}
          viewer={viewer}
          // A new event stays open: publishing it is the next step.
          onDone={open}
          onRepeat={(event) => {
            setRepeated(event);
            setOpenId('new');
          }}
        />
        {opened && opened.registration !== 'none' && opened.state !== 'draft' && (
          <Box mt="xl">
            <Heading order={3} mb="xs">
              Anmeldungen
            </Heading>
            <Participants eventId={opened.id} />
          </Box>
        )}
      </RecordDrawer>
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
