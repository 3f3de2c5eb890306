import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { germanDate, timeRange } from '#shared/kernel/calendar.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { HallState } from '#shared/courses/planning/sessionShapes.ts';
import { formatDay } from '#web/lib/format.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { CallOff } from '../attendance/CallOff.tsx';
import { noticePlaceOf } from '../attendance/sessionRules.ts';
import { HallTrouble } from './HallTrouble.tsx';
import { MoveSession, type Session } from './sessions/MoveSession.tsx';
import { useCourseMutations } from './queries.ts';
import { CancelSessions } from './sessions/CancelSessions.tsx';
import { CloseSessions, useOpenLists } from './sessions/CloseSessions.tsx';
import { MoveSessions } from './sessions/MoveSessions.tsx';
import { useReturn } from './sessions/useReturn.ts';

const names = { planned: 'geplant', moved: 'verlegt', cancelled: 'fällt aus', held: 'gehalten' } as const;
const tones = { planned: 'quiet', moved: 'waiting', cancelled: 'bad', held: 'good' } as const;
const hallNames = { free: 'Halle frei', booked: 'Halle gebucht', requested: 'Halle angefragt', missing: 'Halle fehlt' } as const;
const hallTones = { free: 'quiet', booked: 'good', requested: 'waiting', missing: 'bad' } as const;

/** The sessions of the course with their facilities; future ones can be moved or cancelled, past ones closed. */
export function SessionList({ course }: { course: EditedCourse }) {
  const { cancelSession, restoreSession } = useCourseMutations();
  const [nowText] = useState(() => new Date().toISOString());
  const [open, setOpen] = useState<{ dialog: 'move' | 'hall' | 'callOff'; id: string }>();
  const takeBack = useReturn(course.id);
  const lists = useOpenLists(course.sessions);
  const chosen = course.sessions.find(({ id }) => id === open?.id);
  const restore = (id: string) =>
    restoreSession.mutate(id, {
      onError: notifyProblem,
      onSuccess: () => notify('Der Termin findet doch statt.', undefined, noticePlaceOf(id)),
    });
  const noteMissed = (one: Session) =>
    cancelSession.mutate(
      { id: one.id, reason: 'Fand nicht statt' },
      { onError: notifyProblem, onSuccess: () => notify(`${formatDay(one.startsAt)} fand nicht statt.`, () => restore(one.id)) },
    );
  return (
    <Stack gap={4}>
      {course.skipped.length > 0 && (
        <Text size="sm" c="dimmed">
          Es fallen aus: {course.skipped.map(({ date, reason }) => `${germanDate(date)} ${reason}`).join(', ')}
        </Text>
      )}
      <Group gap="xs">
        <MoveSessions course={course} />
        <CancelSessions course={course} />
        <CloseSessions courseId={course.id} open={lists} />
      </Group>
      {course.sessions.map((one) => (
        <Group key={one.id} justify="space-between" wrap="wrap" gap="xs">
          <Text size="sm">
            {formatDay(one.startsAt)}, {timeRange(one)} {one.place && `· ${one.place}`} {one.reason && `· ${one.reason}`}
            {one.substitute && ` · Vertretung: ${one.substitute}`}
            {one.presentCount !== null && ` · ${one.presentCount} anwesend`}
            {one.hall && one.hall.reason && <HallReason hall={one.hall} />}
          </Text>
          <Group gap="xs">
            {one.hall && <StateMark tone={hallTones[one.hall.state]}>{hallNames[one.hall.state]}</StateMark>}
            <StateMark tone={tones[one.state]}>{names[one.state]}</StateMark>
            {lists.includes(one) && <ListLink session={one} />}
            {one.state === 'cancelled' && course.status !== 'cancelled' && one.startsAt > nowText && (
              <Button variant="subtle" size="compact-md" onClick={() => restore(one.id)}>
                Absage zurücknehmen
              </Button>
            )}
            {sessionSets.coming.includes(one.state) && one.endsAt < nowText && (
              <Button variant="subtle" size="compact-md" onClick={() => noteMissed(one)}>
                Fand nicht statt
              </Button>
            )}
            {sessionSets.coming.includes(one.state) && one.startsAt > nowText && (
              <>
                {one.hall?.state === 'missing' && (
                  <Button variant="light" size="compact-md" onClick={() => setOpen({ dialog: 'hall', id: one.id })}>
                    Lösen …
                  </Button>
                )}
                {one.mayReturn && (
                  <Button variant="subtle" size="compact-md" onClick={() => takeBack([one.id])}>
                    Verlegung zurücknehmen
                  </Button>
                )}
                <Button variant="subtle" size="compact-md" onClick={() => setOpen({ dialog: 'move', id: one.id })}>
                  Verlegen
                </Button>
                <Button variant="subtle" size="compact-md" onClick={() => setOpen({ dialog: 'callOff', id: one.id })}>
                  Absagen
                </Button>
              </>
            )}
          </Group>
        </Group>
      ))}
      {open?.dialog === 'move' && chosen && <MoveSession courseId={course.id} session={chosen} onClose={() => setOpen(undefined)} />}
      {open?.dialog === 'hall' && chosen?.hall && (
        <HallTrouble
          session={chosen}
          hall={chosen.hall}
          title={course.title}
          club={course.club}
          onClose={() => setOpen(undefined)}
          onMove={() => setOpen({ dialog: 'move', id: chosen.id })}
          onCallOff={() => setOpen({ dialog: 'callOff', id: chosen.id })}
        />
      )}
      {open?.dialog === 'callOff' && chosen && (
        <CallOff session={chosen} {...(chosen.hall?.isClosed && { because: 'Halle gesperrt' })} isOpen onClose={() => setOpen(undefined)} />
      )}
    </Stack>
  );
}

/** Leads to the attendance list of a past session that nobody has closed. */
function ListLink({ session: { id, startsAt } }: { session: Session }) {
  return (
    <Button
      component={Link}
      to={`/admin/mobile/participantList?session=${id}`}
      aria-label={`Anwesenheit am ${formatDay(startsAt)}`}
      variant="subtle"
      size="compact-md"
    >
      Anwesenheit
    </Button>
  );
}

function HallReason({ hall }: { hall: HallState }) {
  return (
    <Text size="sm" c={hall.state === 'missing' ? 'danger' : 'dimmed'} component="span" display="block">
      {hall.reason}
    </Text>
  );
}
