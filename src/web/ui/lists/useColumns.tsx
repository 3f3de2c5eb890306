import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { Column } from './records.ts';
import { useWide } from './useWide.ts';

/** The columns of a list that were chosen in this browser, by their names; undefined while nobody chose. */
export function useChosenColumns(list: string) {
  return useLocalStorage<string[] | undefined>({ key: `columns.${list}`, defaultValue: undefined, getInitialValueInEffect: false });
}

/** Which columns of a list are shown, and the button that chooses them where the list is a table; the choice is kept in this browser. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[], { isAlwaysTable = false } = {}) {
  const [chosen, setNames] = useChosenColumns(list);
  const isTable = useWide() || isAlwaysTable;
  const names = useMemo(
    () => chosen ?? columns.filter(({ isHiddenAtFirst }) => !isHiddenAtFirst).map(({ name }) => name),
    [chosen, columns],
  );
  const shown = useMemo(() => columns.filter(({ name, isName }) => isName || names.includes(name)), [columns, names]);
  const chooser = useMemo(
    () => isTable && <ColumnChooser columns={columns} names={names} onChange={setNames} />,
    [isTable, columns, names, setNames],
  );
  return { shown, chooser };
}
