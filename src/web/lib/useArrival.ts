import { useEffect, useRef, type RefObject } from 'react';

/** Scrolls to an element and focuses it, once it is wanted; the element needs a `tabIndex`. */
export function useArrival<E extends HTMLElement>(isWanted: boolean): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (!isWanted) return;
    element.current?.scrollIntoView({ block: 'start' });
    element.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return element;
}
