import { Anchor, Button, Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { seasonStateNames } from '#shared/halls/seasons/seasonStates.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { seasonsQuery } from './queries.ts';
import { SeasonForm } from './SeasonForm.tsx';
import { SeasonPage } from './SeasonPage.tsx';
import classes from './seasons.module.css';
import { dayOf, daysOf } from './words.ts';

/** The list of seasons, or one of them (/admin/seasons/{id}). */
export function Page() {
  const { _splat = '' } = useParams({ strict: false });
  const [id = ''] = _splat.split('/');
  const { user } = useAuth();
  if (!user) return null;
  if (id === 'current') return <CurrentSeason viewer={user} />;
  return /^[0-9a-f-]{36}$/.test(id) ? <SeasonPage key={id} id={id} viewer={user} /> : <Seasons viewer={user} />;
}

/** The season that takes wishes, otherwise the latest one. */
function CurrentSeason({ viewer }: { viewer: User }) {
  const query = useQuery(seasonsQuery);
  if (!query.data) return <Loading query={query} />;
  const season = query.data.find(({ isAccepting }) => isAccepting) ?? query.data[0];
  return season ? <SeasonPage key={season.id} id={season.id} viewer={viewer} /> : <Seasons viewer={viewer} />;
}

function Seasons({ viewer }: { viewer: User }) {
  const query = useQuery(seasonsQuery);
  const { data } = query;
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  const plans = may({ role: viewer.role.name }, 'seasons.plan', 'club') !== undefined;
  return (
    <>
      <PageTitle title={pages.adminSeasons.title}>
        {plans && (
          <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setMaking(true)}>
            Saison anlegen
          </Button>
        )}
      </PageTitle>
      {!data && <Loading query={query} />}
      {data?.length === 0 && (
        <EmptyState icon="calendar-stats" title="Noch keine Saison.">
          {plans ? 'Legen Sie eine an, um eigene Hallen zu vergeben.' : 'Sobald die Hallenverwaltung Wünsche annimmt, stehen sie hier.'}
        </EmptyState>
      )}
      {data && (
        <ul className={classes['cards']} aria-label="Saisons">
          {data.map((season) => (
            <SeasonCard key={season.id} season={season} />
          ))}
        </ul>
      )}
      <Drawer opened={isMaking} onClose={() => setMaking(false)} title="Saison anlegen">
        {isMaking && <SeasonForm season={undefined} onDone={(saved) => void navigate({ to: `/admin/seasons/${saved.id}` })} />}
      </Drawer>
    </>
  );
}

function SeasonCard({ season }: { season: Season }) {
  const { id, name, phase, managerClub, isAccepting, wishesUntil } = season;
  return (
    <li className={classes['card']}>
      <Anchor component={Link} to={`/admin/seasons/${id}`} className={classes['name']} underline="always">
        {name}
      </Anchor>
      <Text size="sm">{`${daysOf(season)}, Hallen von ${managerClub}`}</Text>
      <StateMark tone={phase === 'published' ? 'good' : isAccepting ? 'waiting' : 'quiet'}>
        {isAccepting ? `Wünsche bis ${dayOf(wishesUntil)}` : seasonStateNames[phase]}
      </StateMark>
    </li>
  );
}
