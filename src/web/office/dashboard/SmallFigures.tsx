import type { DashboardFigures } from '#shared/office/dashboard/dashboardFigures.ts';
import { changeInWords, trendOf } from '#shared/office/dashboard/trends.ts';
import { Sparkline } from '#web/ui/charts/Sparkline.tsx';
import classes from './DashboardPage.module.css';

type Week = DashboardFigures['weeks'][number];

const figures: readonly { label: string; of: (week: Week) => number }[] = [
  { label: 'Anmeldungen', of: ({ signUps }) => signUps },
  { label: 'Kurstermine', of: ({ held }) => held },
  { label: 'Anwesende', of: ({ present }) => present },
  { label: 'Eintritte', of: ({ joined }) => joined },
];

/** Four figures of the last full week with their course and the change; one that has no four weeks of values is left out. */
export function SmallFigures({ weeks }: { weeks: readonly Week[] }) {
  const shown = figures.flatMap(({ label, of }) => {
    const trend = trendOf(weeks.map(of));
    return trend ? [{ label, trend }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <ul className={classes['trends']} aria-label="Letzte Woche">
      {shown.map(({ label, trend: { now, change, values } }) => (
        <li key={label} className={classes['trend']}>
          <span>{label} letzte Woche</span>
          <span className={classes['now']}>
            <strong>{now.toLocaleString('de-DE')}</strong>
            <Sparkline values={values} label={`${label} je Woche, älteste zuerst`} />
          </span>
          <span className={classes['words']}>{changeInWords(change)}</span>
        </li>
      ))}
    </ul>
  );
}
