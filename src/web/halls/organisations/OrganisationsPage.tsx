import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { clubNames } from '#shared/kernel/clubs.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { organisationKindNames, organisationKinds, type Organisation } from '#shared/halls/organisations.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { api } from '#web/lib/call/call.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { StateChoice } from '#web/ui/filters/StateChoice.tsx';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { organisationCard, organisationColumns } from './organisationColumns.tsx';
import { OrganisationDrawer } from './OrganisationDrawer.tsx';
import { SendLinks } from './SendLinks.tsx';
import { organisationsQuery } from '#web/halls/parts/organisationsQuery.ts';

const stateNames = { current: 'Aktuelle', lonely: 'Ohne Ansprechperson', archived: 'Archivierte' };
const address = z.object({
  state: z.enum(keysOf(stateNames)).default('current'),
  kind: z.enum(organisationKinds).optional(),
  club: z.enum(clubNames).optional(),
});

const shownIn: { readonly [state in keyof typeof stateNames]: (one: Organisation) => boolean } = {
  current: ({ archivedOn }) => archivedOn === null,
  lonely: ({ archivedOn, club, contacts }) => archivedOn === null && club === null && contacts.length === 0,
  archived: ({ archivedOn }) => archivedOn !== null,
};

export const prefetch: Prefetch = async (client, search) => {
  const { user } = authState();
  const { club } = addressOf(address, search);
  if (user) await client.prefetchQuery(organisationsQuery(seenClub(user, 'organisations.list', club).club, 'all'));
};

/** The holders of hall hours: portal clubs, schools, others (/admin/organisations). */
export function Page() {
  const { user } = useAuth();
  return user && <Organisations viewer={user} />;
}

function Organisations({ viewer }: { viewer: User }) {
  const [{ state, kind, club: asked }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const [isImporting, setImporting] = useState(false);
  const { seesClubs, club } = seenClub(viewer, 'organisations.list', asked);
  const query = useQuery(organisationsQuery(club, 'all'));
  const { data } = query;
  const { shown: columns, chooser } = useColumns('organisations', organisationColumns(setOpenId));
  const shown = data?.filter((one) => shownIn[state](one) && (kind === undefined || one.kind === kind));
  const exporting = useExport((wanted) =>
    api.organisations.export({ club, kind, state: state === 'archived' ? 'archived' : 'current', ...wanted }),
  );
  return (
    <>
      <PageTitle title={pages.adminOrganisations.title}>
        <SendLinks organisations={shown} />
        <ExportMenu {...exporting} shown={columns} />
        <Button variant="default" onClick={() => setImporting(true)}>
          Aus einer Tabelle
        </Button>
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
          Anlegen
        </Button>
      </PageTitle>
      <Group mb="md" className="no-print">
        <StateChoice label="Welche Organisationen" names={stateNames} value={state} onChange={(next) => setAddress({ state: next })} />
        <Select
          aria-label="Art"
          placeholder="Alle Arten"
          clearable
          clearButtonProps={{ 'aria-label': 'Art leeren' }}
          data={organisationKinds.map((value) => ({ value, label: organisationKindNames[value] }))}
          value={kind ?? null}
          onChange={(value) => setAddress({ kind: organisationKinds.find((one) => one === value) })}
        />
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
        <SavedViews page="organisations" />
        {chooser}
      </Group>
      {!data && <Loading query={query} />}
      {shown && (
        <RecordList<Organisation>
          label="Organisationen"
          columns={columns}
          rows={shown}
          answer={data}
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
