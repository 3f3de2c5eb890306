import { ageBrackets, marginOf, percentOf, sumOf, type CourseStat, type StatRow } from '#shared/office/courseStat.ts';
import { euros } from '#shared/kernel/money.ts';
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx';
import classes from './statistics.module.css';

const money = { format: euros, shortly: (cents: number) => `${Math.round(cents / 100).toLocaleString('de-DE')} €` };

/** Seats, occupancy, income, costs, ages and attendance as charts, each with a table. */
export function Charts({ stat }: { stat: CourseStat }) {
  const departments = byDepartment(stat.rows);
  const months = stat.months.map((one) => ({ ...one, name: `${one.month.slice(5)}.${one.month.slice(2, 4)}` }));
  return (
    <div className={classes['charts']}>
      <ChartFigure
        title="Plätze und Auslastung nach Abteilung"
        kind="sideways"
        head="Abteilung"
        series={[
          { label: 'Belegt', color: 'club' },
          { label: 'Frei', color: 'quiet' },
        ]}
        more={['Plätze', 'Auslastung']}
        points={departments
          .filter(({ sum }) => sum.places > 0)
          .toSorted((a, b) => b.sum.places - a.sum.places)
          .map(({ name, sum: { places, taken } }) => ({
            name,
            values: [taken, Math.max(0, places - taken)],
            words: [String(places), `${percentOf(taken, places) ?? 0} %`],
          }))}
      />
      <ChartFigure
        title="Einnahmen nach Monat"
        kind="stacked"
        head="Monat"
        series={[
          { label: 'Bezahlt', color: 'good' },
          { label: 'Offen', color: 'bad' },
        ]}
        points={months.map(({ name, paidCents, openCents }) => ({ name, values: [paidCents, openCents] }))}
        {...money}
      />
      <ChartFigure
        title="Alter bei Kursbeginn"
        kind="bars"
        head="Alter"
        series={[
          { label: 'Zeitraum', color: 'club' },
          { label: 'Davor', color: 'quiet' },
        ]}
        points={[...ageBrackets, 'unbekannt'].map((name, at) => ({
          name,
          values: [stat.totals.ages[at] ?? 0, stat.previous.ages[at] ?? 0],
        }))}
      />
      <ChartFigure
        title="Anwesenheit nach Monat"
        kind="area"
        head="Monat"
        series={[
          { label: 'Anwesend', color: 'good' },
          { label: 'Gefehlt', color: 'bad' },
        ]}
        points={months.map(({ name, present, absent }) => ({ name, values: [present, absent] }))}
      />
      <ChartFigure
        title="Ertrag und Kosten nach Abteilung"
        kind="beside"
        head="Abteilung"
        series={[
          { label: 'Soll', color: 'good' },
          { label: 'Kosten', color: 'bad' },
          { label: 'Deckungsbeitrag', color: 'other' },
        ]}
        more={['davon Übungsleitung', 'davon Hallen']}
        points={departments.map(({ name, sum }) => ({
          name,
          values: [sum.targetCents, sum.trainerCents + sum.hallCents, marginOf(sum)],
          words: [euros(sum.trainerCents), euros(sum.hallCents)],
        }))}
        {...money}
      />
    </div>
  );
}

function byDepartment(rows: readonly StatRow[]) {
  return [...new Set(rows.map(({ department }) => department))].map((department) => ({
    name: department || 'Ohne Abteilung',
    sum: sumOf(rows.filter((row) => row.department === department)),
  }));
}
