import { useEffect, useRef, type RefObject } from 'react';

/**
 * The focus around a record beside its list. Opened, its heading has it; walking by a key from the list, the row. Closed, it returns to
 * what opened the record, or to the row of the one shown last.
 */
export function useRecordFocus(part: RefObject<HTMLElement | null>, id: string | undefined, isOpen: boolean) {
  const opener = useRef<Element>(undefined);
  const shown = useRef<string>(undefined);
  const walked = useRef<{ id: string; isInList: boolean }>(undefined);
  useEffect(() => {
    const content = part.current;
    if (!isOpen || !content) return;
    const { activeElement } = document;
    const isOther = shown.current !== undefined && shown.current !== id;
    if (walked.current !== undefined && walked.current.id === id) {
      content.scrollTo({ top: 0 });
      if (walked.current.isInList) nameOf(id)?.focus();
      // What had the focus may have gone with the record before.
      else if (!content.contains(activeElement)) focusTitle(content);
      opener.current = undefined;
    } else if (!content.contains(activeElement)) {
      opener.current = activeElement && activeElement !== document.body ? activeElement : undefined;
      content.scrollTo({ top: 0 });
      focusTitle(content);
    } else if (isOther) opener.current = undefined;
    walked.current = undefined;
    shown.current = id;
  }, [part, id, isOpen]);
  useEffect(() => {
    if (isOpen || shown.current === undefined) return undefined;
    const last = shown.current;
    const before = opener.current;
    shown.current = undefined;
    opener.current = undefined;
    // Once the list has drawn what the record changed in it.
    const timer = setTimeout(() => {
      // Somebody has gone on elsewhere meanwhile.
      if (document.activeElement && document.activeElement !== document.body) return;
      const target = before instanceof HTMLElement && before.isConnected ? before : nameOf(last);
      target?.focus();
      target?.scrollIntoView({ block: 'nearest' });
    }, 20);
    return () => clearTimeout(timer);
  }, [isOpen]);
  /** Called before another record of the list is opened by walking. */
  return (next: string) => {
    walked.current = { id: next, isInList: document.activeElement?.closest('[data-record]') != null };
  };
}

function focusTitle(content: HTMLElement): void {
  content.querySelector<HTMLElement>('[data-drawer-title]')?.focus({ preventScroll: true });
}

/** The name of a record in its row. */
function nameOf(id: string | undefined): HTMLElement | null {
  const row = id === undefined ? null : document.querySelector(`[data-record="${CSS.escape(id)}"]`);
  return (
    row?.querySelector<HTMLElement>('[data-name] a, [data-name] button') ??
    row?.querySelector<HTMLElement>('a, button:not(label button)') ??
    null
  );
}
