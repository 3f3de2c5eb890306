import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { clubNames } from '#shared/kernel/clubs.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import type { ManagedDepartment } from '#shared/club/departments.ts';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { StateChoice } from '#web/ui/filters/StateChoice.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { ClubChoice } from '../parts/ClubChoice.tsx';
import { departmentsQuery } from '../parts/departments.ts';
import { seenClub } from '../parts/seenClub.ts';
import { DepartmentDrawer } from './DepartmentDrawer.tsx';
import { departmentCard, departmentColumns } from './departmentColumns.tsx';
import { associationsToday, isRunning, type PersonField } from './departmentValues.ts';
import { isManaged } from './queries.ts';

const stateNames = { running: 'Laufend', ended: 'Beendet', unlisted: 'Ohne Fachverband' };
const address = z.object({ state: z.enum(keysOf(stateNames)).default('running'), club: z.enum(clubNames).optional() });

/** The departments of a club with their heads and federations (/admin/departments). */
export function DepartmentsPage({ PersonField }: { PersonField: PersonField }) {
  const { user } = useAuth();
  return user && <Departments viewer={user} PersonField={PersonField} />;
}

function Departments({ viewer, PersonField }: { viewer: User; PersonField: PersonField }) {
  const [{ state, club: asked }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const { seesClubs, club } = seenClub(viewer, 'departments.manage', asked);
  const { data, error, refetch } = useQuery(departmentsQuery(club, 'all'));
  const all = data?.filter(isManaged);
  return (
    <>
      <PageTitle title={pages.adminDepartments.title}>
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
          Abteilung anlegen
        </Button>
      </PageTitle>
      <Group mb="md" className="no-print">
        <StateChoice label="Welche Abteilungen" names={stateNames} value={state} onChange={(next) => setAddress({ state: next })} />
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
      </Group>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList<ManagedDepartment>
          label="Abteilungen"
          columns={departmentColumns(setOpenId)}
          rows={all?.filter(shownIn[state])}
          answer={data}
          keyOf={({ id }) => id}
          renderCard={departmentCard(setOpenId)}
          empty={all?.length === 0 ? <NoneYet /> : <EmptyState icon="sitemap" title={emptyTitles[state]} />}
        />
      )}
      <DepartmentDrawer
        id={openId}
        club={club}
        departments={all}
        PersonField={PersonField}
        onOpen={setOpenId}
        onClose={() => setOpenId(undefined)}
      />
    </>
  );
}

const shownIn: { readonly [state in keyof typeof stateNames]: (one: ManagedDepartment) => boolean } = {
  running: isRunning,
  ended: (one) => !isRunning(one),
  unlisted: (one) => isRunning(one) && associationsToday(one).length === 0,
};

const emptyTitles: { readonly [state in keyof typeof stateNames]: string } = {
  running: 'Keine laufende Abteilung.',
  ended: 'Keine Abteilung ist beendet.',
  unlisted: 'Jede laufende Abteilung hat einen Fachverband.',
};

function NoneYet() {
  return (
    <EmptyState icon="sitemap" title="Noch keine Abteilung.">
      Anlegen oder aus der{' '}
      <Anchor component={Link} to={pages.adminMembers.path} underline="always" inherit>
        Mitgliederliste
      </Anchor>{' '}
      übernehmen.
    </EmptyState>
  );
}
