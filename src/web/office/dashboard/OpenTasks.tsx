import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { may } from '#shared/kernel/rights.ts';
import type { DashboardCard } from '#shared/office/dashboard/card.ts';
import { dashboardCards } from '#shared/office/dashboard/dashboard.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { useWide } from '#web/ui/lists/useWide.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './DashboardPage.module.css';
import { cardsQuery, offersQuery } from './queries.ts';

/** The viewer's open tasks, linked to the pages; tasks without open items are muted. `children` appear with them, so that nothing shifts. */
export function OpenTasks({ club, children }: { club: ClubName; children: ReactNode }) {
  const query = useQuery(cardsQuery(club));
  const { data } = query;
  const { user } = useAuth();
  const isWide = useWide();
  // A link without a club refers to the viewer's own.
  const isOther = user?.club.name !== club;
  if (!data)
    return (
      <>
        <Loading query={query} />
        {query.isError && children}
      </>
    );
  const waiting = data.filter(({ count }) => count > 0);
  const done = data.filter(({ count }) => count === 0);
  return (
    <>
      <section aria-labelledby="open-tasks">
        <h2 id="open-tasks" className={classes['heading']}>
          Offene Aufgaben
        </h2>
        {waiting.length === 0 && <NothingOpen club={club} />}
        <ul className={classes['tasks']}>
          {waiting.map(({ name, count }) => {
            const { title, words, icon, link, search, phoneLink }: DashboardCard = dashboardCards[name];
            return (
              <li key={name}>
                <Link
                  {...(phoneLink && !isWide ? { to: phoneLink } : { to: link, search: { ...search, ...(isOther && { club }) } })}
                  className={classes['task']}
                >
                  <Icon name={icon} size={24} />
                  <span>
                    <strong>{title}</strong>
                    <span className={classes['words']}>{words[count === 1 ? 0 : 1]}</span>
                  </span>
                  <span className={classes['count']}>{count}</span>
                  <Icon name="chevron-right" />
                </Link>
              </li>
            );
          })}
        </ul>
        {done.length > 0 && waiting.length > 0 && <p className={classes['done']}>Sonst ist nichts offen.</p>}
      </section>
      {children}
    </>
  );
}

/** Nothing waits: for a user who may plan offers in a club that has none yet, the first step. */
function NothingOpen({ club }: { club: ClubName }) {
  const { user } = useAuth();
  const mayCreate = user !== null && Boolean(may({ role: user.role.name }, 'courses.create', user.club.name === club ? 'club' : 'other'));
  const query = useQuery({ ...offersQuery(club), enabled: mayCreate });
  if (mayCreate && query.isPending) return <Loading query={query} />;
  if (query.data?.total !== 0) return <EmptyState icon="mood-smile" title="Alles erledigt." />;
  // The guide of first steps leads to it, after what has to come before.
  if (may({ role: user?.role.name }, 'setup.read', 'club')) return <p className={classes['done']}>Sonst ist nichts offen.</p>;
  return (
    <EmptyState icon="run" title="Noch kein Angebot.">
      <p>Neue Angebote beginnen als Entwurf und sind erst zu sehen, wenn Sie sie veröffentlichen.</p>
      <Button component={Link} mt="sm" to={user?.club.name === club ? '/admin/courses/new' : `/admin/courses/new?club=${club}`}>
        Erstes Angebot anlegen
      </Button>
    </EmptyState>
  );
}
