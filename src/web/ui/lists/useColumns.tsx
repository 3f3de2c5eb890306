import { useMemo } from 'react';
import { ColumnChooser } from '../columns/ColumnChooser.tsx';
import type { Column } from './records.ts';
import { useChosenColumns } from '../columns/useChosenColumns.ts';
import { useWide } from './useWide.ts';

/** The visible columns of a list, and the button that chooses them on wide screens; the choice is kept in this browser. */
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
