import { Alert, Button, Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { roundPhaseNames, type RoundPhase } from '#shared/courses/holiday/rules.ts';
import type { RoundRow } from '#shared/courses/holiday/shapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import classes from './holiday.module.css';
import { roundsQuery } from './queries.ts';
import { RoundForm } from './RoundForm.tsx';
import { RoundPage } from './RoundPage.tsx';

const address = z.object({ club: clubName.optional() });

/** The rounds of the holiday programme, or one of them (/admin/holiday/{id}). */
export function Page() {
  const { _splat = '' } = useParams({ strict: false });
  const [id = ''] = _splat.split('/');
  const [{ club }, setAddress] = useAddress(address);
  const { user } = useAuth();
  if (!user) return null;
  const shown = club ?? user.club.name;
  if (/^[0-9a-f-]{36}$/.test(id)) return <RoundPage key={id} id={id} club={shown} />;
  return <Rounds club={shown} isSuper={user.role.name === 'super'} onClub={(next) => setAddress({ club: next })} />;
}

type RoundsProps = { club: ClubName; isSuper: boolean; onClub: (club: ClubName) => void };

function Rounds({ club, isSuper, onClub }: RoundsProps) {
  const query = useQuery(roundsQuery(club));
  const { data } = query;
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageTitle title={pages.adminHoliday.title}>
        {isSuper && <ClubChoice value={club} onChange={onClub} />}
        {data?.isOn && (
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setMaking(true)}>
            Runde anlegen
          </Button>
        )}
      </PageTitle>
      {!data && <Loading query={query} />}
      {data && !data.isOn && (
        <Alert color="waiting" mb="sm" title="Das Ferienprogramm ist ausgeschaltet">
          Eingeschaltet wird es unter{' '}
          <Link to={pages.adminConfig.path} hash="verein">
            {pages.adminConfig.title}
          </Link>
          , „Ferienprogramm mit Wünschen“.
        </Alert>
      )}
      {data?.rows.length === 0 && (
        <EmptyState icon="sun" title="Noch keine Runde.">
          <p>Familien wünschen sich Ferienangebote, die Plätze werden an einem Tag nach Wünschen und Los vergeben.</p>
        </EmptyState>
      )}
      {data && (
        <ul className={classes['offers']} aria-label="Runden">
          {data.rows.map((round) => (
            <RoundCard key={round.id} round={round} />
          ))}
        </ul>
      )}
      <Drawer opened={isMaking} onClose={() => setMaking(false)} title="Runde anlegen">
        {isMaking && <RoundForm club={club} round={undefined} onDone={(saved) => void navigate({ to: `/admin/holiday/${saved.id}` })} />}
      </Drawer>
    </>
  );
}

const tones: { readonly [phase in RoundPhase]?: 'good' | 'quiet' } = { sent: 'good', draft: 'quiet', cancelled: 'quiet' };

function RoundCard({ round: { id, name, club, phase, wishesUntil, sendsOn, offers, children } }: { round: RoundRow }) {
  return (
    <li className={classes['offer']}>
      <RecordLink to={`/admin/holiday/${id}`}>{name}</RecordLink>
      <Text size="sm">{`${club} · Wünsche bis ${germanDate(wishesUntil)} · Plätze am ${germanDate(sendsOn)}`}</Text>
      <Text size="sm">{`${offers === 1 ? '1 Angebot' : `${offers} Angebote`} · ${children === 1 ? '1 Kind' : `${children} Kinder`}`}</Text>
      <StateMark tone={tones[phase] ?? 'waiting'}>{roundPhaseNames[phase]}</StateMark>
    </li>
  );
}
