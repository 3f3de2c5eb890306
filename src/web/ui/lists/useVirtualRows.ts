import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

type VirtualRows = {
  /** The element that the rows stand in. */ list: RefObject<HTMLElement | null>;
  count: number;
  /** What a row takes before it is measured, in pixels. */ estimatedHeight: number;
  hasMore: boolean;
  onMore: () => void;
};

const beyond = 12;
const nearEnd = 60;

/**
 * Draws of a long list only what stands on the screen and a little around it, and asks for the next rows before the end
 * is reached. The list scrolls with the page.
 */
export function useVirtualRows<Row extends Element>({ list, count, estimatedHeight, hasMore, onMore }: VirtualRows) {
  // Nothing of it is handed to a memoized component.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<Row>({
    count,
    estimateSize: () => estimatedHeight,
    overscan: beyond,
    scrollMargin: list.current?.offsetTop ?? 0,
    // React draws when it can: several turns of the wheel within a frame are one.
    useFlushSync: false,
    onChange: ({ range }) => {
      if (hasMore && range && range.endIndex >= count - nearEnd) onMore();
    },
  });
  const items = virtualizer.getVirtualItems();
  const { scrollMargin } = virtualizer.options;
  return {
    items,
    measure: virtualizer.measureElement,
    /** The room of the rows that are not drawn, in pixels. */
    before: Math.max(0, (items[0]?.start ?? 0) - scrollMargin),
    after: Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? 0) - scrollMargin)),
  };
}
