import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { associationClub } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import type { TrainerFile } from '#shared/people/trainers/files.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { AddPerson } from './AddPerson.tsx';
import { CountsPart } from './CountsPart.tsx';
import { isShown, trainersAddress } from './filters.ts';
import { LicenceKindsPart } from './LicenceKindsPart.tsx';
import { LimitsPart } from './LimitsPart.tsx';
import { trainerFilesQuery } from './queries.ts';
import { TrainerCard, trainerColumns } from './trainerColumns.tsx';
import { TrainerDrawer } from './TrainerDrawer.tsx';
import { TrainerFilters } from './TrainerFilters.tsx';
import { TrainersBulkBar } from './TrainersBulkBar.tsx';
import { Uncovered } from './Uncovered.tsx';

export const prefetch: Prefetch = async (client, search) => {
  const { user } = authState();
  const { club } = addressOf(trainersAddress, search);
  if (user) await client.prefetchQuery(trainerFilesQuery(seenClub(user, 'trainerFiles.list', club).club));
};

/** Everybody who leads offers, with their inspected certificates of good conduct and other proofs (/admin/trainers). */
export function Page() {
  const { user } = useAuth();
  return user && <Trainers viewer={user} />;
}

function Trainers({ viewer }: { viewer: User }) {
  const actor = { role: viewer.role.name };
  const [filter, setAddress] = useAddress(trainersAddress);
  const { seesClubs, club } = seenClub(viewer, 'trainerFiles.list', filter.club);
  const manages = Boolean(may(actor, 'trainerFiles.manage', 'club'));
  const [openId, setOpenId] = useOpenRecord();
  const query = useQuery(trainerFilesQuery(club));
  const { data } = query;
  const open = data?.find(({ personId }) => personId === openId);
  const close = () => setOpenId(undefined);
  return (
    <>
      <PageTitle title={pages.adminTrainers.title}>
        {manages && (
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
            Führungszeugnis eintragen
          </Button>
        )}
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
      </PageTitle>
      <TrainerFilters filter={filter} people={data ?? []} seesLights={manages} onChange={setAddress} />
      {!data && <Loading query={query} />}
      {data && (
        <>
          <Uncovered people={data} />
          <People
            key={club}
            rows={data.filter((one) => isShown(one, filter))}
            answer={data}
            club={club}
            onOpen={manages ? setOpenId : undefined}
          />
          <Stack gap="md" mt="lg">
            {may(actor, 'trainerFiles.counts', 'club') && club === associationClub && <CountsPart />}
            {may(actor, 'allowanceLimits.manage', 'global') && <LimitsPart />}
            {may(actor, 'licenceKinds.manage', 'global') && <LicenceKindsPart />}
          </Stack>
        </>
      )}
      <RecordDrawer
        id={openId}
        isOpen={openId === 'new' || open !== undefined}
        title={open?.name ?? 'Führungszeugnis eintragen'}
        onOpen={setOpenId}
        onClose={close}
      >
        {open ? (
          <TrainerDrawer key={open.personId} club={club} personId={open.personId} onDone={close} />
        ) : (
          <AddPerson club={club} onDone={close} />
        )}
      </RecordDrawer>
    </>
  );
}

type PeopleProps = {
  rows: TrainerFile[];
  /** All trainers, whatever the filters. */ answer: TrainerFile[];
  club: TrainerFile['club'];
  onOpen: ((personId: string) => void) | undefined;
};

function People({ rows, answer, club, onOpen }: PeopleProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { shown, chooser } = useColumns('trainers', trainerColumns(onOpen));
  const isNobody = answer.length === 0;
  const listed = new Set(rows.map(({ personId }) => personId));
  return (
    <>
      <Group gap="xs" justify="flex-end" mb="xs" className="no-print">
        <SavedViews page="trainers" />
        {chooser}
      </Group>
      <RecordList<TrainerFile>
        label="Übungsleitende"
        columns={shown}
        rows={rows}
        answer={answer}
        keyOf={({ personId }) => personId}
        renderCard={(one) => <TrainerCard one={one} onOpen={onOpen} />}
        {...(onOpen && {
          selection: { selected, onSelect: setSelected, isSelectable: () => true, nameOf: ({ name }: TrainerFile) => name },
        })}
        empty={
          <EmptyState icon="user-check" title={isNobody ? 'Noch niemand leitet ein Angebot.' : 'Niemand in dieser Auswahl.'}>
            {isNobody && 'Wer ein Angebot leitet, wird beim Angebot unter „Leitung und Preise“ gewählt und steht danach hier.'}
          </EmptyState>
        }
      />
      {selected.size > 0 && (
        <TrainersBulkBar
          club={club}
          ids={[...selected]}
          unseen={[...selected].filter((id) => !listed.has(id)).length}
          shown={shown}
          onClear={() => setSelected(new Set())}
        />
      )}
    </>
  );
}
