import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { onPrinting, printedAt } from '#web/lib/printing.ts';

const boxWidth = 52;
const nameWidth = 180;
const columnWidth = 100;

/** The columns for which a list is wide enough, the last ones leave first; on paper and until it is measured all of them. */
export function useFitting<Column>(frame: RefObject<HTMLElement | null>, columns: readonly Column[]): readonly Column[] {
  const all = columns.length;
  const [count, setCount] = useState(Infinity);
  useLayoutEffect(() => {
    const list = frame.current;
    if (!list) return undefined;
    const observer = new ResizeObserver(() => {
      const fitting = 1 + Math.max(1, Math.floor((list.clientWidth - boxWidth - nameWidth) / columnWidth));
      setCount(fitting < all ? fitting : Infinity);
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [frame, all]);
  const isOnPaper = useSyncExternalStore(onPrinting, printedAt) !== undefined;
  return isOnPaper || count >= all ? columns : columns.slice(0, count);
}
