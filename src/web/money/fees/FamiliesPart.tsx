import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FeeFamilyView } from '#shared/money/fees/feeFamilies.ts';
import { today } from '#web/lib/berlinDay.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import classes from '../mandates/mandates.module.css';
import { FamilyForm } from './FamilyForm.tsx';
import { FamilyProposals } from './FamilyProposals.tsx';
import { familiesQuery } from './familyQueries.ts';

/** Families that pay together: search, create, edit and end them. */
export function FamiliesPart({ club }: { club: ClubName }) {
  const [search, setSearch] = useState<string>();
  const [openId, setOpenId] = useOpenRecord();
  const { data, error, refetch } = useQuery(familiesQuery(club, search));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const opened = data?.rows.find(({ id }) => id === openId);
  const close = () => setOpenId(undefined);
  return (
    <Stack gap="sm">
      <Text size="sm">
        Eine Familie zahlt zusammen: Regeln wie „3. Person“ oder ein Familienbeitrag zählen ihre Mitglieder, und eine Person bekommt alle
        Beiträge.
      </Text>
      <Button style={{ alignSelf: 'flex-start' }} leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
        Familie anlegen
      </Button>
      <FamilyProposals club={club} />
      <SearchField label="Familie, Mitglied oder Zahler" value={search ?? ''} onSearch={(text) => setSearch(text || undefined)} />
      {data && data.total > data.rows.length && (
        <Text size="sm">
          {data.rows.length} von {data.total.toLocaleString('de-DE')} Familien. Bitte suchen.
        </Text>
      )}
      <RecordList
        label="Familien"
        columns={columnsOf(setOpenId)}
        rows={data?.rows}
        keyOf={({ id }) => id}
        renderCard={(one) => (
          <div className={classes['row']}>
            <RecordLink onOpen={() => setOpenId(one.id)}>{one.name}</RecordLink>
            <span>Zahlt: {one.payer}</span>
            <span className={classes['quiet']}>{membersWords(one)}</span>
          </div>
        )}
        empty={<EmptyState icon="users-group" title={search ? 'Nichts gefunden.' : 'Noch keine Familie.'} />}
      />
      <RecordDrawer id={openId} title={opened ? `Familie ${opened.name}` : 'Familie anlegen'} onOpen={setOpenId} onClose={close}>
        {openId === 'new' && <FamilyForm club={club} family={undefined} onDone={close} />}
        {opened && <FamilyForm key={opened.id} club={club} family={opened} onDone={close} />}
      </RecordDrawer>
    </Stack>
  );
}

function columnsOf(onOpen: (id: string) => void): Column<FeeFamilyView>[] {
  return [
    { name: 'name', label: 'Familie', isName: true, cell: ({ id, name }) => <RecordLink onOpen={() => onOpen(id)}>{name}</RecordLink> },
    { name: 'payer', label: 'Zahlt', cell: ({ payer }) => payer },
    { name: 'members', label: 'Mitglieder', cell: membersWords },
  ];
}

/** "Ayşe, Kemal (bis 2026)". */
function membersWords({ members }: FeeFamilyView): string {
  return members.map(({ name, to }) => (to !== null && to < today() ? `${name} (ausgeschieden)` : name)).join(', ');
}
