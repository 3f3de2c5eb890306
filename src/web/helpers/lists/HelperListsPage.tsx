import { Button, Drawer, Progress, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { HelperListSummary } from '#shared/helpers/helperListShapes.ts';
import { helperListStateNames } from '#shared/helpers/helperListWords.ts';
import { pages } from '#shared/kernel/pages.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { useFormInAddress } from '#web/lib/formInAddress.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { HoursPart } from './HoursPart.tsx';
import { ListDetail } from './ListDetail.tsx';
import { ListForm } from './ListForm.tsx';
import { OpenShifts } from './OpenShifts.tsx';
import { listsQuery } from './queries.ts';

const tabs = ['lists', 'shifts', 'hours'] as const;
const address = z.object({ club: clubName.optional(), liste: z.uuid().optional(), tab: z.enum(tabs).default('lists') });

export const prefetch: Prefetch = async (client, search) => {
  const { user } = authState();
  const { club, liste, tab } = addressOf(address, search);
  if (user && !liste && tab === 'lists') await client.prefetchQuery(listsQuery(seenClub(user, 'operational.update', club).club));
};

/** The club's helper lists: create, fill, and the resulting hours (/admin/operations). */
export function Page() {
  const { user } = useAuth();
  const [{ club: asked, liste, tab }, setAddress] = useAddress(address);
  if (!user) return null;
  // Only a super sees another club's lists; the server refuses everybody else.
  const { club } = seenClub(user, 'operational.update', asked);
  if (liste) return <ListDetail id={liste} onBack={() => setAddress({ liste: undefined })} />;
  return (
    <>
      <PageTitle title={pages.adminOperations.title} />
      <Tabs value={tab} onChange={(value) => setAddress({ tab: tabs.find((one) => one === value) })} keepMounted={false}>
        <TabList mb="md">
          <Tabs.Tab value="lists">Listen</Tabs.Tab>
          <Tabs.Tab value="shifts">Offene Dienste</Tabs.Tab>
          <Tabs.Tab value="hours">Helferstunden</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="lists">
          <Lists club={club} onOpen={(id) => setAddress({ liste: id })} />
        </Tabs.Panel>
        <Tabs.Panel value="shifts">
          <OpenShifts club={club} onOpen={(id) => setAddress({ liste: id })} />
        </Tabs.Panel>
        <Tabs.Panel value="hours">
          <HoursPart club={club} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Lists({ club, onOpen }: { club: ClubName; onOpen: (id: string) => void }) {
  const { data, error, refetch } = useQuery(listsQuery(club));
  const [isMaking, setIsMaking] = useFormInAddress('new');
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Button mb="md" leftSection={<Icon name="plus" size={18} />} onClick={() => setIsMaking(true)}>
        Helferliste anlegen
      </Button>
      <RecordList<HelperListSummary>
        label="Helferlisten"
        columns={columns(onOpen)}
        rows={data}
        keyOf={({ id }) => id}
        renderCard={(list) => (
          <>
            <Title list={list} onOpen={onOpen} />
            <Text size="sm">
              {daysOf(list)} · {helperListStateNames[list.state]}
            </Text>
            <Filling list={list} />
          </>
        )}
        empty={
          <EmptyState icon="heart-handshake" title="Noch keine Helferliste.">
            <p>Legen Sie eine an, z. B. für das Sommerfest, und teilen Sie den Link.</p>
          </EmptyState>
        }
      />
      <Drawer opened={isMaking} onClose={() => setIsMaking(false)} title="Helferliste anlegen">
        <ListForm club={club} onDone={({ id }) => onOpen(id)} />
      </Drawer>
    </>
  );
}

function columns(onOpen: (id: string) => void): Column<HelperListSummary>[] {
  return [
    { name: 'title', label: 'Titel', cell: (list) => <Title list={list} onOpen={onOpen} />, isName: true },
    { name: 'days', label: 'Wann', cell: daysOf },
    { name: 'filled', label: 'Besetzung', cell: (list) => <Filling list={list} /> },
    { name: 'state', label: 'Stand', cell: ({ state }) => helperListStateNames[state] },
  ];
}

function Title({ list, onOpen }: { list: HelperListSummary; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(list.id)}>{list.title}</RecordLink>;
}

function Filling({ list: { title, needed, filled, standby } }: { list: HelperListSummary }) {
  return (
    <>
      <Text size="sm">
        {filled} von {needed}
        {standby > 0 && `, ${standby} auf der Ersatzliste`}
      </Text>
      <Progress value={needed === 0 ? 0 : (100 * Math.min(filled, needed)) / needed} size="sm" aria-label={`Besetzung: ${title}`} />
    </>
  );
}

function daysOf({ startsOn, endsOn }: HelperListSummary): string {
  return startsOn === endsOn ? germanDate(startsOn) : `${germanDate(startsOn)} bis ${germanDate(endsOn)}`;
}
