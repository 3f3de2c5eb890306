import { Button, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { clubNames } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import type { Organisation } from '#shared/halls/organisations.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { organisationCard, organisationColumns } from './organisationColumns.tsx';
import { OrganisationDrawer } from './OrganisationDrawer.tsx';
import { SendLinks } from './SendLinks.tsx';
import { organisationsQuery } from './organisationsQuery.ts';

const states = ['current', 'lonely', 'archived'] as const;
const address = z.object({ state: z.enum(states).default('current'), club: z.enum(clubNames).optional() });
const stateNames = [
  { value: 'current', label: 'Aktuelle' },
  { value: 'lonely', label: 'Ohne Ansprechperson' },
  { value: 'archived', label: 'Archivierte' },
];

const shownIn: { readonly [state in (typeof states)[number]]: (one: Organisation) => boolean } = {
  current: ({ archivedOn }) => archivedOn === null,
  lonely: ({ archivedOn, club, contacts }) => archivedOn === null && club === null && contacts.length === 0,
  archived: ({ archivedOn }) => archivedOn !== null,
};

/** Who has hall times: the clubs of the portal, schools, others (/admin/organisations). */
export function Page() {
  const { user } = useAuth();
  return user && <Organisations viewer={user} />;
}

function Organisations({ viewer }: { viewer: User }) {
  const [{ state, club: asked }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const [isImporting, setImporting] = useState(false);
  const seesClubs = Boolean(may({ role: viewer.role.name }, 'organisations.list', 'other'));
  const club = (seesClubs && asked) || viewer.club.name;
  const { data, error, refetch } = useQuery(organisationsQuery(club, 'all'));
  return (
    <>
      <PageTitle title={pages.adminOrganisations.title}>
        <SendLinks organisations={(data ?? []).filter(shownIn[state])} />
        <Button variant="default" onClick={() => setImporting(true)}>
          Aus einer Tabelle
        </Button>
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
          Anlegen
        </Button>
      </PageTitle>
      <Group mb="md" className="no-print">
        <SegmentedControl
          data={stateNames}
          value={state}
          onChange={(value) => setAddress({ state: address.shape.state.parse(value) })}
          styles={{ label: { paddingInline: '0.35rem' } }}
          aria-label="Welche Organisationen"
        />
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
      </Group>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList<Organisation>
          label="Organisationen"
          columns={organisationColumns(setOpenId)}
          rows={data?.filter(shownIn[state])}
          keyOf={({ id }) => id}
          renderCard={organisationCard(setOpenId)}
          empty={<EmptyState icon="building" title={state === 'current' ? 'Noch keine Organisation.' : 'Hier steht keine Organisation.'} />}
        />
      )}
      <OrganisationDrawer id={openId} club={club} organisations={data} onOpen={setOpenId} onClose={() => setOpenId(undefined)} />
      <ImportDialog club={club} isOpen={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}
