import { useEffect, useState, type RefObject } from 'react';

const name = 'untold-faults';

/** Hands what has no field of its own to the place above the button; false where the form has none. */
export function tellUntold(form: EventTarget | null, words: readonly string[]): boolean {
  return form !== null && !form.dispatchEvent(new CustomEvent(name, { detail: words, cancelable: true }));
}

function isReadIn(form: EventTarget | null | undefined, words: string): boolean {
  return (
    form instanceof HTMLElement && [...form.querySelectorAll('*')].some((one) => one.children.length === 0 && one.textContent === words)
  );
}

/** What was refused at the last attempt of the form around `place` and has no field of its own. */
export function useUntold(place: RefObject<HTMLElement | null>): readonly string[] {
  const [untold, setUntold] = useState<readonly string[]>([]);
  useEffect(() => {
    const form = place.current?.closest('form');
    const tell = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      event.preventDefault();
      const words: readonly string[] = event.detail;
      // Fields that tell their fault by themselves have done so by then.
      requestAnimationFrame(() => setUntold(words.filter((one) => !isReadIn(form, one))));
    };
    const forget = () => setUntold([]);
    form?.addEventListener(name, tell);
    form?.addEventListener('submit', forget);
    return () => {
      form?.removeEventListener(name, tell);
      form?.removeEventListener('submit', forget);
    };
  }, [place]);
  return untold;
}
