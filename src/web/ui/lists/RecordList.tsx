import { RecordCards } from './RecordCards.tsx';
import type { RecordListProps } from './records.ts';
import { RecordTable } from './RecordTable.tsx';
import { useWide } from './useWide.ts';

// Who uses a list finds its column beside it; the parts of the list import records.ts, so that none imports back.
export type { Column, Sorting } from './records.ts';

/** A list of records: a table where there is room, cards on a phone. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const isWide = useWide();
  if (props.rows?.length === 0) return props.empty;
  return isWide ? <RecordTable {...props} /> : <RecordCards {...props} />;
}
