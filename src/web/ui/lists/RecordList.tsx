import { useState } from 'react';
import { OldRows } from '../notices/OldRows.tsx';
import { MoreButton } from './MoreButton.tsx';
import { RecordCards } from './RecordCards.tsx';
import type { RecordListProps } from './records.ts';
import { RecordTable } from './RecordTable.tsx';
import { useWide } from './useWide.ts';

// Re-exported for users of the list; its parts import records.ts directly, which avoids a cycle.
export type { Column, Sorting } from './records.ts';

/** A list of records: a table on wide screens, cards on phones; below them the button that loads the next page. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const isWide = useWide();
  const Rows = isWide ? RecordTable : RecordCards;
  return (
    <>
      <OldRows rows={props.rows} answer={props.answer} />
      {props.rows?.length === 0 ? props.empty : <Rows {...props} />}
      <NextPage {...props} />
    </>
  );
}

/** Mounted for lists without further pages, too: a list is printed whole. */
function NextPage<Row>({ rows, total, onMore }: RecordListProps<Row>) {
  const [isLoading, setIsLoading] = useState(false);
  const load = async () => {
    setIsLoading(true);
    try {
      return await onMore?.();
    } finally {
      setIsLoading(false);
    }
  };
  const state = total && rows ? `${rows.length.toLocaleString('de-DE')} von ${total.toLocaleString('de-DE')}` : undefined;
  return <MoreButton hasMore={onMore !== undefined} isLoading={isLoading} onMore={load} {...(state && { state })} />;
}
