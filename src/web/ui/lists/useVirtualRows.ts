import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useSyncExternalStore, type RefObject } from 'react';
import { onPrinting, printedAt } from '#web/lib/printing.ts';
import { useAllRows } from '../paper/allRows.ts';

type VirtualRows = {
  /** The element that contains the rows. */ list: RefObject<HTMLElement | null>;
  count: number;
  /** The assumed height in px of a row that has not been measured. */ estimatedHeight: number;
  hasMore: boolean;
  onMore: () => unknown;
};

const beyond = 6;
const nearEnd = 60;

/**
 * Virtualises a list that scrolls with the page: renders the rows on the screen and a few around them, and requests the
 * next page before the end is reached. On paper all rows stand that are loaded.
 */
export function useVirtualRows<Row extends Element>({ list, count, estimatedHeight, hasMore, onMore }: VirtualRows) {
  useAllRows({ hasMore, onMore, loaded: count });
  // Nothing of it is passed to a memoized component.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<Row>({
    count,
    estimateSize: () => estimatedHeight,
    overscan: beyond,
    // Known at once, so that the first rows come with the list and not a render later.
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: list.current?.offsetTop ?? 0,
    // The browser tells the height of a new row after it has laid out the page; asking for it makes it do so once more for each list.
    measureElement: (row, told, all) =>
      told ? measureElement(row, told, all) : (all.measurementsCache[all.indexFromElement(row)]?.size ?? estimatedHeight),
    // Lets React batch several scroll events within a frame.
    useFlushSync: false,
    onChange: ({ range }) => {
      if (hasMore && range && range.endIndex >= count - nearEnd) void onMore();
    },
  });
  const isOnPaper = useSyncExternalStore(onPrinting, printedAt) !== undefined;
  const measure = virtualizer.measureElement;
  if (isOnPaper) return { items: Array.from({ length: count }, (_, index) => ({ index })), measure, before: 0, after: 0 };
  const items = virtualizer.getVirtualItems();
  const { scrollMargin } = virtualizer.options;
  return {
    items,
    measure,
    /** The height in px of the rows that are not rendered. */
    before: Math.max(0, (items[0]?.start ?? 0) - scrollMargin),
    after: Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? 0) - scrollMargin)),
  };
}
