import { useEffect, type RefObject } from 'react';

/** Keeps the form of a field from being submitted while the field holds text that it cannot read; it gets the focus instead. */
export function useHeldSubmit(input: RefObject<HTMLInputElement | null>, isUnreadable: boolean, onHeld?: () => void): void {
  useEffect(() => {
    const form = isUnreadable ? input.current?.form : undefined;
    if (!form) return undefined;
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      onHeld?.();
      input.current?.focus();
    };
    form.addEventListener('submit', stop, { capture: true });
    return () => form.removeEventListener('submit', stop, { capture: true });
  }, [input, isUnreadable, onHeld]);
}
