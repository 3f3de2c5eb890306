import { useRef, type ReactNode, type Ref } from 'react';
import { memoized } from '#web/lib/memoized.ts';
import { useListed } from '../drawers/listedRecords.ts';
import type { Selection, VirtualProps } from './records.ts';
import { SelectOne } from './SelectOne.tsx';
import { useVirtualRows } from './useVirtualRows.ts';
import classes from './VirtualRecords.module.css';

type VirtualCardsProps<Row> = Omit<VirtualProps<Row>, 'columns' | 'sorting'> & {
  /** Must keep its identity while the cards show the same. */ renderCard: (row: Row) => ReactNode;
};

const cardHeight = 116;

/** A virtualised list of cards for phones: any number of records, only those on the screen are rendered. */
export function VirtualCards<Row>({ label, rows, keyOf, selection, renderCard, hasMore, onMore, total }: VirtualCardsProps<Row>) {
  useListed(rows, keyOf, { total, onMore: hasMore ? onMore : undefined });
  const list = useRef<HTMLUListElement>(null);
  const { items, measure, before, after } = useVirtualRows<HTMLLIElement>({
    list,
    count: rows.length,
    estimatedHeight: cardHeight,
    hasMore,
    onMore,
  });
  return (
    <ul ref={list} className={classes['cards']} aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
      {items.map(({ index }) => {
        const row = rows[index];
        if (!row) return null;
        const id = keyOf(row);
        return (
          <VirtualCard
            key={id}
            measure={measure}
            index={index}
            size={hasMore ? -1 : rows.length}
            row={row}
            id={id}
            renderCard={renderCard}
            name={selection.isSelectable(row) ? selection.nameOf(row) : undefined}
            isTicked={selection.selected.has(id)}
            onSelect={selection.onSelect}
          />
        );
      })}
    </ul>
  );
}

type CardProps<Row> = {
  row: Row;
  id: string;
  index: number;
  /** The total; -1 while unknown. */ size: number;
  renderCard: (row: Row) => ReactNode;
  /** The label of its checkbox; undefined means no checkbox. */ name: string | undefined;
  isTicked: boolean;
  onSelect: Selection<Row>['onSelect'];
  measure: Ref<HTMLLIElement>;
};

function Card<Row>({ row, id, index, size, renderCard, name, isTicked, onSelect, measure }: CardProps<Row>) {
  return (
    <li ref={measure} data-record={id} data-index={index} className={classes['slot']} aria-posinset={index + 1} aria-setsize={size}>
      <div className={classes['card']} data-selected={isTicked || undefined}>
        {name !== undefined && (
          <label className={classes['tick']} htmlFor={`select-${id}`}>
            <SelectOne id={id} name={name} isTicked={isTicked} onSelect={onSelect} />
          </label>
        )}
        <div className={classes['words']}>{renderCard(row)}</div>
      </div>
    </li>
  );
}

const VirtualCard = memoized(Card);
