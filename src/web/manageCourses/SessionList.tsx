import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/calendar.ts';
import type { EditedCourse } from '#shared/courseShapes.ts';
import { formatDay, formatTime } from '#web/lib/format.ts';
import { tell, tellProblem } from '#web/ui/notices.tsx';
import { StateMark } from '#web/ui/StateMark.tsx';
import { useCourseMutations } from './queries.ts';

const names = { planned: 'geplant', moved: 'verlegt', cancelled: 'fällt aus', held: 'gehalten' } as const;
const tones = { planned: 'quiet', moved: 'waiting', cancelled: 'bad', held: 'good' } as const;

/** Every date of the course; one to come can be called off here. */
export function SessionList({ course }: { course: EditedCourse }) {
  const { cancelSession } = useCourseMutations();
  const [nowText] = useState(() => new Date().toISOString());
  const callOff = (id: string) =>
    cancelSession.mutate(
      { id, reason: 'Termin fällt aus' },
      { onError: tellProblem, onSuccess: () => tell('Der Termin ist abgesagt, alle Angemeldeten erhalten eine Mail.') },
    );
  return (
    <Stack gap={4}>
      {course.skipped.length > 0 && (
        <Text size="sm" c="dimmed">
          Es fallen aus: {course.skipped.map(({ date, reason }) => `${germanDate(date)} ${reason}`).join(', ')}
        </Text>
      )}
      {course.sessions.map((one) => (
        <Group key={one.id} justify="space-between" wrap="wrap" gap="xs">
          <Text size="sm">
            {formatDay(one.startsAt)}, {formatTime(one.startsAt)}–{formatTime(one.endsAt)} {one.place && `· ${one.place}`}{' '}
            {one.reason && `· ${one.reason}`}
            {one.substitute && ` · Vertretung: ${one.substitute}`}
            {one.presentCount !== null && ` · ${one.presentCount} anwesend`}
          </Text>
          <Group gap="xs">
            <StateMark tone={tones[one.state]}>{names[one.state]}</StateMark>
            {['planned', 'moved'].includes(one.state) && one.startsAt > nowText && (
              <Button variant="subtle" size="compact-md" onClick={() => callOff(one.id)}>
                Absagen
              </Button>
            )}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
