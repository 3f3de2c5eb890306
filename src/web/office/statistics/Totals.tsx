import type { StatFigures } from '#shared/office/courseStat.ts';
import { statColumns } from '#shared/office/courseStatColumns.ts';
import { inWords } from './figureWords.ts';
import classes from './statistics.module.css';

const names = [
  'registered',
  'occupancy',
  'sessionsHeld',
  'perSession',
  'under18Share',
  'target',
  'paid',
  'open',
  'trainer',
  'hall',
  'margin',
];
const shown = [
  { name: 'courses', label: 'Angebote', unit: 'count', of: ({ courses }: StatFigures) => courses } as const,
  ...names.flatMap((name) => statColumns.find((column) => column.name === name) ?? []),
];

/** The totals of the period, one line each, with the previous period in small print. */
export function Totals({ totals, previous }: { totals: StatFigures; previous: StatFigures }) {
  return (
    <dl className={classes['totals']}>
      {shown.map(({ label, unit, of }) => {
        const [now, before] = [of(totals), of(previous)];
        return (
          <div key={label} className={classes['total']}>
            <dt>{label}</dt>
            <dd>
              <span>{`davor ${inWords(before, unit)}${changeOf(now, before)}`}</span>
              <strong>{inWords(now, unit)}</strong>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function changeOf(now: number | null, before: number | null): string {
  if (now === null || before === null || now === before) return '';
  return now > before ? ' ▲' : ' ▼';
}
