import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DashboardFigures } from '#shared/office/dashboard/dashboardFigures.ts';
import { trendOf } from '#shared/office/dashboard/trends.ts';
import { boot } from '#web/lib/boot.ts';
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { figuresQuery } from '../dashboard/queries.ts';
import classes from './statistics.module.css';

type Week = DashboardFigures['weeks'][number];

/** The last weeks as charts, each with a table, as soon as there are weeks enough to compare. */
export function WeekCharts({ club }: { club: ClubName }) {
  const query = useQuery(figuresQuery(club));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const weeks = data.weeks.map((week) => ({ ...week, week: germanDate(week.monday).slice(0, 6) }));
  const hasCourse = (of: (week: Week) => number) => trendOf(data.weeks.map(of)) !== undefined;
  const hasSignUps = boot.clubs[club].hasParticipations && hasCourse(({ signUps }) => signUps);
  const hasAttendance = hasCourse(({ present, absent }) => present + absent);
  const hasTaken = data.departments.some(({ taken }) => taken > 0);
  if (!hasSignUps && !hasAttendance && !hasTaken) return <p>Diagramme gibt es, sobald vier Wochen mit Zahlen da sind.</p>;
  return (
    <div className={classes['charts']}>
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
  );
}
