import type { ReactNode } from 'react';
import { SelectOne } from './SelectOne.tsx';
import { useVirtualRows } from './useVirtualRows.ts';
import type { VirtualProps } from './VirtualTable.tsx';
import classes from './VirtualRecords.module.css';

type VirtualCardsProps<Row> = Pick<VirtualProps<Row>, 'label' | 'rows' | 'keyOf' | 'selection' | 'hasMore' | 'isLoading' | 'onMore'> & {
  renderCard: (row: Row) => ReactNode;
};

const cardHeight = 104;

/** Cards one below the other, for a phone: any number of them, only those on the screen are drawn. */
export function VirtualCards<Row>({ label, rows, keyOf, selection, renderCard, ...more }: VirtualCardsProps<Row>) {
  const { list, items, measure, before, after } = useVirtualRows<HTMLUListElement, HTMLLIElement>({
    count: rows.length,
    estimatedHeight: cardHeight,
    ...more,
  });
  return (
    <ul ref={list} className={classes['cards']} aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
      {items.map(({ index }) => {
        const row = rows[index];
        return (
          row && (
            <li
              key={keyOf(row)}
              ref={measure}
              data-index={index}
              className={classes['slot']}
              aria-posinset={index + 1}
              aria-setsize={more.hasMore ? -1 : rows.length}
            >
              <div className={selection ? `${classes['card']} ${classes['boxed']}` : classes['card']}>
                {selection && <SelectOne row={row} id={keyOf(row)} selection={selection} />}
                <div>{renderCard(row)}</div>
              </div>
            </li>
          )
        );
      })}
    </ul>
  );
}
