import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { clubNames } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { organisationKindNames, organisationKinds, type Organisation } from '#shared/halls/organisations.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ExportMenu } from '#web/ui/lists/ExportButtons.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { organisationCard, organisationColumns } from './organisationColumns.tsx';
import { OrganisationDrawer } from './OrganisationDrawer.tsx';
import { SendLinks } from './SendLinks.tsx';
import { organisationsQuery } from './organisationsQuery.ts';

const states = ['current', 'lonely', 'archived'] as const;
const address = z.object({
  state: z.enum(states).default('current'),
  kind: z.enum(organisationKinds).optional(),
  club: z.enum(clubNames).optional(),
});
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
  const [{ state, kind, club: asked }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const [isImporting, setImporting] = useState(false);
  const seesClubs = Boolean(may({ role: viewer.role.name }, 'organisations.list', 'other'));
  const club = (seesClubs && asked) || viewer.club.name;
  const { data, error, refetch } = useQuery(organisationsQuery(club, 'all'));
  const exporting = useMutation({ mutationFn: (input: Parameters<typeof api.organisations.export>[0]) => api.organisations.export(input) });
  const shown = data?.filter((one) => shownIn[state](one) && (kind === undefined || one.kind === kind));
  const save = (format: 'csv' | 'xlsx') =>
    exporting.mutate(
      { club, kind, format, state: state === 'archived' ? 'archived' : 'current' },
      { onSuccess: (file) => saveFile(file), onError: notifyProblem },
    );
  return (
    <>
      <PageTitle title={pages.adminOrganisations.title}>
        <SendLinks organisations={shown ?? []} />
        <ExportMenu isBusy={exporting.isPending} onExport={save} />
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
      </Group>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList<Organisation>
          label="Organisationen"
          columns={organisationColumns(setOpenId)}
          rows={shown}
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
