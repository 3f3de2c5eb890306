import { Checkbox } from '@mantine/core';
import type { Selection } from './records.ts';

type SelectAllProps<Row> = { rows: readonly Row[]; keyOf: (row: Row) => string; selection: Selection<Row> };

/** The box in the heading of a list: ticks all rows that are loaded, or none of them; what was ticked before a search stays. */
export function SelectAll<Row>({ rows, keyOf, selection }: SelectAllProps<Row>) {
  const ids = rows.filter(selection.isSelectable).map(keyOf);
  const isAll = ids.length > 0 && ids.every((id) => selection.selected.has(id));
  return (
    <Checkbox
      aria-label="Alle geladenen auswählen"
      checked={isAll}
      indeterminate={!isAll && ids.some((id) => selection.selected.has(id))}
      disabled={ids.length === 0}
      onChange={() => selection.onSelect(new Set(isAll ? without(selection.selected, ids) : [...selection.selected, ...ids]))}
    />
  );
}

function without(selected: ReadonlySet<string>, ids: readonly string[]): string[] {
  const gone = new Set(ids);
  return [...selected].filter((id) => !gone.has(id));
}
