import { useEffect, type MouseEvent, type RefObject } from 'react';
import { useKept } from '#web/lib/kept/useKept.ts';

const unlessFalse = (stored: unknown) => stored !== false;

/** Whether single-key shortcuts are enabled; users can turn them off in this browser (WCAG 2.1.4). */
export function useKeysWanted() {
  return useKept('listKeys', unlessFalse);
}

/** The shortcuts of a list, in the order of the help. */
export const listKeys: readonly { keys: string; does: string }[] = [
  { keys: '/', does: 'in die Suche' },
  { keys: 'j  k', does: 'nächste, vorige Zeile, auch neben der Liste; in ihr auch ↓ ↑' },
  { keys: '↓  ↑', does: 'unter „Bank“ von überall zu den offenen Zeilen' },
  { keys: 'Enter', does: 'Zeile öffnen' },
  { keys: 'x', does: 'Zeile auswählen' },
  { keys: 'Umschalt+J', does: 'auswählen und weiter' },
  { keys: '.', does: 'Aktionen der Zeile' },
  { keys: 'Esc', does: 'schließen' },
];

/**
 * Moves through the first list of a page with single keys, unless an input has the focus or a dialog is open. The focus
 * moves to the row's name, so that a screen reader announces it and Enter opens it.
 */
export function useListKeys(frame: RefObject<HTMLElement | null>): void {
  const [isWanted] = useKeysWanted();
  useEffect(() => {
    if (!isWanted) return undefined;
    const hear = (event: KeyboardEvent) => {
      const list = frame.current;
      if (!list || isElsewhere(event, list)) return;
      if (act(list, event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [frame, isWanted]);
}

/** Whether the key belongs to something else: an input, a dialog, a menu, the browser, or another list. */
function isElsewhere(event: KeyboardEvent, list: HTMLElement): boolean {
  if (isTyping(event)) return true;
  // Beside the list stands a record that these keys lead on from.
  if (/^[jk]$/.test(event.key) && document.querySelector('[data-record-part=beside] [data-walk]')) return true;
  const over = document.querySelector('[role=dialog]:not([data-record-part=beside]), [role=menu]');
  return Boolean(over && !over.contains(list)) || document.querySelector('[data-list]') !== list;
}

/** Whether the key belongs to a field, a menu or the browser. */
export function isTyping({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  return (
    target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]') !== null
  );
}

function act(list: HTMLElement, key: string): boolean {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-row]') ?? undefined;
  if (key === '/') return focus(document.querySelector('main input[type=search]'));
  if (key === 'j') return focusRow(row ? next(row, 'nextElementSibling') : list.querySelector<HTMLElement>('tr[data-row]'));
  if (!row) return false;
  if (key === 'ArrowDown') return focusRow(next(row, 'nextElementSibling'));
  if (key === 'k' || key === 'ArrowUp') return focusRow(next(row, 'previousElementSibling'));
  if (key === 'x') return tick(row);
  if (key === 'J') return tick(row) && focusRow(next(row, 'nextElementSibling'));
  return key === '.' && press(menuOf(row));
}

/** Opens the menu of a row by right click; links, fields and selected text keep the menu of the browser. */
export function openRowMenu(event: MouseEvent<HTMLElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('a, input, [role=menu]') || getSelection()?.isCollapsed === false) return;
  const row = target.closest<HTMLElement>('tr[data-row]');
  if (row && press(menuOf(row))) event.preventDefault();
}

function menuOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('button[aria-haspopup=menu]');
}

function next(row: Element, way: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | null {
  for (let one = row[way]; one; one = one[way]) if (one instanceof HTMLElement && one.matches('tr[data-row]')) return one;
  return null;
}

function focusRow(row: HTMLElement | null): boolean {
  return focus(
    row?.querySelector<HTMLElement>('[data-name] a, [data-name] button') ?? row?.querySelector<HTMLElement>('a, button') ?? null,
  );
}

function focus(one: HTMLElement | null): boolean {
  one?.focus();
  one?.scrollIntoView({ block: 'nearest' });
  return one !== null;
}

function tick(row: HTMLElement): boolean {
  return press(row.querySelector<HTMLElement>('input[type=checkbox]'));
}

function press(one: HTMLElement | null): boolean {
  one?.click();
  return one !== null;
}
