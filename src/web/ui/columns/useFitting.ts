import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { onPrinting, printedAt } from '#web/lib/printing.ts';
import type { ColumnWidths } from './useWidths.ts';

const boxWidth = 52;
const nameWidth = 180;
const columnWidth = 100;

/** The columns for which a list is wide enough, the last ones leave first; on paper and until it is measured all of them. */
export function useFitting<Column extends { name: string }>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  widths: ColumnWidths,
): readonly Column[] {
  const needed = columns.map(({ name }, at) => widths.of(name) ?? (at === 0 ? nameWidth : columnWidth)).join(' ');
  const [count, setCount] = useState(Infinity);
  useLayoutEffect(() => {
    const list = frame.current;
    if (!list) return undefined;
    const observer = new ResizeObserver(() => {
      setCount(fitting(needed.split(' ').map(Number), list.clientWidth - boxWidth));
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [frame, needed]);
  const isOnPaper = useSyncExternalStore(onPrinting, printedAt) !== undefined;
  return isOnPaper || count >= columns.length ? columns : columns.slice(0, count);
}

/** How many columns fit, at least the name and one more; infinite if all do. */
function fitting(needed: readonly number[], width: number): number {
  let left = width;
  const over = needed.findIndex((one) => (left -= one) < 0);
  return over < 0 ? Infinity : Math.max(2, over);
}
