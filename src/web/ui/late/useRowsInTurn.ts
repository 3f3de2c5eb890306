import { useDeferredValue } from 'react';

/** More than a tall screen shows. */
const rowsAtFirst = 30;

/** The rows of a list, of a long one at first only those of the first screen: the others follow in slices that leave the page responsive. */
export function useRowsInTurn<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const length = rows?.length ?? 0;
  const count = useDeferredValue(length, Math.min(length, rowsAtFirst));
  return rows?.slice(0, Math.max(count, rowsAtFirst));
}
