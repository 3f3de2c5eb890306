import { useLocalStorage } from '@mantine/hooks';

/** The names of the columns chosen in this browser; undefined without a choice. */
export function useChosenColumns(list: string) {
  return useLocalStorage<string[] | undefined>({ key: `columns.${list}`, defaultValue: undefined, getInitialValueInEffect: false });
}
