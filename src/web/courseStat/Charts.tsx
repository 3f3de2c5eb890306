import { ageBrackets, percentOf, sumOf, type CourseStat, type StatRow } from '#shared/courseStat.ts';
import { euros } from '#shared/money.ts';
import { AreaChart, BarChart } from '#web/ui/charts.tsx';
import { Figure } from '#web/ui/Figure.tsx';
import classes from './statistics.module.css';

const height = 240;
const primary = 'var(--mantine-primary-color-filled)';
const inEuros = (value: number) => `${value.toLocaleString('de-DE')} €`;

/** Places, occupancy, income, ages and attendance as charts, each with its numbers as a table. */
export function Charts({ stat }: { stat: CourseStat }) {
  const departments = byDepartment(stat.rows);
  const ages = [...ageBrackets, 'unbekannt'].map((age, at) => ({
    age,
    now: stat.totals.ages[at] ?? 0,
    before: stat.previous.ages[at] ?? 0,
  }));
  const months = stat.months.map((one) => ({
    ...one,
    month: `${one.month.slice(5)}.${one.month.slice(2, 4)}`,
    paid: one.paidCents / 100,
    open: one.openCents / 100,
  }));
  return (
    <div className={classes['charts']}>
      <Figure
        title="Plätze und Auslastung nach Abteilung"
        head={['Abteilung', 'Plätze', 'Belegt', 'Auslastung']}
        rows={departments.map(({ name, places, taken, share }) => [name, places, taken, share === null ? '–' : `${share} %`])}
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
            { name: 'taken', label: 'Belegt', color: primary },
            { name: 'free', label: 'Frei', color: 'gray.5' },
          ]}
        />
      </Figure>
      <Figure
        title="Einnahmen nach Monat"
        head={['Monat', 'Bezahlt', 'Offen']}
        rows={months.map(({ month, paidCents, openCents }) => [month, euros(paidCents), euros(openCents)])}
      >
        <BarChart
          h={height}
          data={months}
          dataKey="month"
          type="stacked"
          withLegend
          valueFormatter={inEuros}
          yAxisProps={{ width: 70 }}
          series={[
            { name: 'paid', label: 'Bezahlt', color: 'teal.7' },
            { name: 'open', label: 'Offen', color: 'orange.7' },
          ]}
        />
      </Figure>
      <Figure
        title="Alter bei Kursbeginn"
        head={['Alter', 'Zeitraum', 'Davor']}
        rows={ages.map(({ age, now, before }) => [age, now, before])}
      >
        <BarChart
          h={height}
          data={ages}
          dataKey="age"
          withLegend
          series={[
            { name: 'now', label: 'Zeitraum', color: primary },
            { name: 'before', label: 'Davor', color: 'gray.5' },
          ]}
        />
      </Figure>
      <Figure
        title="Anwesenheit nach Monat"
        head={['Monat', 'Anwesend', 'Gefehlt']}
        rows={months.map(({ month, present, absent }) => [month, present, absent])}
      >
        <AreaChart
          h={height}
          data={months}
          dataKey="month"
          type="stacked"
          curveType="linear"
          withLegend
          series={[
            { name: 'present', label: 'Anwesend', color: 'teal.7' },
            { name: 'absent', label: 'Gefehlt', color: 'orange.7' },
          ]}
        />
      </Figure>
    </div>
  );
}

function byDepartment(rows: readonly StatRow[]) {
  const names = [...new Set(rows.map(({ department }) => department))];
  return names
    .map((name) => {
      const { places, taken } = sumOf(rows.filter(({ department }) => department === name));
      return { name: name || 'Ohne Abteilung', places, taken, free: Math.max(0, places - taken), share: percentOf(taken, places) };
    })
    .filter(({ places }) => places > 0)
    .toSorted((a, b) => b.places - a.places);
}
