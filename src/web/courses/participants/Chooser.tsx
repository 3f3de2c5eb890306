import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { slotInWords } from '#shared/courses/courseText.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './participants.module.css';
import { coursesQuery } from './queries.ts';

type ChooserProps = {
  /** Another club than the viewer's: for a super. */ club: ClubName | undefined;
  /** May send mails to the participants of any of them. */ mayMail: boolean;
  /** May make one, where there is none yet. */ mayPlan: boolean;
};

/** The courses of a club, by next session. */
export function Chooser({ club, mayMail, mayPlan }: ChooserProps) {
  const { data, error, refetch } = useQuery(coursesQuery(false, club));
  const [search, setSearch] = useState('');
  const rows = (data?.rows ?? [])
    .filter(({ title, number }) => `${title} ${number}`.toLowerCase().includes(search.trim().toLowerCase()))
    .toSorted((a, b) => (a.nextSession ?? '9').localeCompare(b.nextSession ?? '9'));
  return (
    <nav aria-label="Kurse" className="no-print">
      <TextInput
        aria-label="Kurs suchen"
        placeholder="Kurs suchen"
        mb="xs"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {data && rows.length === 0 && (
        <EmptyState icon="run" title={search.trim() ? 'Kein Kurs gefunden.' : 'Noch kein Angebot.'}>
          {!search.trim() && <p>Wer teilnimmt, steht hier, sobald ein Angebot veröffentlicht ist.</p>}
          {!search.trim() && mayPlan && (
            <Button renderRoot={(props) => <Link {...props} to="/admin/courses/new" />}>Angebot anlegen</Button>
          )}
        </EmptyState>
      )}
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {/* A scrollable list must be reachable by keyboard; its links are. */}
      <ul className={`${classes['dates']} ${classes['chooser']}`}>
        {rows.map((one) => (
          <li key={one.id} className={classes['choice']}>
            <Link to="/admin/participants" search={{ course: one.id, ...(club && { club }) }} className={classes['date']}>
              <strong>{one.title}</strong>
              <span className={classes['quiet']}>{one.slots.map(slotInWords).join(', ')}</span>
              {one.nextSession && <span className={classes['quiet']}>Nächster Termin: {formatDateTime(one.nextSession)}</span>}
              <span className={classes['quiet']}>
                {one.occupied}
                {one.placesMax === null ? ' angemeldet' : ` von ${one.placesMax} Plätzen vergeben`}
                {one.waiting > 0 && `, ${one.waiting} warten`}
              </span>
            </Link>
            {mayMail && (
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={`Mail an alle: ${one.title}`}
                renderRoot={(props) => <Link {...props} to={pages.adminMail.path} search={{ course: one.id }} />}
              >
                <Icon name="mail" />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
