import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { copiesAtMost } from '#shared/courses/courses.ts';
import { courseKindNames } from '#shared/courses/courseWords.ts';
import { slotInWords } from '#shared/courses/courseText.ts';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { CourseTitle } from '../planning/CourseTitle.tsx';
import { listOf } from '../planning/lists.ts';
import { managedCoursesQuery } from '../planning/queries.ts';
import { BeginMany } from './BeginMany.tsx';

const columns: Column<ManagedCourse>[] = [
  { name: 'title', label: 'Vorlage', isName: true, cell: (one) => <CourseTitle course={one} /> },
  { name: 'kind', label: 'Art', cell: ({ kind }) => courseKindNames[kind] },
  { name: 'department', label: 'Abteilung', cell: ({ department }) => department ?? '–' },
  { name: 'slots', label: 'Zeit', cell: ({ slots }) => slots.map(slotInWords).join(', ') || '–' },
  { name: 'places', label: 'Plätze', cell: ({ placesMax }) => placesMax ?? 'ohne Grenze' },
];

/** The templates of the club, from which new offers are made (/admin/courses/vorlagen). */
export function TemplateList() {
  const { data, error, refetch } = useQuery(managedCoursesQuery({ status: 'templates' }));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [begun, setBegun] = useState<readonly ManagedCourse[]>([]);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const chosen = data?.rows.filter(({ id }) => selected.has(id)) ?? [];
  return (
    <>
      <PageTitle title="Vorlagen">
        <Button variant="default" component={Link} to={listOf({ isTemplate: false })}>
          Zu den Sportangeboten
        </Button>
      </PageTitle>
      <Text size="sm" c="dimmed" mb="sm">
        Was immer wiederkommt, steht hier einmal. Haken Sie mehrere an, um ein ganzes Halbjahr daraus zu machen.
      </Text>
      <RecordList
        label="Vorlagen"
        columns={columns}
        rows={data?.rows}
        keyOf={({ id }) => id}
        selection={{ selected, onSelect: setSelected, isSelectable: () => true, nameOf: ({ title }) => title }}
        renderActions={(one) => (
          <Button variant="default" size="compact-md" aria-label={`Neues Angebot aus ${one.title}`} onClick={() => setBegun([one])}>
            Anlegen …
          </Button>
        )}
        renderCard={(one) => (
          <Stack gap={2}>
            <CourseTitle course={one} />
            <Text size="sm">{[courseKindNames[one.kind], ...one.slots.map(slotInWords)].join(' · ')}</Text>
          </Stack>
        )}
        empty={
          <EmptyState icon="copy" title="Noch keine Vorlage.">
            <p>Öffnen Sie ein Angebot, das sich bewährt hat, und wählen Sie „Als Vorlage merken“.</p>
          </EmptyState>
        }
      />
      <SelectionBar count={chosen.length} onClear={() => setSelected(new Set())}>
        {chosen.length > copiesAtMost ? (
          <Text size="sm">Höchstens {copiesAtMost} auf einmal.</Text>
        ) : (
          <Button px="sm" onClick={() => setBegun(chosen)}>
            Neue Angebote daraus …
          </Button>
        )}
      </SelectionBar>
      <BeginMany templates={begun} onClose={() => setBegun([])} onDone={() => (setBegun([]), setSelected(new Set()))} />
    </>
  );
}
