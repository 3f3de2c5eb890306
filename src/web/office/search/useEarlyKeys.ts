import { useEffect, type Dispatch, type SetStateAction } from 'react';

/**
 * Collects what is typed from the opening of a dialog until its field has the focus, so that no letter is lost or lands in the page. A
 * press on the page ends it: the file of the dialog may not come at all.
 */
export function useEarlyKeys(isWaiting: boolean, onType: Dispatch<SetStateAction<string>>, onClose: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    const collect = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      // AltGr, which reports both Ctrl and Alt, writes characters.
      if (isComposing || metaKey || ctrlKey !== altKey) return;
      if (key === 'Escape') onClose();
      else if (key === 'Backspace') onType((typed) => typed.slice(0, -1));
      else if (key.length === 1) onType((typed) => typed + key);
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    const stop = () => removeEventListener('keydown', collect, { capture: true });
    addEventListener('keydown', collect, { capture: true });
    addEventListener('pointerdown', stop, { capture: true });
    return () => {
      stop();
      removeEventListener('pointerdown', stop, { capture: true });
    };
  }, [isWaiting, onType, onClose]);
}
