import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './DashboardPage.module.css';
import { figuresQuery } from './queries.ts';
import { SmallFigures } from './SmallFigures.tsx';

/** The club's figures in short: enrolments, sessions, attendance and who joined; the charts stand on the page of the statistics. */
export function Figures({ club }: { club: ClubName }) {
  const { user } = useAuth();
  const query = useQuery(figuresQuery(club));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const isEmpty = data.weeks.every(({ signUps, held, present, joined }) => signUps + held + present + joined === 0);
  // A club that takes no enrolments here has nothing to wait for.
  if (isEmpty && !boot.clubs[club].hasParticipations) return null;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className={classes['heading']}>
        Zahlen
      </h2>
      {isEmpty ? (
        <EmptyState icon="chart-bar" title="Noch keine Zahlen.">
          <p>Sie erscheinen mit den ersten Anmeldungen.</p>
        </EmptyState>
      ) : (
        <>
          <SmallFigures weeks={data.weeks} />
          <Link to={pages.adminCourseStat.path} search={{ ...(user?.club.name !== club && { club }) }}>
            Diagramme und Auswertung
          </Link>
        </>
      )}
    </section>
  );
}
