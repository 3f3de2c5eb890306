import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { ListedParticipant } from '#shared/courses/enrolmentShapes.ts';
import { useAddress } from '#web/lib/address.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { HealthNote } from './HealthNote.tsx';
import { CallLinks } from './CallLinks.tsx';
import { CourseChoice } from './CourseChoice.tsx';
import classes from './participants.module.css';
import { paidOf } from './participantWords.ts';
import { participantsQuery } from './queries.ts';

const address = z.object({ course: z.uuid().optional() });

/** Contacts and emergency numbers of a course as phone links (/admin/mobile/courseMembers); without a course, the choice of one. */
export function Page() {
  const [{ course }] = useAddress(address);
  if (course) return <Members courseId={course} />;
  return (
    <>
      <PageTitle title="Kontakte" />
      <CourseChoice />
    </>
  );
}

function Members({ courseId }: { courseId: string }) {
  const { data, error, refetch } = useQuery(participantsQuery(courseId));
  if (error && !data)
    return (
      <>
        <PageTitle title="Kontakte" />
        <LoadProblem error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!data) return <Pending />;
  const inside = data.rows.filter(({ state }) => state === 'confirmed');
  return (
    <Stack gap="sm">
      <PageTitle title={data.course.title} />
      <Text component="output">{inside.length} Teilnehmende</Text>
      <ul className={classes['people']}>
        {inside.map((one) => (
          <Member key={one.id} one={one} paid={paidOf(one, data.payments)} />
        ))}
      </ul>
    </Stack>
  );
}

function Member({ one, paid }: { one: ListedParticipant; paid: string }) {
  return (
    <li className={classes['one']}>
      <span className={classes['name']}>
        {one.firstname} {one.lastname}
        <span className={classes['quiet']}>{one.age !== null && ` ${one.age} J.`}</span>
      </span>
      {paid && <span className={classes['quiet']}>{paid}</span>}
      <CallLinks of={one} />
      {one.hasHealthNote && <HealthNote id={one.id} />}
    </li>
  );
}
