import { useEffect, useState, type RefObject } from 'react';

/** The part of a Mantine form that finds a field's input. */
type Form = { getInputNode: (path: string) => HTMLElement | null };

/** Focuses the first invalid field in document order. Errors of fields that are not rendered are shown above the submit button. */
export function focusFault(form: Form): (errors: object, values?: unknown, event?: { currentTarget: EventTarget | null }) => void {
  return (errors, _values, event) => {
    const found = Object.entries(errors).map(([path, words]) => ({ words: String(words), node: form.getInputNode(path) }));
    found
      .flatMap(({ node }) => node ?? [])
      .toSorted(byPlace)[0]
      ?.focus();
    if (event?.currentTarget instanceof HTMLElement)
      showFaultsWithoutField(
        event.currentTarget,
        found.filter(({ node }) => node === null).map(({ words }) => words),
      );
  };
}

/** The shape's fields may come in another order than the form's. */
function byPlace(one: Node, other: Node): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

const eventName = 'untold-faults';

/** Shows errors without a field above the button, or in a notification if the form has no place for them. */
function showFaultsWithoutField(form: HTMLElement, faults: readonly string[]): void {
  // By then the fields that show their own errors have rendered them.
  requestAnimationFrame(() => {
    const untold = [...new Set(faults)].filter((words) => !isReadIn(form, words));
    if (untold.length === 0) return;
    const isPlaced = !form.dispatchEvent(new CustomEvent(eventName, { detail: untold, cancelable: true }));
    // Loaded on demand, since forms of public pages come without notifications.
    if (!isPlaced) void import('../notices/notices.tsx').then(({ notifyRefusal }) => notifyRefusal(untold.join(' ')));
  });
}

function isReadIn(form: HTMLElement, words: string): boolean {
  return [...form.querySelectorAll('*')].some((one) => one.children.length === 0 && one.textContent === words);
}

/** The errors of the last submit of the form around `place` that have no field of their own. */
export function useUntold(place: RefObject<HTMLElement | null>): readonly string[] {
  const [untold, setUntold] = useState<readonly string[]>([]);
  useEffect(() => {
    const form = place.current?.closest('form');
    const tell = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      event.preventDefault();
      setUntold(event.detail);
    };
    const forget = () => setUntold([]);
    form?.addEventListener(eventName, tell);
    form?.addEventListener('submit', forget);
    return () => {
      form?.removeEventListener(eventName, tell);
      form?.removeEventListener('submit', forget);
    };
  }, [place]);
  return untold;
}
