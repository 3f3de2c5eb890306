import { useEffect, useState, type RefObject } from 'react';
import { notifyRefusal } from '../notices/notices.tsx';

/** As much of a Mantine form as is needed to find a field. */
type Form = { getInputNode: (path: string) => HTMLElement | null };

/**
 * Puts the cursor into the refused field that stands first on the page, so that nobody has to look for it. What is refused of a field
 * that is not drawn is told above the button of the form that was sent.
 */
export function focusFault(form: Form): (errors: object, values?: unknown, event?: { currentTarget: EventTarget | null }) => void {
  return (errors, _values, event) => {
    const found = Object.entries(errors).map(([path, words]) => ({ words: String(words), node: form.getInputNode(path) }));
    found
      .flatMap(({ node }) => node ?? [])
      .toSorted(byPlace)[0]
      ?.focus();
    if (event?.currentTarget instanceof HTMLElement)
      tellUntold(
        event.currentTarget,
        found.filter(({ node }) => node === null).map(({ words }) => words),
      );
  };
}

/** The fields of a shape come in another order than those of its form. */
function byPlace(one: Node, other: Node): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

const eventName = 'untold-faults';

/** Tells above the button what stands at no field, or in a notice where a form has no place for it. */
function tellUntold(form: HTMLElement, faults: readonly string[]): void {
  // Fields that tell their fault by themselves have done so by then.
  requestAnimationFrame(() => {
    const untold = [...new Set(faults)].filter((words) => !isReadIn(form, words));
    if (untold.length === 0) return;
    const isPlaced = !form.dispatchEvent(new CustomEvent(eventName, { detail: untold, cancelable: true }));
    if (!isPlaced) notifyRefusal(untold.join(' '));
  });
}

function isReadIn(form: HTMLElement, words: string): boolean {
  return [...form.querySelectorAll('*')].some((one) => one.children.length === 0 && one.textContent === words);
}

/** What was refused at the last attempt of the form around `place` and has no field of its own. */
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
