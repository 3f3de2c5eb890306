import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { memberFilter } from '#shared/people/memberBatch.ts';
import { memberSorts } from '#shared/people/members.ts';
import { memberListPhases } from '#shared/people/memberWords.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { useFormInAddress } from '#web/lib/formInAddress.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { InboxPart } from '../requests/InboxPart.tsx';
import type { PartsOfMember } from './MemberDrawer.tsx';
import { MemberFilters } from './MemberFilters.tsx';
import { MemberList } from './MemberList.tsx';
import { membersQuery, type MemberFilter } from './queries.ts';
import { lazyDialog, lazyPart } from '#web/ui/late/lazyPart.tsx';

const HonoursPart = lazyPart(async () => (await import('../honours/HonoursPart.tsx')).HonoursPart);
const DuplicatesDialog = lazyPart(async () => (await import('./DuplicatesDialog.tsx')).DuplicatesDialog, null);
const ImportDialog = lazyDialog(
  async () => (await import('../imports/ImportDialog.tsx')).ImportDialog,
  ({ isOpen }) => isOpen,
);
const CreateMemberDialog = lazyDialog(
  async () => (await import('./CreateMemberDialog.tsx')).CreateMemberDialog,
  ({ isOpen }) => isOpen,
);
const MemberDrawer = lazyDialog(
  async () => (await import('./MemberDrawer.tsx')).MemberDrawer,
  ({ id }) => id !== undefined,
);

const address = z.object({
  ...memberFilter,
  phase: z.enum(['all', ...memberListPhases]).optional(),
  sort: z.enum(memberSorts).default('name'),
  descending: z.stringbool().default(false),
  /** In place of the list: honours. "requests" expands the board's inbox beside the list; cards of the dashboard link to it. */
  tab: z.enum(['honours', 'requests']).optional(),
});

/** The list that the URL's query asks for: by default current members; a search by name also finds former ones. */
function asked({ sort, descending, tab, phase: chosen, ...filter }: z.output<typeof address>) {
  const phase = chosen ?? (filter.search ? 'all' : 'present');
  const listed: MemberFilter = { ...filter, phase: phase === 'all' ? undefined : phase };
  return { tab, filter, phase, listed, order: { sort, isDescending: descending } };
}

export const prefetchMembers: Prefetch = (client, search) => {
  const { listed, order } = asked(addressOf(address, search));
  return client.prefetchInfiniteQuery(membersQuery(listed, order));
};

/** The members of the viewer's club; a super chooses the club (/admin/members). */
export function MembersPage(parts: PartsOfMember) {
  const { user } = useAuth();
  return user && <Members viewer={user} {...parts} />;
}

function Members({ viewer, ...parts }: PartsOfMember & { viewer: User }) {
  const [chosen, setAddress] = useAddress(address);
  const { tab, filter, phase, listed, order } = asked(chosen);
  const [openId, setOpenId] = useOpenRecord();
  const [isCreating, setIsCreating] = useFormInAddress('new');
  const [isImporting, setIsImporting] = useFormInAddress('import');
  const [isComparing, setIsComparing] = useState(false);
  const actor = { role: viewer.role.name };
  const club = filter.club ?? viewer.club.name;
  return (
    <>
      <PageTitle title={pages.adminMembers.title}>
        <InboxPart
          club={club}
          isOpen={tab === 'requests'}
          onOpen={() => setAddress({ tab: 'requests' })}
          onClose={() => setAddress({ tab: undefined })}
        />
        {may(actor, 'members.update', 'club') && (
          <Button variant="default" leftSection={<Icon name="users" size={18} />} onClick={() => setIsComparing(true)}>
            Doppelte
          </Button>
        )}
        {may(actor, 'members.import', 'club') && (
          <Button variant="default" leftSection={<Icon name="table-import" size={18} />} onClick={() => setIsImporting(true)}>
            Importieren
          </Button>
        )}
        {may(actor, 'members.create', 'club') && (
          <Button leftSection={<Icon name="user-plus" size={18} />} onClick={() => setIsCreating(true)}>
            Aufnehmen
          </Button>
        )}
      </PageTitle>
      <Tabs
        value={tab === 'honours' ? 'honours' : 'members'}
        onChange={(value) => setAddress({ tab: value === 'honours' ? 'honours' : undefined })}
        keepMounted={false}
      >
        <TabList mb="md">
          <Tabs.Tab value="members">Mitglieder</Tabs.Tab>
          <Tabs.Tab value="honours">Geburtstage und Jubiläen</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="members">
          <MemberFilters
            filter={filter}
            phase={phase}
            club={club}
            seesClubs={Boolean(may(actor, 'members.list', 'other'))}
            onChange={setAddress}
          />
          <MemberList
            key={club}
            club={club}
            filter={listed}
            order={order}
            onOrder={(next) => setAddress({ sort: next.sort, descending: String(next.isDescending) })}
            onDrop={(key) => setAddress(key === 'phase' ? { phase: 'all' } : { [key]: undefined })}
            onOpen={setOpenId}
          />
        </Tabs.Panel>
        <Tabs.Panel value="honours">
          <HonoursPart club={club} onOpen={setOpenId} />
        </Tabs.Panel>
      </Tabs>
      <MemberDrawer id={openId} {...parts} onOpen={setOpenId} onClose={() => setOpenId(undefined)} />
      {isComparing && <DuplicatesDialog club={club} onClose={() => setIsComparing(false)} />}
      <ImportDialog club={club} isOpen={isImporting} onClose={() => setIsImporting(false)} />
      <CreateMemberDialog club={club} isOpen={isCreating} onClose={() => setIsCreating(false)} onOpen={setOpenId} />
    </>
  );
}
