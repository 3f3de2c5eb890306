import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { courseKindNames } from '#shared/courses/courseWords.ts';
import { slotInWords } from '#shared/courses/courseText.ts';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { CourseTitle } from '../planning/CourseTitle.tsx';
import { listOf } from '../planning/lists.ts';
import { managedCoursesQuery } from '../planning/queries.ts';

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
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageTitle title="Vorlagen">
        <Button variant="default" component={Link} to={listOf({ isTemplate: false })}>
          Zu den Sportangeboten
        </Button>
      </PageTitle>
      <Text size="sm" c="dimmed" mb="sm">
        Was immer wiederkommt, steht hier einmal: Öffnen Sie eine Vorlage, um ein neues Angebot daraus zu machen.
      </Text>
      <RecordList
        label="Vorlagen"
        columns={columns}
        rows={data?.rows}
        keyOf={({ id }) => id}
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
    </>
  );
}
