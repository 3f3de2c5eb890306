import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** What a list shows, as the drawer beside it needs it to walk through the records. */
type Listed = {
  /** The records in the order of the list; a record that stands in several rows counts once. */ ids: () => readonly string[];
  /** How many the filter finds, if known. */ total: number | undefined;
  /** Loads the next page; undefined if all rows are loaded. */ onMore: (() => unknown) | undefined;
};

/** The lists of the page by their number. */
const lists = new Map<number, Listed>();
const listeners = new Set<() => void>();
let version = 0;
let lastNumber = 0;

type Paging = { total?: number | null | undefined; onMore?: (() => unknown) | undefined };

/** Tells the drawers of the page which records a list shows now. */
export function useListed<Row>(rows: readonly Row[] | undefined, recordOf: (row: Row) => string, { total, onMore }: Paging = {}): void {
  const number = useRef<number>(undefined);
  useEffect(() => {
    number.current ??= ++lastNumber;
    lists.set(number.current, { ids: () => [...new Set(rows?.map(recordOf))], total: total ?? undefined, onMore });
    announce();
  });
  useEffect(
    () => () => {
      if (number.current !== undefined) lists.delete(number.current);
      number.current = undefined;
      announce();
    },
    [],
  );
}

let shownRecord: string | undefined;

/** Tells the lists of the page which record stands open beside them. */
export function useShownRecord(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    shownRecord = id;
    announce();
    return () => {
      if (shownRecord === id) shownRecord = undefined;
      announce();
    };
  }, [id]);
}

/** The record that stands open beside the list. */
export function useOpenRow(): string | undefined {
  return useSyncExternalStore(listen, () => shownRecord);
}

/** Where the open record stands among those of its list. */
export type Place = {
  /** From 0; -1 once it has left the list, e.g. because a decision took it out of the filter. */ at: number;
  count: number;
  total: number | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** Loads the next page of the list; undefined if all rows are loaded. */ onMore: (() => unknown) | undefined;
};

/** The place of a record; undefined if no list of the page shows or showed it. */
export function usePlace(id: string): Place | undefined {
  useSyncExternalStore(listen, () => version);
  const [seen, setSeen] = useState<{ id: string; number: number; at: number }>();
  const now = find(id);
  if (now && (now.id !== seen?.id || now.number !== seen.number || now.at !== seen.at)) setSeen(now);
  const known = now ?? (seen?.id === id ? seen : undefined);
  const list = known && lists.get(known.number);
  if (!known || !list) return undefined;
  const ids = list.ids();
  return {
    at: now ? now.at : -1,
    count: ids.length,
    total: list.total,
    previous: ids[known.at - 1],
    // In the place of a record that has left stands the one that came after it.
    next: ids[now ? now.at + 1 : known.at],
    onMore: list.onMore,
  };
}

function find(id: string) {
  for (const [number, { ids }] of lists) {
    const at = ids().indexOf(id);
    if (at >= 0) return { id, number, at };
  }
  return undefined;
}

function announce(): void {
  version++;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
