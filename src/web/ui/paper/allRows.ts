import { useEffect, useRef } from 'react';

/** How many pages of a list are loaded for printing at most: with 100 rows each, 2,000 rows. */
const printedPagesAtMost = 20;

type Unloaded = {
  /** Whether the filter has rows that are not loaded. */ hasMore: boolean;
  /** Loads the next page; a promise of it is waited for. */ onMore: () => unknown;
  /** How many rows are loaded, if not all of them are drawn. */ loaded?: number;
};

const lists = new Set<{ current: Unloaded }>();

/** Lets a list that is loaded page by page be printed whole. */
export function useAllRows({ hasMore, onMore, loaded = 0 }: Unloaded): void {
  const list = useRef<Unloaded>({ hasMore, onMore, loaded });
  useEffect(() => {
    list.current = { hasMore, onMore, loaded };
  });
  useEffect(() => {
    lists.add(list);
    return () => void lists.delete(list);
  }, []);
}

/** Whether a list on the page has rows that are not loaded. */
export function lacksRows(): boolean {
  return [...lists].some(({ current }) => current.hasMore);
}

/** How many rows of the lists on the page are loaded. */
export function loadedRows(): number {
  const undrawn = [...lists].reduce((sum, { current: { loaded = 0 } }) => sum + loaded, 0);
  return undrawn > 0 ? undrawn : document.querySelectorAll('main [data-row]').length;
}

/** Prints the page once all rows of its lists are loaded, or as many as are printed at most. */
export async function printAll(): Promise<void> {
  for (let page = 1; page < printedPagesAtMost && lacksRows(); page += 1) {
    const answers = await Promise.all([...lists].filter(({ current }) => current.hasMore).map(({ current }) => current.onMore()));
    await drawn();
    if (answers.some(hasFailed)) break;
  }
  print();
}

function hasFailed(answer: unknown): boolean {
  return answer !== null && typeof answer === 'object' && 'isError' in answer && answer.isError === true;
}

/** Once what was loaded has reached the page. */
const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
