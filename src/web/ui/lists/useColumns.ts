import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Column } from './records.ts';

/** Which columns of a list are shown; the choice is kept in this browser under `key`. */
export function useColumns<Row>(key: string, columns: readonly Column<Row>[]) {
  const [names, setNames] = useLocalStorage<string[]>({
    key: `columns.${key}`,
    defaultValue: columns.filter(({ isHiddenAtFirst }) => !isHiddenAtFirst).map(({ name }) => name),
    getInitialValueInEffect: false,
  });
  const shown = useMemo(() => columns.filter(({ name, isName }) => isName || names.includes(name)), [columns, names]);
  return { shown, names, setNames };
}
