import { Checkbox } from '@mantine/core';
import type { Selection } from './records.ts';

/** The box of one record; a record that cannot be ticked has none. */
export function SelectOne<Row>({ row, id, selection }: { row: Row; id: string; selection: Selection<Row> }) {
  if (!selection.isSelectable(row)) return null;
  const { selected, onSelect } = selection;
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return <Checkbox id={`select-${id}`} aria-label={`${selection.nameOf(row)} auswählen`} checked={selected.has(id)} onChange={toggle} />;
}
