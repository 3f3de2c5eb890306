import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { clubName } from '#shared/kernel/fields.ts';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { courseOrders, inOrder } from '#shared/courses/planning/courseOrder.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { api } from '#web/lib/call/call.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { DepartmentSelect } from '#web/club/parts/DepartmentSelect.tsx';
import { NoHits } from '#web/ui/filters/NoHits.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { ExportButtons } from '#web/ui/files/ExportButtons.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import { lazyDialog } from '#web/ui/late/lazyPart.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import classes from './list/tools.module.css';
import { CourseCard, courseColumns } from './list/courseColumns.tsx';
import { listOf } from './lists.ts';
import { managedCoursesQuery } from './queries.ts';

const CourseBulkBar = lazyDialog(
  async () => (await import('./list/CourseBulkBar.tsx')).CourseBulkBar,
  ({ chosen }) => chosen.length > 0,
);

const address = z.object({
  club: clubName.optional(),
  search: z.string().max(100).optional(),
  status: z.enum(['current', 'few', 'hallless', 'draft', 'past']).default('current'),
  department: z.string().max(120).optional(),
  sort: z.enum(courseOrders).optional(),
  descending: z.stringbool().default(false),
});

const shows = [
  { value: 'current', label: 'Aktuelle' },
  { value: 'few', label: 'Zu wenige' },
  { value: 'hallless', label: 'Ohne Halle' },
  { value: 'draft', label: 'Entwürfe' },
  { value: 'past', label: 'Archiv' },
] as const;

const nothingYet = {
  current: 'Noch kein Angebot.',
  few: 'Kein Angebot der nächsten 14 Tage hat zu wenige Personen.',
  hallless: 'Alle kommenden Termine haben eine Halle oder einen anderen Ort.',
  draft: 'Kein Entwurf.',
  past: 'Im Archiv steht noch nichts.',
};

const belongsHere = {
  current: 'Neue Angebote beginnen als Entwurf.',
  few: '',
  hallless: '',
  draft: 'Neue Angebote und Kopien beginnen als Entwurf.',
  past: 'Hier stehen Angebote, sobald sie abgerechnet oder archiviert sind.',
};

/** Requests what the list at this address shows. */
export const prefetchCourses: Prefetch = (client, asked) => {
  const { club, search, status } = addressOf(address, asked);
  return client.prefetchQuery(managedCoursesQuery({ club, search, status }));
};

/** All offers of a club with their seats; a super chooses the club. */
export function CourseList({ viewer }: { viewer: User }) {
  const [{ club, search, status, department, sort, descending }, setAddress] = useAddress(address);
  const { data, error, refetch } = useQuery(managedCoursesQuery({ club, search, status }));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { shown, chooser } = useColumns<ManagedCourse>('courses', courseColumns);
  const exporting = useExport((wanted) =>
    api.courses.exportManaged({ club, search, status, department, sort, descending: String(descending), ...wanted }),
  );
  const departments = [...new Set(data?.rows.flatMap((one) => one.department ?? []))].toSorted(compareNames);
  const rows =
    data &&
    inOrder(
      data.rows.filter((one) => !department || one.department === department),
      sort,
      descending,
    );
  const newOne = club ? `/admin/courses/new?club=${club}` : '/admin/courses/new';
  const scope = !club || club === viewer.club.name ? 'club' : 'other';
  // Selected rows that are no longer shown do not count.
  const chosen = rows?.filter(({ id }) => selected.has(id)) ?? [];
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageTitle title={pages.adminCourses.title}>
        <Button
          // With a selection its own action is the filled one.
          variant={chosen.length > 0 ? 'default' : 'filled'}
          component={Link}
          to={newOne}
          leftSection={<Icon name="plus" size={18} />}
        >
          Neues Angebot
        </Button>
        <Button variant="default" component={Link} to={listOf({ isTemplate: true })}>
          Vorlagen
        </Button>
      </PageTitle>
      <div className={`${classes['tools']} no-print`}>
        <SearchField label="Titel, Nummer oder Ort" value={search ?? ''} onSearch={(text) => setAddress({ search: text })} />
        <Segments aria-label="Welche Angebote" value={status} onChange={(value) => setAddress({ status: value })} data={shows} />
        <DepartmentSelect
          choices={data && departments.map((name) => ({ value: name, label: name }))}
          value={department}
          onChange={(name) => setAddress({ department: name })}
        />
        {may({ role: viewer.role.name }, 'courses.readDraft', 'other') && (
          <ClubChoice value={club ?? viewer.club.name} onChange={(next) => setAddress({ club: next })} />
        )}
      </div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed" component="output">
          {data && rows ? countInWords(rows.length, department ? rows.length : data.total) : 'Wird geladen …'}
        </Text>
        <Group gap="xs" className="no-print">
          <SavedViews page="courses" />
          {chooser}
          <ExportButtons {...exporting} shown={shown} />
        </Group>
      </Group>
      <RecordList
        label="Angebote"
        columns={shown}
        rows={rows}
        answer={data}
        sorting={{
          by: sort ?? '',
          isDescending: descending,
          onSort: (by) => setAddress({ sort: courseOrders.find((one) => one === by), descending: String(by === sort && !descending) }),
        }}
        keyOf={({ id }) => id}
        selection={{ selected, onSelect: setSelected, isSelectable: () => true, nameOf: ({ title }) => title }}
        renderCard={(one) => <CourseCard course={one} />}
        empty={
          <NoHits
            icon="run"
            title={search || department ? 'Kein Angebot gefunden.' : nothingYet[status]}
            filter={{ club, status, search, department }}
            words={{ search: 'Suche', department: 'Abteilung' }}
            list={['courses', 'managed']}
            count={countOf}
            onDrop={(key) => setAddress({ [key]: undefined })}
          >
            <p>{search ? 'Ändern Sie die Suche, oder legen Sie ein neues Angebot an.' : belongsHere[status]}</p>
            {search && <Elsewhere filter={{ club, search, status }} onShow={(there) => setAddress({ status: there })} />}
            {status === 'current' && !search && !department && may({ role: viewer.role.name }, 'courses.create', scope) && (
              <Button variant="default" component={Link} to={newOne} mt="sm">
                Erstes Angebot anlegen
              </Button>
            )}
          </NoHits>
        }
      />
      <CourseBulkBar chosen={chosen} onClear={() => setSelected(new Set())} onCopied={() => setAddress({ status: 'draft' })} />
    </>
  );
}

type ElsewhereProps = { filter: Pick<Wanted, 'club' | 'search' | 'status'>; onShow: (status: 'current' | 'past') => void };

/** What the same search finds on the other side of the archive. */
function Elsewhere({ filter, onShow }: ElsewhereProps) {
  const there = filter.status === 'past' ? 'current' : 'past';
  const { data } = useQuery(managedCoursesQuery({ ...filter, status: there }));
  if (!data?.total) return null;
  return (
    <Button variant="default" mt="xs" onClick={() => onShow(there)}>
      {there === 'past' ? 'Im Archiv' : 'Unter „Aktuelle“'}: {data.total}
    </Button>
  );
}

type Wanted = Pick<z.output<typeof address>, 'club' | 'status' | 'search' | 'department'>;

async function countOf({ department, ...filter }: Wanted): Promise<number> {
  const { rows, total } = await api.courses.manage(filter);
  return department ? rows.filter((one) => one.department === department).length : total;
}

function countInWords(shown: number, total: number): string {
  const all = total === 1 ? '1 Angebot' : `${total.toLocaleString('de-DE')} Angebote`;
  return shown === total ? all : `${all}, hier die ersten ${shown}. Mit der Suche finden Sie die übrigen.`;
}
