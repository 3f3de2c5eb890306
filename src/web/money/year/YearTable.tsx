import { euros } from '#shared/kernel/money.ts';
import type { Year } from '#shared/money/books/contract.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import classes from './year.module.css';

const groups = [...(['ideal', 'asset', 'purpose', 'business'] as const), null];

type Sums = Pick<Year, 'lines' | 'inCents' | 'outCents' | 'surplusCents'>;

/** Income and expenses by sphere and category, with sums. */
export function YearTable({ year: { lines, inCents, outCents, surplusCents } }: { year: Sums }) {
  return (
    <table className={classes['year']}>
      <thead>
        <tr>
          <th>Wofür</th>
          <th>Einnahmen</th>
          <th>Ausgaben</th>
        </tr>
      </thead>
      {groups.map((sphere) => (
        <Sphere
          key={sphere ?? ''}
          title={sphere ? sphereNames[sphere] : 'Ohne Bereich'}
          lines={lines.filter((line) => line.sphere === sphere)}
        />
      ))}
      <tfoot>
        <tr>
          <th>Zusammen</th>
          <td>{euros(inCents)}</td>
          <td>{euros(outCents)}</td>
        </tr>
        <tr>
          <th>{surplusCents < 0 ? 'Fehlbetrag' : 'Überschuss'}</th>
          <td colSpan={2}>{euros(Math.abs(surplusCents))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Sphere({ title, lines }: { title: string; lines: Year['lines'] }) {
  if (lines.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th colSpan={3} scope="rowgroup">
          {title}
        </th>
      </tr>
      {lines.map(({ label, inCents, outCents }) => (
        <tr key={label}>
          <td>{label}</td>
          <td>{inCents !== 0 && euros(inCents)}</td>
          <td>{outCents !== 0 && euros(outCents)}</td>
        </tr>
      ))}
    </tbody>
  );
}
