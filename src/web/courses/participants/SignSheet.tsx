import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { timesOfOffer } from '#shared/courses/courseText.ts';
import type { ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { boot } from '#web/lib/boot.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { coursePageQuery } from '../offers/queries.ts';
import classes from './participants.module.css';

/** As many columns as a sheet holds. */
const datesAtMost = 12;
/** For who comes without an enrolment. */
const blankRows = [1, 2, 3, 4];

/** The sheet to be signed in the hall: who holds a seat, with a column for each of the next sessions. */
export function SignSheet({ list }: { list: Pick<ParticipantList, 'rows' | 'course'> }) {
  const query = useQuery(coursePageQuery(list.course.slug));
  return query.data ? <Sheet rows={list.rows} course={query.data} /> : <Loading query={query} />;
}

type SheetProps = {
  rows: ParticipantList['rows'];
  course: Pick<CoursePage, 'club' | 'slots' | 'startsOn' | 'endsOn' | 'halls' | 'place' | 'trainers' | 'sessions'>;
};

/** The sheet itself, for printing. */
export function Sheet({ rows, course }: SheetProps) {
  const inside = rows.filter(({ state }) => state !== 'waitlisted' && !enrolmentSets.ended.includes(state));
  const [now] = useState(Date.now);
  const dates = course.sessions.filter(({ endsAt }) => Date.parse(endsAt) > now).slice(0, datesAtMost);
  const where = course.halls.map(({ name }) => name).join(', ') || course.place;
  const leads = course.trainers.map(({ name }) => name).join(', ');
  if (inside.length === 0) return <EmptyState icon="users" title="Noch niemand angemeldet." />;
  return (
    <>
      <Text mb="xs">
        {[boot.clubs[course.club].displayName, timesOfOffer(course).join(', '), where, leads && `Leitung: ${leads}`]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Table.ScrollContainer minWidth={520} type="native">
        <Table aria-label="Unterschriften" withColumnBorders className={classes['sheet'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              {dates.length === 0 && <Table.Th>Unterschrift</Table.Th>}
              {dates.map(({ id, localDate, state }) => (
                <Table.Th key={id}>
                  {germanDate(localDate).slice(0, 6)}
                  {state === 'cancelled' && <span className={classes['off']}>fällt aus</span>}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...inside, ...blankRows].map((one) => (
              <Table.Tr key={typeof one === 'number' ? one : one.id}>
                <Table.Td>{typeof one === 'number' ? '\u00A0' : listedName(one)}</Table.Td>
                {dates.length === 0 && <Table.Td w="45%">&nbsp;</Table.Td>}
                {dates.map(({ id, state }) => (
                  <Table.Td key={id} data-off={state === 'cancelled' || undefined}>
                    &nbsp;
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
