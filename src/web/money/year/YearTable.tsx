import { euros } from '#shared/kernel/money.ts';
import type { Year } from '#shared/money/books/contract.ts';
import { comparedLines, type ComparedLine } from '#shared/money/books/rules.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import classes from './year.module.css';

const groups = [...(['ideal', 'asset', 'purpose', 'business'] as const), null];

type Sums = Pick<Year, 'lines' | 'inCents' | 'outCents' | 'surplusCents'>;
type YearTableProps = { year: Sums & { hasSpheres: boolean }; /** The year before, with its number. */ before?: Sums & { year: number } };

/** Income and expenses by sphere and category, with sums, and those of the year before beside them. */
export function YearTable({ year: { lines, inCents, outCents, surplusCents, hasSpheres }, before }: YearTableProps) {
  const all = comparedLines(lines, before?.lines ?? [], hasSpheres);
  const columns = before ? 5 : 3;
  return (
    <table className={classes['year']}>
      <thead>
        <tr>
          <th>Wofür</th>
          <th>Einnahmen</th>
          <th>Ausgaben</th>
          {before && <th className={classes['before']}>Einnahmen {before.year}</th>}
          {before && <th className={classes['before']}>Ausgaben {before.year}</th>}
        </tr>
      </thead>
      {groups.map((sphere) => (
        <Sphere
          key={sphere ?? ''}
          title={sphere ? sphereNames[sphere] : hasSpheres && 'Ohne Bereich'}
          lines={all.filter((line) => line.sphere === sphere)}
          before={before?.year}
          columns={columns}
        />
      ))}
      <tfoot>
        <tr>
          <th>Zusammen</th>
          <Sum cents={inCents} before={before && { year: before.year, cents: before.inCents }} />
          <Sum cents={outCents} before={before && { year: before.year, cents: before.outCents }} />
          {before && <td className={classes['before']}>{euros(before.inCents)}</td>}
          {before && <td className={classes['before']}>{euros(before.outCents)}</td>}
        </tr>
        <tr>
          <th>{surplusCents < 0 ? 'Fehlbetrag' : 'Überschuss'}</th>
          <td colSpan={2}>{euros(Math.abs(surplusCents))}</td>
          {before && (
            <td colSpan={2} className={classes['before']}>
              {before.surplusCents < 0 && 'Fehlbetrag '}
              {euros(Math.abs(before.surplusCents))}
            </td>
          )}
        </tr>
      </tfoot>
    </table>
  );
}

type SphereProps = { title: string | false; lines: readonly ComparedLine[]; before: number | undefined; columns: number };

function Sphere({ title, lines, before, columns }: SphereProps) {
  if (lines.length === 0) return null;
  return (
    <tbody>
      {title && (
        <tr>
          <th colSpan={columns} scope="rowgroup">
            {title}
          </th>
        </tr>
      )}
      {lines.map(({ label, inCents, outCents, inBefore, outBefore }) => (
        <tr key={label}>
          <td>{label}</td>
          <Sum cents={inCents} before={before && { year: before, cents: inBefore }} isEmptyIfZero />
          <Sum cents={outCents} before={before && { year: before, cents: outBefore }} isEmptyIfZero />
          {before && <td className={classes['before']}>{inBefore !== 0 && euros(inBefore)}</td>}
          {before && <td className={classes['before']}>{outBefore !== 0 && euros(outBefore)}</td>}
        </tr>
      ))}
    </tbody>
  );
}

type SumProps = { cents: number; before: { year: number; cents: number } | 0 | undefined; isEmptyIfZero?: boolean };

/** A sum; on a phone that of the year before stands below it instead of in a column. */
function Sum({ cents, before, isEmptyIfZero = false }: SumProps) {
  return (
    <td>
      {(cents !== 0 || !isEmptyIfZero) && euros(cents)}
      {before && before.cents !== 0 && (
        <span className={classes['beforeBelow']}>
          {before.year}: {euros(before.cents)}
        </span>
      )}
    </td>
  );
}
