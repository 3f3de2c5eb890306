import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DashboardCard } from '#shared/office/dashboard/card.ts';
import { dashboardCards } from '#shared/office/dashboard/dashboard.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { useWide } from '#web/ui/lists/useWide.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './DashboardPage.module.css';
import { cardsQuery } from './queries.ts';

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
        {waiting.length === 0 && <EmptyState icon="mood-smile" title="Alles erledigt." />}
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
