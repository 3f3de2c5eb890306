import type { Selection } from './records.ts';
import { TickBox } from '../forms/TickBox.tsx';

type SelectOneProps<Row> = { id: string; name: string; isTicked: boolean; onSelect: Selection<Row>['onSelect'] };

/** The checkbox of one row. */
export function SelectOne<Row>({ id, name, isTicked, onSelect }: SelectOneProps<Row>) {
  const toggle = () =>
    onSelect((selected) => {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return <TickBox id={`select-${id}`} label={`${name} auswählen`} isTicked={isTicked} onToggle={toggle} />;
}
