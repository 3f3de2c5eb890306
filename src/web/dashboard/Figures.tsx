import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/calendar.ts';
import type { ClubName } from '#shared/clubs.ts';
import { figureWeeks } from '#shared/dashboard.ts';
import { AreaChart, BarChart } from '#web/ui/charts.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadProblem } from '#web/ui/LoadProblem.tsx';
import { Pending } from '#web/ui/Pending.tsx';
import { Figure } from '#web/ui/Figure.tsx';
import classes from './DashboardPage.module.css';
import { figuresQuery } from './queries.ts';

const height = 220;

/** How the club does: sign-ups, attendance, and how full its offers are. Each chart has its numbers as a table. */
export function Figures({ club }: { club: ClubName }) {
  const { data, error, refetch } = useQuery(figuresQuery(club));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  const weeks = data.weeks.map((week) => ({ ...week, week: germanDate(week.monday).slice(0, 6) }));
  const departments = data.departments.map((one) => ({ ...one, free: Math.max(0, one.places - one.taken) }));
  const isEmpty = departments.length === 0 && weeks.every(({ signUps, present, absent }) => signUps + present + absent === 0);
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
        <div className={classes['figures']}>
          <Figure title="Anmeldungen je Woche" head={['Woche ab', 'Anmeldungen']} rows={weeks.map(({ week, signUps }) => [week, signUps])}>
            <BarChart
              h={height}
              data={weeks}
              dataKey="week"
              series={[{ name: 'signUps', label: 'Anmeldungen', color: 'var(--mantine-primary-color-filled)' }]}
              tickLine="y"
            />
          </Figure>
          <Figure
            title="Anwesenheit je Woche"
            head={['Woche ab', 'Anwesend', 'Gefehlt']}
            rows={weeks.map(({ week, present, absent }) => [week, present, absent])}
          >
            <AreaChart
              h={height}
              data={weeks}
              dataKey="week"
              type="stacked"
              curveType="linear"
              withLegend
              series={[
                { name: 'present', label: 'Anwesend', color: 'teal.7' },
                { name: 'absent', label: 'Gefehlt', color: 'orange.7' },
              ]}
            />
          </Figure>
          <Figure
            title="Auslastung der laufenden Angebote"
            head={['Abteilung', 'Plätze', 'Belegt']}
            rows={departments.map(({ name, places, taken }) => [name, places, taken])}
          >
            <BarChart
              h={Math.max(height, departments.length * 34 + 60)}
              data={departments}
              dataKey="name"
              type="stacked"
              orientation="vertical"
              withLegend
              yAxisProps={{ width: 110 }}
              series={[
                { name: 'taken', label: 'Belegt', color: 'var(--mantine-primary-color-filled)' },
                { name: 'free', label: 'Frei', color: 'gray.5' },
              ]}
            />
          </Figure>
        </div>
      )}
    </section>
  );
}
