import { useEffect, type Dispatch, type SetStateAction } from 'react';

/**
 * Collects what is typed from the opening of a dialog until its field has the focus, so that no letter is lost or lands in the page;
 * Escape closes it.
 */
export function useEarlyKeys(isWaiting: boolean, onType: Dispatch<SetStateAction<string>>, onClose: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    const collect = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.metaKey || event.ctrlKey !== event.altKey) return;
      if (key === 'Escape') onClose();
      else if (key === 'Backspace') onType((typed) => typed.slice(0, -1));
      else if (key.length === 1) onType((typed) => typed + key);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', collect, true);
    return () => removeEventListener('keydown', collect, true);
  }, [isWaiting, onType, onClose]);
}
