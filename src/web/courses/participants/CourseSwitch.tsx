import { ActionIcon, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './participants.module.css';
import { coursesQuery } from './queries.ts';

/** Leads from the participants of one course to those of another, in the order of the chooser. */
export function CourseSwitch({ courseId, club }: { courseId: string; club: ClubName | undefined }) {
  const { data } = useQuery(coursesQuery(false, club));
  const navigate = useNavigate();
  const courses = data?.rows.toSorted((a, b) => (a.nextSession ?? '9').localeCompare(b.nextSession ?? '9')) ?? [];
  const at = courses.findIndex(({ id }) => id === courseId);
  if (at < 0) return null;
  const go = (id: string | undefined) =>
    id && void navigate({ to: '/admin/participants', search: { course: id, ...(club && { club }) }, replace: true });
  return (
    <Group gap="xs" wrap="nowrap" className={classes['wideOnly'] ?? ''}>
      <Select
        aria-label="Anderer Kurs"
        data={courses.map(({ id, title, number }) => ({ value: id, label: `${title} (${number})` }))}
        value={courseId}
        onChange={(id) => go(id ?? undefined)}
        allowDeselect={false}
        searchable
        nothingFoundMessage="Kein Kurs gefunden"
        w={320}
      />
      <ActionIcon variant="default" size="lg" aria-label="Voriger Kurs" disabled={at === 0} onClick={() => go(courses[at - 1]?.id)}>
        <Icon name="chevron-left" size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Nächster Kurs"
        disabled={at === courses.length - 1}
        onClick={() => go(courses[at + 1]?.id)}
      >
        <Icon name="chevron-right" size={18} />
      </ActionIcon>
    </Group>
  );
}
