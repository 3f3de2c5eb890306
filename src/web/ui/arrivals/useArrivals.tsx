import { Button } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useState, type FocusEvent, type ReactNode } from 'react';
import classes from './Arrivals.module.css';

type Arrivals<Row> = {
  rows: readonly Row[] | undefined;
  /** For the element around the table. */ frame: { onFocus: (event: FocusEvent) => void; onBlur: (event: FocusEvent) => void };
  /** The button that shows what waits; it takes no room of its own. */ announced: ReactNode;
};

/** The rows that were there when the work in them began. */
type Work = { asked: string; keys: ReadonlySet<string>; isInRow: boolean };

/**
 * Keeps the rows in place while somebody works in them, with the focus in a row or with rows selected: what comes between them
 * meanwhile waits behind a button. Another filter, tab or order ends it.
 */
export function useArrivals<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  order: string,
  isSelecting: boolean,
): Arrivals<Row> {
  const asked = useRouterState({ select: ({ location }) => location.searchStr }) + order;
  const [work, setWork] = useState<Work>();
  const isWorking = work !== undefined && work.asked === asked && (work.isInRow || isSelecting);
  const shown = isWorking ? rows && keptOf(rows, work.keys, keyOf) : rows;
  const begin = (isInRow: boolean) => setWork({ asked, keys: new Set(rows?.map(keyOf)), isInRow });
  const waiting = (rows?.length ?? 0) - (shown?.length ?? 0);
  const announced = (
    <output className={`${classes['arrived']} no-print`}>
      {waiting > 0 && (
        <Button size="compact-md" onClick={() => begin(work?.isInRow ?? false)}>
          {waiting === 1 ? '1 neue zeigen' : `${waiting} neue zeigen`}
        </Button>
      )}
    </output>
  );
  const frame = {
    onFocus: ({ target }: FocusEvent) => {
      if (!target.closest('tr[data-row]')) return;
      if (!isWorking) begin(true);
      else if (!work.isInRow) setWork({ ...work, isInRow: true });
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (work?.isInRow && !currentTarget.contains(relatedTarget)) setWork({ ...work, isInRow: false });
    },
  };
  return { rows: shown, frame, announced };
}

/** The rows that are known, and what comes after the last of them: further pages move nothing. */
function keptOf<Row>(rows: readonly Row[], known: ReadonlySet<string>, keyOf: (row: Row) => string): readonly Row[] {
  const last = rows.findLastIndex((row) => known.has(keyOf(row)));
  // Nothing is left of what one worked at.
  if (last < 0) return rows;
  const kept = rows.filter((row, at) => at > last || known.has(keyOf(row)));
  return kept.length === rows.length ? rows : kept;
}
