import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef, type RefObject } from 'react';

type VirtualRows = {
  count: number;
  /** What a row takes before it is measured, in pixels. */ estimatedHeight: number;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
};

const beyond = 12;
const nearEnd = 30;

/**
 * Draws of a long list only what stands on the screen and a little around it, and asks for the next rows before the end
 * is reached. The list scrolls with the page.
 */
export function useVirtualRows<List extends HTMLElement, Row extends Element>({
  count,
  estimatedHeight,
  hasMore,
  isLoading,
  onMore,
}: VirtualRows) {
  const list: RefObject<List | null> = useRef(null);
  // Nothing of it is handed to a memoized component.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<Row>({
    count,
    estimateSize: () => estimatedHeight,
    overscan: beyond,
    scrollMargin: list.current?.offsetTop ?? 0,
    onChange: ({ range }) => {
      if (hasMore && !isLoading && range && range.endIndex >= count - nearEnd) onMore();
    },
  });
  const items = virtualizer.getVirtualItems();
  const { scrollMargin } = virtualizer.options;
  return {
    list,
    items,
    measure: virtualizer.measureElement,
    /** The room of the rows that are not drawn, in pixels. */
    before: Math.max(0, (items[0]?.start ?? 0) - scrollMargin),
    after: Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? 0) - scrollMargin)),
  };
}
