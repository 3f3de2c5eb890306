import { useKept } from '#web/lib/kept/useKept.ts';

/** The names of the columns chosen in this browser; undefined without a choice. */
export function useChosenColumns(list: string) {
  return useKept(`columns.${list}`, namesOf);
}

function namesOf(stored: unknown): string[] | undefined {
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : undefined;
}
