import { useLocalStorage } from '@mantine/hooks';

/** The columns of a list that were chosen in this browser, by their names; undefined while nobody chose. */
export function useChosenColumns(list: string) {
  return useLocalStorage<string[] | undefined>({ key: `columns.${list}`, defaultValue: undefined, getInitialValueInEffect: false });
}
