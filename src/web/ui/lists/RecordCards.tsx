import { Skeleton } from '@mantine/core';
import classes from './RecordCards.module.css';
import type { RecordListProps } from './records.ts';
import { SelectOne } from './SelectOne.tsx';
import { useListed } from '../drawers/listedRecords.ts';
import { useCountInTurn } from '../late/useCountInTurn.ts';

/** The records as stacked cards, for phones. */
export function RecordCards<Row>({ label, rows, keyOf, renderCard, renderActions, selection, ...list }: RecordListProps<Row>) {
  const recordOf = list.recordOf ?? keyOf;
  useListed(rows, recordOf, list);
  const count = useCountInTurn(rows?.length ?? 0);
  const drawn = rows?.slice(0, count);
  if (!drawn) return Array.from({ length: 4 }, (_, row) => <Skeleton key={row} height={96} radius="md" mb="xs" />);
  return (
    <ul className={classes['cards']} aria-label={label}>
      {drawn.map((row) => {
        const id = keyOf(row);
        return (
          <li key={id} data-record={recordOf(row)} className={classes['card']} data-selected={selection?.selected.has(id) || undefined}>
            {selection && (
              <label className={classes['box']} htmlFor={`select-${id}`}>
                {selection.isSelectable(row) && (
                  <SelectOne id={id} name={selection.nameOf(row)} isTicked={selection.selected.has(id)} onSelect={selection.onSelect} />
                )}
              </label>
            )}
            <div className={classes['words']}>{renderCard(row)}</div>
            {renderActions && <div className={classes['actions']}>{renderActions(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}
