import { Anchor, Button, Drawer, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { seasonSets } from '#shared/halls/seasons/seasonStates.ts';
import { ruleSentences, windowsInWords } from '#shared/halls/seasons/seasonRules.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { DryRun } from '../publication/DryRun.tsx';
import { OwnQuestions } from '../notices/OwnQuestions.tsx';
import { NoticesPart } from './NoticesPart.tsx';
import { PhasePart } from './PhasePart.tsx';
import { planQuery, useSeasonMutations, wishesQuery } from './queries.ts';
import { SeasonForm } from './SeasonForm.tsx';
import classes from './seasons.module.css';
import { dayOf } from './words.ts';

/** The facts of a season, and for its manager the transition to the next phase. */
export function OverviewTab({ season, viewer }: { season: Season; viewer: User }) {
  const { isManaged, phase, facilities, criteria, rules, wishesFrom, wishesUntil, objectionsUntil } = season;
  const [isEditing, setEditing] = useState(false);
  const seesWishes = may({ role: viewer.role.name }, 'wishes.list', 'club') !== undefined;
  return (
    <Stack>
      {phase === 'publishing' && <Publication season={season} />}
      {phase === 'consultation' && <OwnQuestions viewer={viewer} seasonId={season.id} />}
      {isManaged && <PhasePart season={season} />}
      {isManaged && phase === 'consultation' && <DryRun id={season.id} />}
      {seesWishes && phase !== 'draft' && <WishCount season={season} />}
      {seesWishes && !isManaged && seasonSets.announced.includes(phase) && <OwnResult id={season.id} />}
      {isManaged && phase !== 'draft' && <NoticesPart seasonId={season.id} />}
      <PagePart title="Worum es geht">
        <Facts
          facts={[
            ['Wünsche', `${dayOf(wishesFrom)} bis ${dayOf(wishesUntil)}`],
            ['Einwände', objectionsUntil && `bis ${dayOf(objectionsUntil)}`],
            ['Sportstätten', facilities.map(({ name }) => name).join(', ') || 'noch keine'],
          ]}
        />
        {facilities.length > 0 && (
          <details className={classes['fold']}>
            <summary>Wann welche Halle vergeben wird</summary>
            <List size="sm">
              {facilities.map(({ facilityId, name, windows }) => (
                <List.Item key={facilityId}>{`${name}: ${windowsInWords(windows)}`}</List.Item>
              ))}
            </List>
          </details>
        )}
        {isManaged && seasonSets.changeable.includes(phase) && (
          <Group mt="sm">
            <Button variant="default" onClick={() => setEditing(true)}>
              Saison bearbeiten
            </Button>
          </Group>
        )}
        {isManaged && phase === 'published' && (
          <Group mt="sm">
            <Button variant="default" component={Link} to={`/admin/seasons?after=${season.id}`}>
              Nächste Saison anlegen
            </Button>
          </Group>
        )}
      </PagePart>
      <PagePart title="Nach welchen Regeln vergeben wird">
        <p className={classes['criteria']}>{criteria || 'Noch nicht eingetragen.'}</p>
        <List size="sm">
          {ruleSentences(rules).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </PagePart>
      <Drawer opened={isEditing} onClose={() => setEditing(false)} title="Saison bearbeiten">
        {isEditing && <SeasonForm season={season} onDone={() => setEditing(false)} />}
      </Drawer>
    </Stack>
  );
}

/** The progress of the publication, which its manager can pause and resume. */
function Publication({ season }: { season: Season }) {
  const { id, isManaged, isHeld } = season;
  const { hold } = useSeasonMutations();
  const toggle = () =>
    hold.mutate({ id, isHeld: !isHeld }, { onSuccess: () => notify(isHeld ? 'Es geht weiter.' : 'Angehalten.'), onError: notifyProblem });
  return (
    <Group>
      <output>{publicationWords(season)}</output>
      {isManaged && (
        <Button variant="default" loading={hold.isPending} onClick={toggle}>
          {isHeld ? 'Fortsetzen' : 'Anhalten'}
        </Button>
      )}
    </Group>
  );
}

/** The halls published so far; the work begins with the next minute. */
function publicationWords({ isHeld, published: { done, of } }: Season): string {
  const halls = `${done} von ${of} Sportstätten`;
  if (isHeld) return `Veröffentlichung angehalten: ${halls}.`;
  return done === 0
    ? 'Die Veröffentlichung beginnt innerhalb einer Minute, auch wenn Sie diese Seite verlassen.'
    : `Veröffentlichung läuft: ${halls}.`;
}

/** The number of wishes, and of those waiting for somebody. */
function WishCount({ season }: { season: Season }) {
  const { data } = useQuery(wishesQuery(season.id));
  if (!data) return null;
  const count = (state: string) => data.filter((one) => one.state === state).length;
  const parts = [
    `${count('submitted')} abgesendet`,
    count('draft') > 0 && `${count('draft')} als Entwurf`,
    count('copied') > 0 && `${count('copied')} aus dem letzten Jahr noch nicht bestätigt`,
  ];
  return <Text>{`Wünsche: ${parts.filter(Boolean).join(', ')}.`}</Text>;
}

/** What the own club got, as far as it was announced. */
function OwnResult({ id }: { id: string }) {
  const { data } = useQuery(planQuery(id));
  if (!data?.id) return null;
  // Group names are visible to their own organisation only.
  const given = data.grants.filter(({ groupName }) => groupName !== null).length;
  const lacking = data.refusals.length;
  const words = [
    given === 1 ? 'Ihr Verein bekommt eine Zeit' : `Ihr Verein bekommt ${given} Zeiten`,
    lacking > 0 && (lacking === 1 ? 'bei einem Wunsch fehlt etwas' : `bei ${lacking} Wünschen fehlt etwas`),
  ];
  return (
    <Text>
      {`${words.filter(Boolean).join(', ')}. `}
      <Anchor component={Link} to={`/admin/seasons/${id}?tab=plan`} inherit underline="always">
        {lacking > 0 ? 'Zum Plan mit den Gründen' : 'Zum Plan'}
      </Anchor>
    </Text>
  );
}
