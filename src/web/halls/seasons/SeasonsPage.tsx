import { Button, Drawer, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { nextSeason } from '#shared/halls/seasons/nextSeason.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { seasonStateNames } from '#shared/halls/seasons/seasonStates.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { useAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { hallsQuery } from '../parts/hallsQuery.ts';
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

/** The season that accepts wishes, otherwise the latest one. */
function CurrentSeason({ viewer }: { viewer: User }) {
  const query = useQuery(seasonsQuery);
  if (!query.data) return <Loading query={query} />;
  const season = query.data.find(({ isAccepting }) => isAccepting) ?? query.data[0];
  return season ? <SeasonPage key={season.id} id={season.id} viewer={viewer} /> : <Seasons viewer={viewer} />;
}

/** `after` opens the form for the season after this one. */
const address = z.object({ after: z.uuid().optional() });

function Seasons({ viewer }: { viewer: User }) {
  const query = useQuery(seasonsQuery);
  const { data } = query;
  const [{ after }, setAddress] = useAddress(address);
  const [isAsked, setMaking] = useState(false);
  const isMaking = isAsked || after !== undefined;
  const close = () => (setMaking(false), setAddress({ after: undefined }));
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
      <Drawer opened={isMaking && data !== undefined} onClose={close} title="Saison anlegen">
        {isMaking && data && <NewSeason known={data.filter(({ isManaged, phase }) => isManaged && phase !== 'cancelled')} after={after} />}
      </Drawer>
    </>
  );
}

const blank = 'blank';

/** Creates a season: like an earlier one a year later, usually the latest, or from nothing. */
function NewSeason({ known, after }: { known: readonly Season[]; after: string | undefined }) {
  const { user } = useAuth();
  const navigate = useNavigate();
  const halls = useQuery(hallsQuery());
  const latest = known.toSorted((a, b) => b.startsOn.localeCompare(a.startsOn))[0];
  const [like, setLike] = useState(after ?? latest?.id ?? blank);
  if (!halls.data) return <Loading query={halls} />;
  const own = new Set(halls.data.filter((one) => one.managerClub === user?.club.name && one.isActive).map(({ id }) => id));
  const last = known.find(({ id }) => id === like);
  return (
    <Stack>
      {known.length > 0 && (
        <Select
          label="Beginnen wie"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={last && 'Ein Jahr später, mit denselben Hallen, Zeitfenstern und Regeln. Alles lässt sich ändern.'}
          allowDeselect={false}
          data={[...known.map(({ id, name }) => ({ value: id, label: name })), { value: blank, label: 'ohne Vorlage' }]}
          value={last ? like : blank}
          onChange={(value) => setLike(value ?? blank)}
        />
      )}
      <SeasonForm
        key={like}
        season={undefined}
        first={last && nextSeason(last, today(), (id) => own.has(id))}
        onDone={(saved) => void navigate({ to: `/admin/seasons/${saved.id}` })}
      />
    </Stack>
  );
}

function SeasonCard({ season }: { season: Season }) {
  const { id, name, phase, managerClub, isAccepting, wishesUntil } = season;
  return (
    <li className={classes['card']}>
      <RecordLink to={`/admin/seasons/${id}`}>{name}</RecordLink>
      <Text size="sm">{`${daysOf(season)}, Hallen von ${managerClub}`}</Text>
      <StateMark tone={phase === 'published' ? 'good' : isAccepting ? 'waiting' : 'quiet'}>
        {isAccepting ? `Wünsche bis ${dayOf(wishesUntil)}` : seasonStateNames[phase]}
      </StateMark>
    </li>
  );
}
