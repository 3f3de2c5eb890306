import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { figureWeeks } from '#shared/office/dashboard/dashboardFigures.ts';
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './DashboardPage.module.css';
import { figuresQuery } from './queries.ts';
import { SmallFigures } from './SmallFigures.tsx';

/** The club's figures: enrolments, attendance and occupancy. Each chart has a table. */
export function Figures({ club }: { club: ClubName }) {
  const query = useQuery(figuresQuery(club));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const weeks = data.weeks.map((week) => ({ ...week, week: germanDate(week.monday).slice(0, 6) }));
  const hasSignUps = weeks.some(({ signUps }) => signUps > 0);
  const hasAttendance = weeks.some(({ present, absent }) => present + absent > 0);
  const hasTaken = data.departments.some(({ taken }) => taken > 0);
  const isEmpty = !hasSignUps && !hasAttendance && !hasTaken;
  // A club that takes no enrolments here has nothing to wait for.
  if (isEmpty && !boot.clubs[club].hasParticipations) return null;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className={classes['heading']}>
        Zahlen der letzten {figureWeeks} Wochen
      </h2>
      {isEmpty ? (
        <EmptyState icon="chart-bar" title="Noch keine Zahlen.">
          <p>Sie erscheinen mit den ersten Anmeldungen.</p>
        </EmptyState>
      ) : (
        <>
          <SmallFigures weeks={data.weeks} />
          <div className={classes['figures']}>
            {hasSignUps && (
              <ChartFigure
                title="Anmeldungen je Woche"
                kind="bars"
                head="Woche ab"
                series={[{ label: 'Anmeldungen', color: 'club' }]}
                points={weeks.map(({ week, signUps }) => ({ name: week, values: [signUps] }))}
              />
            )}
            {hasAttendance && (
              <ChartFigure
                title="Anwesenheit je Woche"
                kind="area"
                head="Woche ab"
                series={[
                  { label: 'Anwesend', color: 'good' },
                  { label: 'Gefehlt', color: 'bad' },
                ]}
                points={weeks.map(({ week, present, absent }) => ({ name: week, values: [present, absent] }))}
              />
            )}
            {hasTaken && (
              <ChartFigure
                title="Auslastung der laufenden Angebote"
                kind="sideways"
                head="Abteilung"
                series={[
                  { label: 'Belegt', color: 'club' },
                  { label: 'Frei', color: 'quiet' },
                ]}
                more={['Plätze']}
                points={data.departments.map(({ name, places, taken }) => ({
                  name,
                  values: [taken, Math.max(0, places - taken)],
                  words: [String(places)],
                }))}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}
