import { useEffect, useRef, type RefObject } from 'react';
import { isTyping, useKeysWanted } from '#web/ui/keys/listKeys.ts';

/**
 * Takes ↓ and ↑ into the open lines from anywhere on the page: to the first one, or, when a line has just been booked and is gone, to the one
 * in its place. Within the list the keys of all lists apply; Enter presses the most likely action of the line.
 */
export function useLineKeys(frame: RefObject<HTMLElement | null>): void {
  const [isWanted] = useKeysWanted();
  const place = useRef(0);
  useEffect(() => {
    const list = frame.current;
    if (!isWanted || !list) return undefined;
    const rows = () => [...list.querySelectorAll<HTMLElement>('tr[data-row]')];
    const remember = ({ target }: FocusEvent) => {
      const at = rows().findIndex((row) => target instanceof Node && row.contains(target));
      if (at >= 0) place.current = at;
    };
    const hear = (event: KeyboardEvent) => {
      if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || isTyping(event)) return;
      const { activeElement } = document;
      if (activeElement !== document.body || document.querySelector('[role=dialog], [role=menu]')) return;
      const all = rows();
      const row = all[Math.min(place.current, all.length - 1)];
      const first = row?.querySelector<HTMLElement>('a, button');
      if (!first) return;
      event.preventDefault();
      first.focus();
      first.scrollIntoView({ block: 'nearest' });
    };
    list.addEventListener('focusin', remember);
    document.addEventListener('keydown', hear);
    return () => {
      list.removeEventListener('focusin', remember);
      document.removeEventListener('keydown', hear);
    };
  }, [frame, isWanted]);
}
