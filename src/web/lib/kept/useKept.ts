import { useMemo, useSyncExternalStore } from 'react';

/** What this window was told to keep although the browser's storage is full or closed to it. */
const onlyHere = new Map<string, string | null>();
const listeners = new Set<() => void>();

/** Sets the value, from the one before if it is a function; undefined forgets it. */
type Keep<T> = (next: T | undefined | ((before: T) => T)) => void;

/** Reads a flag that is off unless it was set. */
export const isTrue = (stored: unknown): boolean => stored === true;

/**
 * A value that this browser keeps in its local storage: all that show it follow a change of it, in other tabs, too. `read` makes it of
 * what is stored, which an earlier version may have written, and of undefined.
 */
export function useKept<T>(key: string, read: (stored: unknown) => T): [T, Keep<T>] {
  const text = useSyncExternalStore(follow, () => textOf(key));
  const value = useMemo(() => valueOf(text, read), [text, read]);
  const keep = useMemo(
    (): Keep<T> => (next) => {
      // Only a function is called: what is kept is data.
      const after = typeof next === 'function' ? (next as (before: T) => T)(valueOf(textOf(key), read)) : next;
      store(key, after === undefined ? null : JSON.stringify(after));
    },
    [key, read],
  );
  return [value, keep];
}

function valueOf<T>(text: string | null, read: (stored: unknown) => T): T {
  try {
    return read(text === null ? undefined : JSON.parse(text));
  } catch {
    return read(undefined);
  }
}

function textOf(key: string): string | null {
  const here = onlyHere.get(key);
  return here === undefined ? localStorage.getItem(key) : here;
}

function store(key: string, text: string | null): void {
  onlyHere.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    onlyHere.set(key, text);
  }
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
