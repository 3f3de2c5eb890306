import { useEffect, useRef, type RefObject } from 'react';

/** The centre of another booking relative to the current one, along the arrow and across it. */
type Way = { element: HTMLElement; along: number; across: number };

const directions: { readonly [key: string]: (dx: number, dy: number) => { along: number; across: number } } = {
  ArrowRight: (dx, dy) => ({ along: dx, across: Math.abs(dy) }),
  ArrowLeft: (dx, dy) => ({ along: -dx, across: Math.abs(dy) }),
  ArrowDown: (dx, dy) => ({ along: dy, across: Math.abs(dx) }),
  ArrowUp: (dx, dy) => ({ along: -dy, across: Math.abs(dx) }),
};

/**
 * Moves the focus between bookings with the arrow keys as they lie on the plan; one straight ahead is preferred to one
 * aside. From the plan itself the first arrow focuses the first booking. `onLetter` receives the other keys, with the
 * focused booking.
 */
export function useArrowKeys(onLetter?: (key: string, bookingId: string | undefined) => void): RefObject<HTMLElement | null> {
  const plan = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = plan;
    if (!current) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      moveByArrow(event, current);
      if (event.altKey || event.ctrlKey || event.metaKey || (event.key.length > 1 && event.key !== 'Delete')) return;
      const { target } = event;
      onLetter?.(event.key.toLowerCase(), target instanceof HTMLElement ? target.dataset['booking'] : undefined);
    };
    current.addEventListener('keydown', handleKey);
    return () => current.removeEventListener('keydown', handleKey);
  }, [onLetter]);
  return plan;
}

function moveByArrow(event: KeyboardEvent, plan: HTMLElement): void {
  const direction = directions[event.key];
  if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...plan.querySelectorAll<HTMLElement>('button[data-state]')];
  const here = all.find((one) => one === document.activeElement);
  const next = here ? nearest(here, all, direction) : all[0];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function nearest(
  here: HTMLElement,
  all: readonly HTMLElement[],
  direction: (dx: number, dy: number) => { along: number; across: number },
): HTMLElement | undefined {
  const from = middleOf(here);
  const ways = all.flatMap((element): Way[] => {
    const to = middleOf(element);
    const { along, across } = direction(to.x - from.x, to.y - from.y);
    return along > 2 ? [{ element, along, across }] : [];
  });
  return ways.toSorted((a, b) => a.along + 3 * a.across - (b.along + 3 * b.across))[0]?.element;
}

function middleOf(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
