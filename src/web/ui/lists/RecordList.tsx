import { OldRows } from '../notices/OldRows.tsx';
import { RecordCards } from './RecordCards.tsx';
import type { RecordListProps } from './records.ts';
import { RecordTable } from './RecordTable.tsx';
import { useWide } from './useWide.ts';

// Re-exported for users of the list; its parts import records.ts directly, which avoids a cycle.
export type { Column, Sorting } from './records.ts';

/** A list of records: a table on wide screens, cards on phones. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const isWide = useWide();
  if (props.rows?.length === 0) return props.empty;
  return (
    <>
      <OldRows rows={props.rows} />
      {isWide ? <RecordTable {...props} /> : <RecordCards {...props} />}
    </>
  );
}
