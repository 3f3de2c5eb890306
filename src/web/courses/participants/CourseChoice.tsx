import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { slotInWords } from '#shared/courses/courseText.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './participants.module.css';
import { coursesQuery } from './queries.ts';

/** The courses of a club, those of a trainer first, each with a link to the contacts of its participants. */
export function CourseChoice() {
  const { user } = useAuth();
  const [which, setWhich] = useState(user?.role.name === 'trainer' ? 'mine' : 'all');
  const query = useQuery(coursesQuery(which === 'mine'));
  const { data } = query;
  return (
    <Stack gap="sm">
      <Segments
        aria-label="Welche Kurse"
        value={which}
        onChange={setWhich}
        data={[
          { value: 'mine', label: 'Meine' },
          { value: 'all', label: 'Alle des Vereins' },
        ]}
      />
      {!data && <Loading query={query} />}
      {data?.rows.length === 0 && <EmptyState icon="run" title="Hier gibt es keine Kurse." />}
      <ul className={classes['dates']}>
        {data?.rows.map((one) => (
          <li key={one.id}>
            <Link to="/admin/mobile/courseMembers" search={{ course: one.id }} className={classes['date']}>
              <strong>{one.title}</strong>
              <span>{one.slots.map(slotInWords).join(', ')}</span>
              <span className={classes['quiet']}>
                {one.occupied} angemeldet{one.waiting > 0 && `, ${one.waiting} warten`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
