import { percentOf, perSession, type StatFigures } from '#shared/courseStat.ts';
import { euros } from '#shared/money.ts';
import classes from './statistics.module.css';

type Shown = { label: string; of: (figures: StatFigures) => number | null; format?: (value: number) => string };

const shown: readonly Shown[] = [
  { label: 'Angebote', of: ({ courses }) => courses },
  { label: 'Anmeldungen', of: ({ registered }) => registered },
  { label: 'Auslastung', of: ({ taken, places }) => percentOf(taken, places), format: (value) => `${value} %` },
  { label: 'Gehaltene Termine', of: ({ sessionsHeld }) => sessionsHeld },
  { label: 'Anwesend je Termin', of: perSession, format: (value) => value.toLocaleString('de-DE') },
  { label: 'Unter 18', of: ({ under18, registered }) => percentOf(under18, registered), format: (value) => `${value} %` },
  { label: 'Bezahlt', of: ({ paidCents }) => paidCents, format: euros },
  { label: 'Offen', of: ({ openCents }) => openCents, format: euros },
];

/** The sums of the period, each beside the period before. */
export function Totals({ totals, previous }: { totals: StatFigures; previous: StatFigures }) {
  return (
    <dl className={classes['totals']}>
      {shown.map(({ label, of, format = (value: number) => value.toLocaleString('de-DE') }) => {
        const [now, before] = [of(totals), of(previous)];
        return (
          <div key={label} className={classes['total']}>
            <dt>{label}</dt>
            <dd>
              <strong>{now === null ? '–' : format(now)}</strong>
              <span>{before === null ? 'davor –' : `davor ${format(before)}${changeOf(now, before)}`}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function changeOf(now: number | null, before: number): string {
  if (now === null || now === before) return '';
  return now > before ? ' ▲' : ' ▼';
}
