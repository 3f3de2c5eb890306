import { germanDate } from '#shared/kernel/calendar.ts';
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

/** Four figures of the last full week with their course and the change; one that has no four weeks of values yet says its sum. */
export function SmallFigures({ weeks }: { weeks: readonly Week[] }) {
  const shown = figures.flatMap(({ label, of }) => {
    const since = weeks.find((week) => of(week) > 0)?.monday;
    return since === undefined
      ? []
      : [{ label, since, sum: weeks.reduce((sum, week) => sum + of(week), 0), trend: trendOf(weeks.map(of)) }];
  });
  if (shown.length === 0) return null;
  return (
    <ul className={classes['trends']} aria-label="Letzte Woche">
      {shown.map(({ label, since, sum, trend }) => (
        <li key={label} className={classes['trend']}>
          <span>{trend ? `${label} letzte Woche` : label}</span>
          <span className={classes['now']}>
            <strong>{(trend?.now ?? sum).toLocaleString('de-DE')}</strong>
            {trend && <Sparkline values={trend.values} label={`${label} je Woche, älteste zuerst`} />}
          </span>
          <span className={classes['words']}>{trend ? changeInWords(trend.change) : `seit der Woche ab ${germanDate(since)}`}</span>
        </li>
      ))}
    </ul>
  );
}
