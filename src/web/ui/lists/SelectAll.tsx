import type { Selection } from './records.ts';
import { TickBox } from '../forms/TickBox.tsx';

type SelectAllProps<Row> = { rows: readonly Row[]; keyOf: (row: Row) => string; selection: Selection<Row> };

/** The checkbox in the heading: selects or clears all loaded rows; rows selected before a search stay selected. */
export function SelectAll<Row>({ rows, keyOf, selection }: SelectAllProps<Row>) {
  const ids = rows.filter(selection.isSelectable).map(keyOf);
  const isAll = ids.length > 0 && ids.every((id) => selection.selected.has(id));
  return (
    <TickBox
      label="Alle geladenen auswählen"
      isTicked={isAll}
      isPartial={!isAll && ids.some((id) => selection.selected.has(id))}
      isDisabled={ids.length === 0}
      onToggle={() => selection.onSelect((selected) => (isAll ? without(selected, ids) : new Set([...selected, ...ids])))}
    />
  );
}

function without(selected: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  const gone = new Set(ids);
  return new Set([...selected].filter((id) => !gone.has(id)));
}
